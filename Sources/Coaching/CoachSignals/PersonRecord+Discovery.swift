public import CoachModel

extension Session {
  /// Whether it is a discovery conversation that has come to its end: nothing that is said after it belongs to it.
  public var isCompletedDiscovery: Bool {
    discovery != nil || signals.contains { $0.signal == .discoveryCompleted }
  }
}

extension PersonRecord {
  /// The person's time zone by the rules of the system's database; UTC for one that is unknown.
  var zone: TimeZoneRules { timeZone.flatMap { try? TimeZoneRules(named: $0) } ?? .utc }

  /// Ends the discoveries that are complete, as far as no model is needed. Returns whether there were any.
  ///
  /// A turn does so before it looks at the record, so that the first paid message finds what discovery brought and is not
  /// counted into it, also if nobody closed the session. Closing the session first is better: then models write its title
  /// and its notes. To close it again, here or on another device, changes nothing.
  @discardableResult
  public mutating func closeCompletedDiscoveries(on day: CalendarDay) -> Bool {
    let completed = open.filter(\.isCompletedDiscovery)
    for session in completed {
      if let outcome = closing(session, end: .completed, zone: zone) {
        apply(outcome, on: day)
      } else {
        discard(session)
      }
    }
    return !completed.isEmpty
  }

  /// What the discovery found, for what is shown right after it and stored nowhere; `nil` if it found nothing, there was
  /// another session since, or the person declined to be remembered.
  public func justDiscovered(on day: CalendarDay) -> DiscoveryProfile? {
    var record = self
    record.closeCompletedDiscoveries(on: day)
    guard record.sessions.count == 1, !record.declinesMemory else { return nil }
    return DiscoveryProfile(record.profile.items.filter { $0.source == .discovery })
  }

  /// Returns what a conversation is for; `nil` if nothing is known of it.
  ///
  /// One that began as a discovery stays one: the person goes on in the same thread after a purchase.
  public func kind(ofConversation id: String) -> ConversationKind? {
    let kinds =
      sessions.records.filter { $0.conversation == id }.map(\.kind)
      + open.filter { $0.conversation == id }.sorted { $0.times.first < $1.times.first }
      .map(\.kind)
    return kinds.contains(.discovery) ? .discovery : kinds.first
  }
}
