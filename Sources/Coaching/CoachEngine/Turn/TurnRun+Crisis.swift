import CoachAccess
import CoachSafety
import LanguageModels

extension TurnRun {
  /// Answers a message that signals a crisis. Such a message is never refused, counted, or left without a reply.
  mutating func answer(_ crisis: PreparedCrisisReply) async {
    outcome.safety = crisis.notice.assessment
    outcome.route = .crisis
    outcome.trace.timings.access = elapsed
    await pipe.send(.crisisDetected(crisis.notice))
    if !crisis.firstText.isEmpty { await show(crisis.firstText + "\n\n") }
    let streamed = await stream(crisis)
    let (delivered, isDeclined) = (streamed.delivered, streamed.isDeclined)
    let ending = crisis.ending(after: delivered, isDeclined: isDeclined)
    if !ending.text.isEmpty {
      await show(delivered.text.isEmpty ? ending.text : "\n\n" + ending.text)
    }
    outcome.message = CoachReply(
      id: request.messageID, text: crisis.text(with: delivered, ending: ending.text),
      written: streamed.reply.words, tags: [],
      finish: ending.replacesReply ? nil : streamed.reply.finish, isPartial: false)
  }

  private mutating func show(_ text: String) async {
    await pipe.send(.text(text))
    recordFirstText(at: service.clock.now())
  }

  private mutating func stream(_ crisis: PreparedCrisisReply) async -> StreamedReply {
    guard
      await counting.mayAskModel(.crisis, within: service.configuration.access.crisisWindows)
    else { return StreamedReply() }
    switch crisis.turn {
    case .failure(let error):
      outcome.trace.problems.append("the prompt for a crisis: \(error)")
      return StreamedReply()
    case .success(let prepared):
      let streamed = await stream(
        prepared, route: service.models.crisis, timeouts: service.configuration.timeouts.crisis,
        opening: crisis.firstText.isEmpty ? "" : crisis.firstText + "\n\n")
      if let error = streamed.error {
        outcome.trace.problems.append("the reply to a crisis: \(error)")
      }
      if streamed.isDeclined {
        outcome.trace.problems.append("the model declined to answer a crisis")
      }
      return streamed
    }
  }
}
