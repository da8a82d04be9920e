import CoachModel
import CoachSafety
import Documents
import LanguageModels
public import ModelLayers
public import PromptTemplates
import SafetyRules
import SourceFiles
import TextAnalysis

/// A model that reviews personas for problems that rules cannot detect.
public struct PersonaReader: Sendable {
  /// The maximum number of reasons taken from one answer.
  static let maximumReasons = 8
  /// The maximum length of an explanation, in characters.
  static let maximumExplanationLength = 600

  /// The model with its parameters.
  public var route: ModelRoute
  /// The library that contains the prompt.
  public var prompts: PromptLibrary
  /// The prompt that asks the model for a review.
  public var prompt = PromptReference(name: "persona-review")
  /// The time limit for the model's answer.
  public var timeout = Duration.seconds(60)
  /// The prices from which the cost of a review is computed.
  public var prices = PriceTable.builtIn

  /// Creates a reader that uses the prompt `persona-review` and waits for up to 60 s.
  public init(_ route: ModelRoute, prompts: PromptLibrary) {
    self.route = route
    self.prompts = prompts
  }

  /// The result of a review by the model.
  struct Answer: Sendable {
    var stage: PersonaReview.Stage
    var findings: [PersonaFinding] = []
    var prompt: String?
    var usage: TokenUsage?
    var call: TurnCall?
  }

  /// Asks the model. It does not throw: without an answer, the stage contains the reason.
  func read(
    _ persona: Persona, language: String, clock: CallClock,
    explanation: @escaping @Sendable (PersonaRule) -> String
  ) async -> Answer {
    var person = Person(id: "persona-review")
    person.language = language
    let task = PromptTask(
      AssemblyRequest(prompt: prompt, person: person, persona: persona), timeout: timeout)
    let prompts = prompts
    var runner = TaskRunner(prompts: { prompts }, route: route)
    (runner.clock, runner.prices) = (clock, prices)
    do throws(TaskError) {
      let result = try await runner.run(task)
      var answer = Self.answer(from: result.value.json, in: persona, explanation: explanation)
      (answer.prompt, answer.usage, answer.call) = (result.prompt, result.usage, result.call)
      answer.stage.notes += result.changes
      return answer
    } catch {
      return Answer(
        stage: .init(.model, .unavailable(error.description)), prompt: error.call?.purpose,
        usage: error.call?.usage, call: error.call)
    }
  }

  private static func answer(
    from json: JSONValue, in persona: Persona, explanation: (PersonaRule) -> String
  ) -> Answer {
    guard let word = json["verdict"]?.string, var verdict = PersonaVerdict(rawValue: word) else {
      return Answer(stage: .init(.model, .unavailable("the answer has no verdict")))
    }
    let reasons = json["reasons"]?.array ?? []
    var notes: [String] = []
    var findings: [PersonaFinding] = []
    for reason in reasons.prefix(maximumReasons) {
      switch finding(from: reason, in: persona, explanation: explanation) {
      case .success(let finding): findings.append(finding)
      case .failure(let problem): notes.append(problem.words)
      }
    }
    if reasons.count > maximumReasons {
      notes.append("\(reasons.count - maximumReasons) more reasons were left out")
    }
    // An approval must have no reasons, and a rejection at least one that can be shown to the creator; otherwise a
    // human has to look.
    if verdict == .approve, !reasons.isEmpty {
      verdict = .revise
      notes.append("it approves and still gives reasons: treated as 'revise'")
    } else if verdict == .reject, findings.isEmpty {
      verdict = .revise
      notes.append("it rejects without a valid reason: treated as 'revise'")
    }
    for index in findings.indices { findings[index].verdict = verdict }
    return Answer(stage: .init(.model, .verdict(verdict), notes: notes), findings: findings)
  }

  /// A reason that does not hold, with an explanation.
  private struct Unfounded: Error {
    var words: String
  }

  private static func finding(
    from reason: JSONValue, in persona: Persona, explanation: (PersonaRule) -> String
  ) -> Result<PersonaFinding, Unfounded> {
    let ruleWord = reason["rule"]?.string ?? ""
    let fieldWord = reason["field"]?.string ?? ""
    let quote = reason["quote"]?.string ?? ""
    guard let rule = PersonaRule(rawValue: ruleWord), PersonaRule.askedOfModel.contains(rule),
      let field = PersonaField(rawValue: fieldWord)
    else {
      return .failure(
        Unfounded(words: "dropped: '\(ruleWord)' in '\(fieldWord)' names no rule or field"))
    }
    guard let text = persona[field], let range = QuotedPassage.range(of: quote, in: text) else {
      let words =
        "dropped: \(ruleWord) quotes “\(quote.prefix(80))”, which is not in '\(fieldWord)'"
      return .failure(Unfounded(words: words))
    }
    let said = (reason["explanation"]?.string ?? "").trimmingWhitespace
    let words = String(said.prefix(maximumExplanationLength))
    return .success(
      PersonaFinding(
        stage: .model, rule: rule, verdict: .revise, field: field,
        quote: String(decoding: Array(text.utf8)[range], as: UTF8.self), range: range,
        explanation: words.isEmpty ? explanation(rule) : words))
  }
}
