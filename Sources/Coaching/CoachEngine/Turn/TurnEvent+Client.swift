import CoachAccess
public import CoachModel
import CoachSignals
import StreamParsing

extension TurnEvent {
  /// The event for an app; `nil` for what is not the person's.
  ///
  /// Send this and nothing else:
  ///
  /// ```swift
  /// for await event in service.reply(to: request).paced() {
  ///   if let event = event.forClient { send(event.json) }
  /// }
  /// ```
  public var forClient: ClientEvent? {
    switch self {
    case .started(let start): .started(messageID: start.messageID)
    case .notice(let notice): .notice(notice)
    case .text(let text): .text(text, tag: nil)
    case .replaced(let text): .replaced(text)
    case .tag(let tag): tag.tag.words.map { .text($0, tag: tag.name) }
    case .continued, .finding: nil
    case .crisisDetected(let notice):
      .crisisDetected(
        resources: notice.resources, emergencyNumber: notice.emergencyNumber)
    case .help(let text): .help(text)
    case .limits(let notice, let text):
      .limits(notice.forPerson, text: text)
    case .refused(let refusal): .refused(refusal)
    case .failed(let failure):
      .failed(failure.code, text: failure.text, keepsText: failure.keepsText)
    case .done(let outcome):
      .done(
        ClientOutcome(
          messageID: outcome.message?.id, isPartial: outcome.message?.isPartial ?? false,
          isDiscoveryComplete: outcome.isDiscoveryComplete,
          isReflectionAccepted: outcome.isReflectionAccepted, offer: outcome.offer?.rawValue,
          nextNoticeAt: outcome.nextNoticeAt))
    }
  }
}
