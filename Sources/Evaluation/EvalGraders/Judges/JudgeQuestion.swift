import CoachEngine
import Documents
import LanguageModels
import PromptTemplates

/// A question to a judge: the rendered prompt, and the form of the answer.
struct JudgeQuestion {
  /// The ID of the grader that asks.
  var grader: String
  /// The number of the message that is judged; `nil` for the whole conversation.
  var message: Int?
  var prompt: RenderedPrompt
  var parameters: ModelParameters
  var schema: JSONSchema
  /// The members of an answer that decide: a reply that holds two answers which differ in them holds none.
  var decisiveMembers: [String]

  /// What one model made of the question.
  enum Answer {
    case value(JSONValue)
    /// Why there is no answer, with the reply that could not be read.
    case failure(String, reply: String? = nil)
  }

  /// Asks one model; `step` names the call within its sample.
  ///
  /// Throws only what ends the run: a judge that cannot be asked any more. One that answers badly has failed.
  func answer(
    of reference: ModelReference, step: String, tools: GraderTools
  ) async throws -> Answer {
    let request = ModelRequest(
      prompt, parameters: parameters, label: "judge \(grader) · \(step)")
    do throws(StructuredOutputError) {
      let model = try? tools.model(reference, step, message)
      guard let model else { return .failure("there is no such model") }
      let reply = try await model.value(
        for: request, schema: schema, named: "verdict",
        reading: JudgeForm.reading(deciding: decisiveMembers, shown: request.messages)
      ) { json in json }
      return .value(reply.value)
    } catch {
      guard !error.cause.endsRun else { throw error }
      return .failure(JudgeForm.explanation(of: error), reply: error.replies.last?.text)
    }
  }
}
