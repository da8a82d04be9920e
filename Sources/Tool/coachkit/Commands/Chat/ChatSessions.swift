import CoachEngine
import CoachModel
import CoachSignals

/// The sessions of a chat: when one is over, what it brings, and what the person decides about it.
struct ChatSessions {
  let service: ChatService
  let zone: TimeZoneRules
  let screen: any ChatScreen
  /// Stores the state after every step, so that an interruption repeats one step at most.
  let save: (ChatState) throws -> Void
  /// The ids of the proposals that were shown last, in their order.
  private(set) var shown: [String] = []

  init(
    service: ChatService, zone: TimeZoneRules, screen: any ChatScreen,
    save: @escaping (ChatState) throws -> Void
  ) {
    self.service = service
    self.zone = zone
    self.screen = screen
    self.save = save
  }

  /// Closes the sessions that are over although nobody said so.
  mutating func closeOverdue(_ chat: inout ChatState, at now: Double) async throws {
    for (session, end) in chat.record.overdue(at: now, zone: zone) {
      try await close(session, end: end, in: &chat, at: now)
    }
  }

  /// Closes the session that goes on; returns whether there was one.
  mutating func closeCurrent(_ chat: inout ChatState, at now: Double) async throws -> Bool {
    guard let session = chat.record.session(in: chat.conversation.id), session.isAnswered else {
      return false
    }
    try await close(session, end: .app, in: &chat, at: now)
    return true
  }

  private mutating func close(
    _ session: Session, end: SessionEnd, in chat: inout ChatState, at now: Double
  ) async throws {
    screen.beginClosing()
    let today = zone.day(at: now)
    let closing = await service.close(
      session, end: end, in: &chat.record, on: today, zone: zone)
    chat.conversation.sessionStart = chat.conversation.messages.count
    try save(chat)
    guard let closing else { return }
    screen.show(closing)
    showProposals(chat)
    try offer(&chat, on: today)
  }

  /// Shows what the person has not decided about.
  mutating func showProposals(_ chat: ChatState) {
    let proposals = chat.record.profile.proposals
    shown = proposals.map(\.id)
    if !proposals.isEmpty { screen.show(proposals) }
  }

  /// Makes the offer that is due; the answer to one may be the moment for the other.
  func offer(_ chat: inout ChatState, on today: CalendarDay) throws {
    guard let offer = chat.record.offer.offer else { return }
    chat.record.offers.record(offer, .shown, sessions: chat.record.sessions.count, on: today)
    try save(chat)
    let language = chat.record.language
    let keys: (CopyKey, CopyKey, CopyKey) =
      switch offer {
      case .remember: (.offerRemember, .offerRememberDetail, .offerRememberYes)
      case .checkIn: (.offerCheckIn, .offerCheckInDetail, .offerCheckInYes)
      }
    screen.show(
      offer, question: service.copy.text(keys.0, in: language),
      detail: service.copy.text(keys.1, in: language),
      accept: service.copy.text(keys.2, in: language),
      decline: service.copy.text(.offerNotNow, in: language))
  }

  /// Carries out what the person decided, and returns what to tell them.
  func decide(_ decision: ChatDecision, in chat: inout ChatState, at now: Double) -> String {
    let today = zone.day(at: now)
    switch decision {
    case .answer(let offer, let isAccepted):
      chat.record.offers.record(
        offer, isAccepted ? .accepted : .declined, sessions: chat.record.sessions.count, on: today)
      guard offer == .remember, isAccepted else { return isAccepted ? "yes" : "not now" }
      chat.record.confirmDiscovery(at: now, on: today)
      return "remembered; /learned shows what is known"
    case .keep(let numbers):
      return act(on: numbers, in: &chat) { record, id in record.confirm(id, at: now, on: today) }
        + " kept"
    case .drop(let numbers):
      return act(on: numbers, in: &chat) { record, id in record.remove(id, at: now, on: today) }
        + " thrown away, for good"
    }
  }

  private func act(
    on numbers: [Int]?, in chat: inout ChatState, _ change: (inout PersonRecord, String) -> Bool
  ) -> String {
    let ids = numbers.map { $0.compactMap { shown.indices.contains($0 - 1) ? shown[$0 - 1] : nil } }
    var count = 0
    for id in ids ?? shown where change(&chat.record, id) { count += 1 }
    return "\(count)"
  }
}

/// What a person decides about offers and proposals.
enum ChatDecision: Hashable {
  case answer(Offer, isAccepted: Bool)
  /// Keeps the proposals with these numbers; nil for all that were shown.
  case keep([Int]?)
  case drop([Int]?)
}
