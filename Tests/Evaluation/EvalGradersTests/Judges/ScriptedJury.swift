import CoachModel
import Documents
@testable import EvalGraders
import EvalTestKit
import LanguageModels
import PromptEvals
import Testing

/// A grader with judges `test:m0`, `test:m1` and so on, each of which has one answer to everything.
struct ScriptedJury {
  let use: GraderUse
  private let models: [RuleModel]
  private let tools: GraderTools

  /// Creates a jury for the first grader of a list, whose `models` name the judges.
  init(_ yaml: String, answers: [String]) throws {
    use = try #require(try GraderSamples.uses(yaml).first)
    let models = answers.map { answer in RuleModel { _ in .reply([answer]) } }
    self.models = models
    tools = GraderTools(
      prompts: try JudgePrompts(),
      model: { reference, _, _ in
        guard let number = Int(reference.model.dropFirst()), models.indices.contains(number) else {
          throw GraderFailure("no \(reference)")
        }
        return models[number]
      }, run: { _, _ in "" })
  }

  func grades(_ conversation: GradedConversation) async throws -> [Grade] {
    try await use.grade(conversation, with: tools)
  }

  /// The grade of a message that follows one of the person's.
  func grade(_ text: String, after person: String = "Mm.") async throws -> Grade {
    let grades = try await grades(
      GraderSamples.conversation(text, after: [Message(.user, person)]))
    try #require(grades.count == 1)
    return grades[0]
  }

  /// The messages of the first request to each judge.
  var asked: [[ModelMessage]] { models.compactMap { $0.requests.first?.messages } }
  var requestCounts: [Int] { models.map(\.requests.count) }
}
