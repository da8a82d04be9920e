import CoachEngine
import CoachModel
import Documents
import LanguageModels
import PromptTemplates

/// A grader that asks one model, or a jury of models, to judge by a rubric.
struct ModelJudge: Grader {
  /// A question that is answered separately.
  struct Criterion: Sendable {
    var name: String
    var question: String
  }

  /// The rule by which the votes of a jury make a pass.
  enum Rule: String, CaseIterable {
    /// More votes for than against.
    case majority
    /// No vote against and at least one for.
    case all
    /// At least one vote for.
    case any
  }

  let id: String
  var summary: String {
    "Judged by \(models.map(\.description).joined(separator: ", ")): \(rubric)"
  }
  let rubric: String
  let criteria: [Criterion]
  /// The number of criteria that must be answered with yes; with `nil` the judge's own verdict counts.
  let minimumCriteria: Int?
  let examples: [JSONValue]
  var models: [ModelReference]
  let parameters: ModelParameters
  /// The number of votes of each model.
  let votes: Int
  let rule: Rule
  let scope: GraderScope
  /// The number of messages before the judged one that are shown; `nil` for all.
  let shownHistory: Int?
  let prompt: PromptReference?

  /// The default temperature if a model votes more than once: at 0 its votes would be identical.
  static let votingTemperature = 0.7

  func grade(_ conversation: GradedConversation, with tools: GraderTools) async throws -> [Grade] {
    guard let prompts = tools.prompts else { throw GraderFailure("judges have no prompts here") }
    if let task = conversation.task {
      let prompt = try prompts.prompt(prompt, or: JudgePrompts.task)
      return try await judgingEach(of: conversation) { message in
        var material: JSONObject = [
          "inputs": .string(task.shownInputs), "reply": .string(message.events.writtenText),
        ]
        material["target"] = task.target.map { .string($0) }
        return [try await grade(message: message.number, material, with: prompt, tools: tools)]
      }
    }
    let prompt = try prompts.prompt(prompt, or: JudgePrompts.judge)
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
    let rendered = try JudgePrompts.render(prompt, with: values)
    var parameters = ModelParameters(prompt.template.frontMatter).overridden(by: parameters)
    if votes > 1, self.parameters.temperature == nil, parameters.temperature ?? 0 == 0 {
      parameters.temperature = Self.votingTemperature
    }
    let seed = parameters.seed
    var ballots: [Ballot] = []
    for reference in models {
      for vote in 1..<(votes + 1) {
        // The same question with the same seed would yield the same vote.
        if votes > 1 { parameters.seed = (seed ?? 0) &+ vote }
        let place = number.map { "\($0)" } ?? "all"
        let step = "\(place) \(reference)" + (votes > 1 ? " vote \(vote)" : "")
        ballots.append(
          try await ask(
            reference, about: number, with: rendered, parameters: parameters, step: step,
            tools: tools)
        )
      }
    }
    return try verdict(on: number, from: ballots)
  }

  private func ask(
    _ reference: ModelReference, about message: Int?, with rendered: RenderedPrompt,
    parameters: ModelParameters, step: String, tools: GraderTools
  ) async throws -> Ballot {
    let names = criteria.map(\.name)
    let request = ModelRequest(rendered, parameters: parameters, label: "judge \(id) · \(step)")
    do throws(StructuredOutputError) {
      let model = try? tools.model(reference, step, message)
      guard let model else { return Ballot(model: reference, failure: "there is no such model") }
      let schema = try? JudgeForm.schema(criteria: names)
      guard let schema else { return Ballot(model: reference, failure: "its schema is invalid") }
      let reply = try await model.value(
        for: request, schema: schema, named: "verdict",
        reading: JudgeForm.reading(deciding: JudgeForm.decisiveMembers, shown: request.messages)
      ) { json in json }
      return Ballot(model: reference, answer: JudgeForm.answer(reply.value, criteria: names))
    } catch {
      // A judge that cannot be asked any more ends the run; one that answers badly loses its vote.
      guard !error.cause.endsRun else { throw error }
      return Ballot(
        model: reference, failure: JudgeForm.explanation(of: error),
        reply: error.replies.last?.text)
    }
  }
}

/// One vote, or the reason why there is none.
private struct Ballot {
  var model: ModelReference
  var answer: JudgeForm.Answer?
  var failure: String?
  /// The reply that could not be read.
  var reply: String?

  var json: JSONValue {
    var object: JSONObject = ["model": .string(model.description)]
    object["failure"] = failure.map { .string($0) }
    object["reply"] = reply.map { .string($0) }
    if let answer {
      object["verdict"] = .string(answer.verdict.rawValue)
      object["reasoning"] = .string(answer.reasoning)
      if !answer.criteria.isEmpty {
        object["criteria"] = .object(
          answer.criteria.reduce(into: JSONObject()) { $0[$1.name] = .string($1.answer) })
      }
    }
    return .object(object)
  }
}

extension ModelJudge {
  private func verdict(on number: Int?, from ballots: [Ballot]) throws -> Grade {
    let answers = ballots.compactMap(\.answer)
    guard !answers.isEmpty else {
      let failed = ballots.first { $0.failure != nil }
      throw GraderFailure(failed?.failure ?? "no judge answered", reply: failed?.reply)
    }
    let votes = answers.map(decide)
    let yes = votes.count { $0 == .pass }
    let no = votes.count { $0 == .fail }
    let verdict: Grade.Verdict =
      switch rule {
      case .majority: yes > no ? .pass : no > yes ? .fail : .inconclusive
      case .all: no > 0 ? .fail : yes > 0 ? .pass : .inconclusive
      case .any: yes > 0 ? .pass : no > 0 ? .fail : .inconclusive
      }
    let speaking = zip(votes, answers).first { $0.0 == verdict }?.1 ?? answers.first
    let lost = ballots.count - answers.count
    var reason = speaking?.reasoning ?? ""
    if ballots.count > 1 {
      reason += " (\(yes) for, \(no) against\(lost > 0 ? ", \(lost) failed" : ""))"
    }
    return Grade(
      grader: id, message: number, verdict: verdict, reason: reason.isEmpty ? nil : reason,
      details: ["votes": .array(ballots.map(\.json))])
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
    let prompt = try prompts.prompt(prompt, or: areTasks ? JudgePrompts.task : JudgePrompts.judge)
    return ["prompt": prompt.digestedReference]
  }

  /// The calls for one message, or for one conversation.
  var plannedCalls: GraderCalls {
    GraderCalls(
      calls: models.reduce(into: [:]) { $0[$1, default: 0] += votes },
      isWhole: scope == .conversation)
  }
}
