package import CoachDomains
package import CoachModel
package import CoachSafety
import CoachSignals
import Documents
package import PromptTemplates
import SourceFiles

/// What a turn depends on, as values: its request, and the product's content and settings when it started.
///
/// The stages that ask nobody are functions of it: the prompt of a turn, the reply to a crisis, the lines of help. A turn
/// and an evaluation call the same ones, so that an evaluation measures what a person would get.
package struct TurnInputs: Sendable {
  /// The request, without messages that contain no text, and with the discovery closed if it is complete.
  package let request: TurnRequest
  package let library: PromptLibrary
  package let domains: [DomainConfig]
  package let configuration: TurnConfiguration
  package let copy: MessageCatalog
  package let resources: ResourceTable
  /// The current day at the person's location.
  package let today: CalendarDay

  /// Creates the inputs of a turn.
  /// - Parameter today: The day if the request does not say one.
  package init(
    _ request: TurnRequest, library: PromptLibrary, domains: [DomainConfig],
    configuration: TurnConfiguration, copy: MessageCatalog = .builtIn,
    resources: ResourceTable = .builtIn, today: CalendarDay
  ) {
    self.library = library
    self.domains = domains
    self.configuration = configuration
    self.copy = copy
    self.resources = resources
    self.today = request.today ?? today
    self.request = request.withoutBlankMessages.withoutCompletedDiscoveries(on: self.today)
  }

  /// The number of the coach message to be written, from 1.
  package var messageNumber: Int {
    request.conversation.messages.count { $0.role == .assistant } + 1
  }

  /// Returns what the conversation is for, which stays what it began as; `nil` while that is unknown.
  func kind(after route: TurnRoute) -> ConversationKind? {
    if route == .discovery { return .discovery }
    let conversation = request.conversation
    if let kind = conversation.kind, !ConversationKind.standard.contains(kind) { return kind }
    let known = request.record?.kind(ofConversation: conversation.id)
    let discovery = configuration.prompts.discovery.name
    // First: a journey names the kind of its phase, which is another one after a purchase.
    let wasDiscovery =
      conversation.kind == .discovery || known == .discovery
      || conversation.assignments.contains { $0.reference.name == discovery }
    return wasDiscovery ? .discovery : conversation.kind ?? known ?? route.kind
  }

  /// Returns the version of a prompt that the conversation keeps unless `keepsEarlier` is false, or that is assigned to the
  /// person; `nil` for a prompt whose version is given.
  func assigned(
    _ prompt: PromptReference, keepsEarlier: Bool = true
  ) throws(SourceError) -> PromptAssignment? {
    guard prompt.version == nil else { return nil }
    return try library.assign(
      request.person.id, to: prompt.name,
      keeping: keepsEarlier ? request.conversation.assignments : [])
  }

  /// Returns the guardrails for one reply, by the product's policy, which is stricter in a crisis. The reply must not repeat
  /// `instructions`.
  func guardrail(
    isDiscovery: Bool, isCrisis: Bool = false, instructions: [String] = []
  ) -> ReplyGuard {
    let policy = configuration.guardrails
    return ReplyGuard(
      policy: isCrisis ? policy.inCrisis : policy, isDiscovery: isDiscovery,
      language: request.person.language, instructions: instructions, checks: configuration.checks)
  }

  /// Returns a text of the message catalog in the person's language.
  func text(_ key: CopyKey, with values: CopyValues = CopyValues()) -> String {
    copy.text(key, in: request.person.language, with: values)
  }
}
