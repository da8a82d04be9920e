import CoachAccess
import CoachDomains
import CoachModel
import JSON
import LanguageModels
import PromptTemplates
import StreamParsing

extension TurnRun {
  /// Returns the signals that come too early to end discovery, with the reason for ignoring them.
  func unbelievedSignals(_ route: TurnRoute) -> [String: String] {
    let configuration = service.configuration
    guard route == .discovery, messageNumber < configuration.discovery.floor else { return [:] }
    return [
      configuration.discovery.signal:
        "it comes with message \(messageNumber), and discovery closes from message"
        + " \(configuration.discovery.floor) on"
    ]
  }

  /// Returns whether a reply ends discovery by its signal.
  func believes(_ streamed: StreamedReply) -> Bool {
    service.configuration.discovery.floor <= messageNumber && outcome.route == .discovery
      && streamed.tags.contains { $0.name == service.configuration.discovery.signal }
  }

  /// Completes discovery if the coach has closed it, or at the ceiling.
  ///
  /// Before the ceiling, a reply that broke off before its signal does not close discovery. At the ceiling it does:
  /// otherwise whoever hangs up on each reply would have an endless free conversation. It does not while a message may signal
  /// danger: nobody is shown a paywall then. If the payload is unusable, the
  /// profile is extracted from the conversation instead, even if the reader has left, since discovery happens once.
  mutating func closeDiscovery(_ streamed: StreamedReply) async {
    let isAtCeiling =
      messageNumber >= service.configuration.discovery.ceiling && !isNearDanger
    guard believes(streamed) || isAtCeiling else { return }
    outcome.discovery = DiscoveryEnd()
    outcome.updates.signals.append(.discoveryCompleted)
    outcome.updates.access = try? request.access.after(.discoveryCompleted, at: now)
    let signal = streamed.tags.last {
      $0.name == service.configuration.discovery.signal && $0.isUsable
    }
    let written = signal?.payload.flatMap { DiscoveryProfile($0) }.flatMap { $0.isEmpty ? nil : $0 }
    // A truncated payload lacks its last fields, which may be the most important ones.
    let isCut = signal?.repairs.contains(JSONRepair.cut.rawValue) ?? false
    if written == nil || isCut { await extractProfile() }
    if let written, outcome.discovery?.profile == nil { take(written, from: .signal) }
  }

  private mutating func take(_ profile: DiscoveryProfile, from source: DiscoverySource) {
    var profile = profile
    let ids = domains.map(\.id)
    // Unknown domain ids would be looked up in every later turn.
    profile.coachingDomains = profile.coachingDomains.map { $0.lowercased() }.filter(ids.contains)
    outcome.discovery = DiscoveryEnd(profile: profile, source: source)
  }

  private mutating func extractProfile() async {
    let said = request.messages + [Message(.assistant, outcome.message?.text ?? "")]
    var task = PromptTask.discoveryProfile(
      from: said, for: request.person, domains: domains,
      prompt: service.configuration.prompts.extraction)
    task.timeout = service.configuration.timeouts.extraction
    switch await service.tasks.runToEnd(task) {
    case .success(let result):
      outcome.trace.calls.append(result.call)
      take(result.value, from: .extraction)
    case .failure(let error):
      if let call = error.call { outcome.trace.calls.append(call) }
      outcome.trace.problems.append("the profile could not be extracted: \(error)")
    }
  }
}
