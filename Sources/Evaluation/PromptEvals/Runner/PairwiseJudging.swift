import CoachEngine
import CoachModel
import CoachTranscripts
import Documents
import EvalGraders
import LanguageModels
import PromptTemplates
import SourceFiles

/// Asks a judge to compare a challenger's sample with the baseline's, in both orders.
struct PairwiseJudging: Sendable {
  let judge: PairwiseJudge
  let prompts: JudgePrompts

  /// Returns the verdict of one of the judge's models on a pair.
  ///
  /// Returns `nil` if a side has nothing to compare, or if a message to compare failed: the side that happened
  /// to get a reply would win.
  func verdict(
    of reference: ModelReference, baseline: EvalSample, challenger: EvalSample,
    past: PersonHistory? = nil, task: GradedTask? = nil,
    model: (_ step: String) throws -> any LanguageModel
  ) async throws -> PairwiseVerdict? {
    let (before, after) = (chosen(baseline), chosen(challenger))
    guard !(before + after).contains(where: { $0.error != nil }) else { return nil }
    let isTask = task != nil
    let (first, second) =
      isTask
      ? (before.map(\.reply).joined(), after.map(\.reply).joined())
      : (shown(before), shown(after))
    guard !first.isEmpty, !second.isEmpty else { return nil }
    var verdict = PairwiseVerdict(
      judge: judge.id, model: reference.description, sample: challenger.key, baselineFirst: nil,
      challengerFirst: nil, reasons: [])
    verdict.requests = Self.requests(before, after)
    for isSwapped in [false, true] {
      let step = "\(reference) \(isSwapped ? "challenger" : "baseline") first"
      var values: JSONObject = [
        "rubric": .string(judge.rubric),
        "first": .string(isSwapped ? second : first),
        "second": .string(isSwapped ? first : second),
      ]
      if let task {
        values["inputs"] = .string(task.shownInputs)
        values["target"] = task.target.map { .string($0) }
      } else {
        values["conversation"] = history(before)
        values["person"] = past?.about.map { .string($0) }
        values["earlier"] = past.flatMap { earlier($0, before) }
      }
      let (choice, reason) = try await ask(
        try model(step), by: JudgePrompts.pair(isTask: isTask, knowsPast: past != nil),
        with: values, step: step)
      if isSwapped { verdict.challengerFirst = choice } else { verdict.baselineFirst = choice }
      verdict.reasons.append(reason)
    }
    return verdict
  }

  /// Returns a digest of the requests that both sides answered; `nil` if one of them is not known.
  private static func requests(_ before: [EvalTurn], _ after: [EvalTurn]) -> String? {
    let sources = [before, after].map { turns in turns.map { $0.source?.identity } }
    let known = sources.map { $0.compactMap { $0 } }
    guard known.map(\.count) == sources.map(\.count), !known[0].isEmpty else { return nil }
    return ContentDigest(of: known.map { $0.joined(separator: " ") }.joined(separator: "\n")).short
  }

  private func ask(
    _ model: any LanguageModel, by reference: PromptReference, with values: JSONObject, step: String
  ) async throws -> (PairwiseVerdict.Choice?, String) {
    let prompt = try prompts.prompt(nil, or: reference)
    let rendered = try JudgePrompts.render(prompt, with: values)
    let parameters = ModelParameters(prompt.template.frontMatter).overridden(by: judge.parameters)
    let request = ModelRequest(rendered, parameters: parameters, label: "\(judge.id) · \(step)")
    do {
      let reply = try await model.value(
        for: request, schema: try JudgeForm.pairSchema(), named: "comparison",
        reading: JudgeForm.reading(
          deciding: JudgeForm.decisiveMembersOfPairs, shown: request.messages)
      ) { json in json }
      let choice = reply.value["better"]?.string.flatMap(PairwiseVerdict.Choice.init)
      return (choice, reply.value["reasoning"]?.string ?? "")
    } catch let error as StructuredOutputError {
      guard !error.cause.endsRun else { throw error.cause }
      return (nil, JudgeForm.explanation(of: error))
    }
  }

  /// Returns the text to compare: the chosen messages, or the whole conversation.
  private func shown(_ turns: [EvalTurn]) -> String {
    guard judge.turns == nil, turns.count > 1 else {
      return turns.map(\.visibleText).joined(separator: "\n\n")
    }
    return turns.map { turn in
      let person = turn.personBefore.map { "Person: \($0)\n" } ?? ""
      return "\(person)Coach: \(turn.visibleText)"
    }.joined(separator: "\n")
  }

  private func chosen(_ sample: EvalSample) -> [EvalTurn] {
    guard let turns = judge.turns else { return sample.turns }
    let length = sample.turns.map(\.number).max() ?? 0
    return sample.turns.filter { turns.includes($0.number, of: length) }
  }

  /// Returns the sessions that the messages to compare should remember; `nil` if there are none.
  private func earlier(_ past: PersonHistory, _ turns: [EvalTurn]) -> JSONValue? {
    let days = Set(turns.flatMap { past.needed(for: $0.number) }.map(\.day))
    let sessions = past.sessions.filter { days.contains($0.day) }
    guard !sessions.isEmpty else { return nil }
    return .array(
      sessions.map { session in
        ["day": .string(session.day.description), "messages": session.messages.spoken]
      })
  }

  /// Returns what the person said before the first message to compare.
  private func history(_ turns: [EvalTurn]) -> JSONValue {
    let before = judge.turns == nil ? nil : turns.first?.personBefore
    return (before.map { [Message(.user, $0)] } ?? []).spoken
  }
}
