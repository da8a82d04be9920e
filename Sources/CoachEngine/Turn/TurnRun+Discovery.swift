import CoachDomains
import CoachModel
import JSON
import LanguageModels
import PromptTemplates
import StreamParsing

extension TurnRun {
  /// Returns the signals that come too early to end discovery, with the reason for ignoring them.
  func unbelievedSignals(_ route: TurnRoute) -> [String: String] {
    let configuration = turn.configuration
    guard route == .discovery, messageNumber < configuration.discoveryFloor else { return [:] }
    return [
      configuration.discoverySignal:
        "it comes with message \(messageNumber), and discovery closes from message"
        + " \(configuration.discoveryFloor) on"
    ]
  }

  /// Returns whether a reply ends discovery by its signal.
  func believes(_ streamed: StreamedReply) -> Bool {
    turn.configuration.discoveryFloor <= messageNumber && outcome.route == .discovery
      && streamed.tags.contains { $0.name == turn.configuration.discoverySignal }
  }

  /// Completes discovery if the coach has closed it, or at the ceiling.
  ///
  /// A reply that broke off before its signal does not close discovery. If the payload is unusable, the profile is
  /// extracted from the conversation instead.
  mutating func closeDiscovery(_ streamed: StreamedReply, isWhole: Bool) async {
    let isAtCeiling = isWhole && messageNumber >= turn.configuration.discoveryCeiling
    guard believes(streamed) || isAtCeiling else { return }
    outcome.isDiscoveryComplete = true
    outcome.signals.append(.discoveryCompleted)
    outcome.sessions = max(request.person.sessions, 1)
    outcome.access = try? request.access.after(.discoveryCompleted, at: now)
    let signal = streamed.tags.last { $0.name == turn.configuration.discoverySignal && $0.isUsable }
    let written = signal?.payload.flatMap { DiscoveryProfile($0) }.flatMap { $0.isEmpty ? nil : $0 }
    // A truncated payload lacks its last fields, which may be the most important ones.
    let isCut = signal?.repairs.contains(JSONRepair.cut.rawValue) ?? false
    if written == nil || isCut { await extractProfile() }
    if let written, outcome.discovery == nil { take(written, from: .signal) }
  }

  private mutating func take(_ profile: DiscoveryProfile, from source: DiscoverySource) {
    var profile = profile
    let ids = domains.map(\.id)
    // Unknown domain ids would be looked up in every later turn.
    profile.coachingDomains = profile.coachingDomains.map { $0.lowercased() }.filter(ids.contains)
    outcome.discovery = profile
    outcome.discoverySource = source
    let day = today.description
    outcome.memoryChanges += profile.values.map {
      .addValue(ContextProfile.Item(text: $0, source: .discovery, date: day))
    }
    guard !profile.ahaInsight.isEmpty else { return }
    outcome.memoryChanges.append(
      .remember(
        Memory(text: profile.ahaInsight, date: day, domain: profile.coachingDomains.first)))
  }

  private mutating func extractProfile() async {
    guard let prompt = try? dealt(turn.configuration.prompts.extraction).reference else {
      outcome.problems.append("no prompt draws the profile from the conversation")
      return
    }
    let extraction = DiscoveryExtraction(
      assembler: PromptAssembler(library: library), route: turn.models.tasks, prompt: prompt)
    let said = request.messages + [Message(.assistant, outcome.message?.text ?? "")]
    let (person, domains) = (request.person, domains)
    let limit = turn.configuration.extractionTimeout
    let result = await TurnTimeouts.result(within: limit, turn.clock) {
      await extraction.run(person, said, domains: domains)
    }
    guard let result else {
      outcome.problems.append("the profile could not be drawn within \(limit)")
      return
    }
    if let usage = result.usage {
      note(usage, of: prompt.description, by: turn.models.tasks.model.identity)
    }
    if let problem = result.problem { outcome.problems.append(problem) }
    if let profile = result.profile { take(profile, from: .extraction) }
  }
}
