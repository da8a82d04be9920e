package import CoachModel
package import EvalGraders
import PromptEvals
package import PromptTemplates
package import SourceFiles
import StreamParsing
import Testing

/// Small conversations, and graders as suites write them.
package enum GraderSamples {
  private static let contracts = Result {
    try ["discovery", "coaching"].reduce(into: [String: ReplyContract]()) {
      $0[$1] = try Samples.contract($1)
    }
  }

  /// The contract of a prompt of the project, read once since that takes a while.
  package static func contract(_ prompt: String) throws -> ReplyContract {
    try #require(try contracts.get()[prompt])
  }

  /// The graders of a list in YAML.
  package static func uses(_ yaml: String, folder: String = "suites") throws -> [GraderUse] {
    try GraderRegistry.standard.graders(in: SourceFile(path: "\(folder)/suite.yaml", text: yaml))
  }

  /// A conversation whose last message, the coach's, is judged.
  package static func conversation(
    _ text: String, after history: [Message] = [Message(.user, "Mm.")], number: Int = 4,
    language: String = "en", recorded: String? = nil, effort: CoachMessageEffort? = nil,
    contract: ReplyContract = ReplyContract()
  ) -> GradedConversation {
    var transcript = Samples.transcript([text])
    transcript.language = language
    let message = CoachMessage(
      number: number, events: ReplyTagParser.parse(text, declarations: contract.tags),
      history: history[...], recorded: recorded, effort: effort)
    return GradedConversation(
      transcript: transcript, messages: [message], contract: contract, length: number)
  }

  /// The verdicts of the first grader of a list on a conversation.
  package static func grades(_ yaml: String, _ conversation: GradedConversation) async throws
    -> [Grade]
  {
    let use = try #require(try uses(yaml).first)
    return try await use.grade(conversation, with: .none)
  }

  /// The verdict of the first grader of a list on the only message.
  package static func grade(_ yaml: String, _ conversation: GradedConversation) async throws
    -> Grade
  {
    try #require(try await grades(yaml, conversation).first)
  }

  /// The verdict of the first grader of a list on a text.
  package static func grade(_ yaml: String, _ text: String) async throws -> Grade {
    try await grade(yaml, conversation(text))
  }

  /// The first problem of a list of graders.
  package static func problem(_ yaml: String, folder: String = "suites") -> Diagnostic? {
    do {
      _ = try uses(yaml, folder: folder)
      return nil
    } catch {
      return (error as? SourceError)?.diagnostics.first
    }
  }
}
