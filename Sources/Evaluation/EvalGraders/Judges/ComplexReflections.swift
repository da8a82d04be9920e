import CoachEngine
import CoachModel
import Documents
import LanguageModels
import PromptTemplates

/// Counts the simple and complex reflections of a message, as coders of motivational interviewing do.
///
/// A message with a complex reflection passes, as in MITI, where the complex one gives a turn its code. So the share of
/// passes among the messages that reflect at all is MITI's ratio of complex reflections.
struct ComplexReflections: Grader {
  /// The share that the rate of passes is.
  enum Share: String, CaseIterable {
    /// Of the messages that reflect, those with a complex reflection; a message without any is not applicable.
    case complexOfReflecting = "complex-of-reflecting"
    /// Of all messages, those with a complex reflection.
    case complexOfAll = "complex-of-all"
    /// Of all messages, those with a reflection of either kind.
    case reflectingOfAll = "reflecting-of-all"

    fileprivate func verdict(simple: Int, complex: Int) -> Grade.Verdict {
      switch self {
      case .complexOfReflecting:
        complex > 0 ? .pass : simple > 0 ? .fail : .notApplicable
      case .complexOfAll: complex > 0 ? .pass : .fail
      case .reflectingOfAll: simple + complex > 0 ? .pass : .fail
      }
    }
  }

  let id: String
  let summary = "Reflections add meaning to what the person said, instead of repeating it."
  var models: [ModelReference]
  let share: Share
  /// The number of messages before the judged one that are shown.
  let shownHistory: Int
  let parameters: ModelParameters

  private static let kinds = (simple: "simple", complex: "complex")

  func grade(_ conversation: GradedConversation, with tools: GraderTools) async throws -> [Grade] {
    guard let prompts = tools.prompts else { throw GraderFailure("judges have no prompts here") }
    guard conversation.task == nil else {
      throw GraderFailure("reflections are counted in a coach's messages, not in replies to tasks")
    }
    let prompt = try prompts.prompt(nil, or: JudgePrompts.reflections)
    return try await judgingEach(of: conversation) { message in
      var material: JSONObject = ["message": .string(message.visibleText)]
      let history = message.history.suffix(shownHistory)
      if !history.isEmpty { material["conversation"] = history.spoken }
      let question = JudgeQuestion(
        grader: id, message: message.number,
        prompt: try JudgePrompts.render(prompt, with: material),
        parameters: ModelParameters(prompt.template.frontMatter).overridden(by: parameters),
        schema: try Self.schema(), decisiveMembers: ["reflections"])
      var ballots: [JudgeBallot] = []
      for reference in models {
        let answer = try await question.answer(
          of: reference, step: "\(message.number) \(reference)", tools: tools)
        ballots.append(
          JudgeBallot(answer, of: reference) { vote($0, on: message.visibleText) })
      }
      var grade = try Grade(
        grader: id, message: message.number, ballots: ballots, rule: .majority)
      grade.measured = Self.complexShare(of: ballots)
      return [grade]
    }
  }

  /// Returns the schema of an answer: of each reflection its words, what they add, and its kind.
  private static func schema() throws -> JSONSchema {
    try JSONSchema([
      "type": "object",
      "properties": [
        "reflections": [
          "type": "array",
          "items": [
            "type": "object",
            "properties": [
              "quote": ["type": "string"], "reason": ["type": "string"],
              "kind": ["type": "string", "enum": [.string(kinds.simple), .string(kinds.complex)]],
            ],
            "required": ["quote", "reason", "kind"], "additionalProperties": false,
          ],
        ]
      ],
      "required": ["reflections"], "additionalProperties": false,
    ])
  }

  private func vote(_ answer: JSONValue, on message: String) -> JudgeBallot.Vote {
    let found = answer["reflections"]?.array ?? []
    let complex = found.filter { $0["kind"]?.string == Self.kinds.complex }
    let simple = found.count - complex.count
    let reason =
      found.isEmpty
      ? "no reflection" : "\(complex.count) complex and \(simple) simple"
    return JudgeBallot.Vote(
      verdict: share.verdict(simple: simple, complex: complex.count), reasoning: reason,
      quotes: JudgeBallot.quotes(complex.compactMap { $0["quote"]?.string }, from: message),
      record: [
        "simple": .integer(simple), "complex": .integer(complex.count),
        "reflections": .array(found),
      ])
  }

  /// Returns the share of complex reflections among all that the judges found in the message; `nil` if there are none.
  private static func complexShare(of ballots: [JudgeBallot]) -> Double? {
    func count(_ kind: String) -> Int {
      ballots.reduce(0) { $0 + ($1.vote?.record[kind]?.integer ?? 0) }
    }
    let (simple, complex) = (count(kinds.simple), count(kinds.complex))
    return simple + complex > 0 ? Double(complex) / Double(simple + complex) : nil
  }

  func asking(_ models: [ModelReference]) -> any Grader {
    var grader = self
    grader.models = models
    return grader
  }

  func facts(in workspace: PromptLibrary, areTasks: Bool) throws -> [String: String] {
    let prompts = try JudgePrompts(workspace: workspace)
    return ["prompt": try prompts.prompt(nil, or: JudgePrompts.reflections).digestedReference]
  }
}
