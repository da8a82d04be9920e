import CoachEngine
import CoachModel
import Documents
import LanguageModels
import PromptTemplates
import SourceFiles

/// A grader that asks one model, or a jury of models, to judge by a rubric.
struct ModelJudge: Grader {
  /// A question that is answered separately.
  struct Criterion: Sendable {
    var name: String
    var question: String
  }

  let id: String
  var summary: String {
    "Judged by \(models.map(\.description).joined(separator: ", ")): \(rubric)"
  }
  let rubric: String
  let criteria: [Criterion]
  /// The number of criteria that must be answered with yes; with `nil` the judge's own verdict counts.
  let minimumCriteria: Int?
  /// The levels by which the judge decides; `nil` if it passes or fails.
  let levels: JudgeLevels?
  let examples: [JSONValue]
  var models: [ModelReference]
  let parameters: ModelParameters
  /// The number of votes of each model.
  let votes: Int
  let rule: JuryRule
  let scope: GraderScope
  /// The number of messages before the judged one that are shown; `nil` for all.
  let shownHistory: Int?
  let prompt: PromptReference?

  /// The default temperature if a model votes more than once: at 0 its votes would be identical.
  static let votingTemperature = 0.7

  func grade(_ conversation: GradedConversation, with tools: GraderTools) async throws -> [Grade] {
    guard let prompts = tools.prompts else { throw GraderFailure("judges have no prompts here") }
    if let task = conversation.task {
      guard levels == nil else {
        throw GraderFailure("a judge by levels judges a coach's messages, not replies to tasks")
      }
      let prompt = try prompts.prompt(prompt, or: JudgePrompts.task)
      return try await judgingEach(of: conversation) { message in
        var material: JSONObject = [
          "inputs": .string(task.shownInputs), "reply": .string(message.events.writtenText),
        ]
        material["target"] = task.target.map { .string($0) }
        return [try await grade(message: message.number, material, with: prompt, tools: tools)]
      }
    }
    let prompt = try prompts.prompt(prompt, or: standardPrompt)
    guard scope == .message else {
      guard let last = conversation.messages.last else { return [] }
      let all = last.history + [Message(.assistant, last.visibleText)]
      return [
        try await grade(
          message: nil, ["conversation": all.spoken], with: prompt, tools: tools)
      ]
    }
    return try await judgingEach(of: conversation) { message in
      let history = message.history.suffix(shownHistory ?? .max)
      var material: JSONObject = ["message": .string(message.visibleText)]
      if !history.isEmpty { material["conversation"] = history.spoken }
      return [try await grade(message: message.number, material, with: prompt, tools: tools)]
    }
  }

  /// Returns the verdict on a message, or on all of them, from material that depends on the prompt.
  private func grade(
    message number: Int?, _ material: JSONObject, with prompt: PreparedPrompt, tools: GraderTools
  ) async throws -> Grade {
    var values = material
    values["rubric"] = .string(rubric)
    if !criteria.isEmpty {
      values["criteria"] = .array(
        criteria.map { ["name": .string($0.name), "question": .string($0.question)] })
    }
    if !examples.isEmpty { values["examples"] = .array(examples) }
    for (name, value) in levels?.inputs ?? [:] { values[name] = value }
    let rendered = try JudgePrompts.render(prompt, with: values)
    var parameters = ModelParameters(prompt.template.frontMatter).overridden(by: parameters)
    if votes > 1, self.parameters.temperature == nil, parameters.temperature ?? 0 == 0 {
      parameters.temperature = Self.votingTemperature
    }
    let names = criteria.map(\.name)
    var question = JudgeQuestion(
      grader: id, message: number, prompt: rendered, parameters: parameters,
      schema: try levels?.schema() ?? JudgeForm.schema(criteria: names),
      decisiveMembers: levels == nil ? JudgeForm.decisiveMembers : JudgeLevels.decisiveMembers)
    let message = material["message"]?.string ?? ""
    let seed = parameters.seed
    var ballots: [JudgeBallot] = []
    for reference in models {
      for vote in 1..<(votes + 1) {
        // The same question with the same seed would yield the same vote.
        if votes > 1 { question.parameters.seed = (seed ?? 0) &+ vote }
        let place = number.map { "\($0)" } ?? "all"
        let step = "\(place) \(reference)" + (votes > 1 ? " vote \(vote)" : "")
        let answer = try await question.answer(of: reference, step: step, tools: tools)
        ballots.append(
          JudgeBallot(answer, of: reference) { value in
            levels?.vote(value, on: message)
              ?? self.vote(JudgeForm.answer(value, criteria: names))
          })
      }
    }
    return try Grade(grader: id, message: number, ballots: ballots, rule: rule)
  }

  private func vote(_ answer: JudgeForm.Answer) -> JudgeBallot.Vote {
    var record: JSONObject = [
      "verdict": .string(answer.verdict.rawValue), "reasoning": .string(answer.reasoning),
    ]
    if !answer.criteria.isEmpty {
      record["criteria"] = .object(
        answer.criteria.reduce(into: JSONObject()) { $0[$1.name] = .string($1.answer) })
    }
    return JudgeBallot.Vote(
      verdict: decide(answer), degree: nil, reasoning: answer.reasoning, record: record)
  }

  /// Returns the vote of an answer: by its criteria if a number of them is demanded, otherwise its own verdict.
  private func decide(_ answer: JudgeForm.Answer) -> Grade.Verdict {
    guard let minimumCriteria else { return answer.verdict }
    let yes = answer.criteria.count { $0.answer == "yes" }
    let unsure = answer.criteria.count { $0.answer == "unsure" }
    if yes >= minimumCriteria { return .pass }
    return yes + unsure >= minimumCriteria ? .inconclusive : .fail
  }
}

extension ModelJudge {
  func asking(_ models: [ModelReference]) -> any Grader {
    var judge = self
    judge.models = models
    return judge
  }

  func facts(in workspace: PromptLibrary, areTasks: Bool) throws -> [String: String] {
    let prompts = try JudgePrompts(workspace: workspace)
    let prompt = try prompts.prompt(prompt, or: areTasks ? JudgePrompts.task : standardPrompt)
    var facts = ["prompt": prompt.digestedReference]
    // A preset is recorded by its name, and its levels may change.
    if let levels {
      let text = JSONValue.object(levels.inputs).text(.canonical)
      facts["rubric"] = ContentDigest(of: rubric + "\n" + text).short
    }
    return facts
  }

  /// The prompt that judges messages if the suite names none.
  private var standardPrompt: PromptReference {
    levels == nil ? JudgePrompts.judge : JudgePrompts.levels
  }

  /// The calls for one message, or for one conversation.
  var plannedCalls: GraderCalls {
    GraderCalls(
      calls: models.reduce(into: [:]) { $0[$1, default: 0] += votes },
      isWhole: scope == .conversation)
  }
}
