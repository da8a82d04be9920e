import CoachSignals
import Conversations
import LanguageModels
import PromptTemplates

extension TurnRun {
  /// Before this coach message a signal is not believed: nobody has been understood by then.
  private static let earliestClose = 8

  /// Completes discovery when the coach has closed it, or at the ceiling.
  ///
  /// A reply that broke off before its signal closes nothing. A bad payload costs the person nothing: the
  /// profile is drawn from the conversation instead.
  mutating func closeDiscovery(_ spoken: SpokenReply, isWhole: Bool) async {
    let number = request.conversation.messages.count { $0.role == .assistant } + 1
    let signal = spoken.tags.last { $0.name == turn.configuration.discoverySignal }
    let isSignalled = signal != nil && number >= Self.earliestClose
    guard isSignalled || isWhole && number >= turn.configuration.discoveryCeiling else { return }
    outcome.isDiscoveryComplete = true
    outcome.signals.append(.discoveryCompleted)
    outcome.access = try? request.access.after(.discoveryCompleted, at: now)
    let profile = signal.flatMap { $0.isUsable ? $0.payload : nil }.flatMap { DiscoveryProfile($0) }
    if let profile {
      outcome.discovery = profile
      outcome.discoverySource = .signal
    } else {
      await extractProfile(closing: spoken.text)
    }
    guard let profile = outcome.discovery else { return }
    let day = today.description
    outcome.memoryChanges += profile.values.map {
      .addValue(ContextProfile.Item(text: $0, source: .discovery, date: day))
    }
    if !profile.ahaInsight.isEmpty {
      let domain = profile.coachingDomains.first
      outcome.memoryChanges.append(
        .remember(Memory(text: profile.ahaInsight, date: day, domain: domain)))
    }
  }

  private mutating func extractProfile(closing text: String) async {
    let library = turn.prompts()
    let name = turn.configuration.prompts.extraction
    let prompt =
      name.version == nil
      ? (try? library.assign(request.person.id, to: name.name).reference) ?? name : name
    let route = turn.models.tasks
    let result = await DiscoveryExtraction(
      assembler: PromptAssembler(library: library), route: route, prompt: prompt
    ).run(
      request.person, request.messages + [Message(.assistant, text)], domains: turn.domains())
    note(result.usage, of: result.prompt, by: route.model.identity)
    outcome.discovery = result.profile
    if result.profile != nil { outcome.discoverySource = .extraction }
  }
}
