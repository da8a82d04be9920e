import Documents
import SourceFiles

/// A reminder of something that was put off.
public struct JourneyReminder: Sendable {
  /// The name, unique in the journey.
  public let name: String
  /// The number of days after which it is due.
  public let days: Int
  /// The keys of the texts in the message catalog that the person reads.
  public let copy: [String]
  /// What can be done with it.
  public let actions: [JourneyAction]
  let when: JourneyCondition
  /// The fact with the time from which the days count.
  let start: String
  /// The fact with the time until which it is snoozed; `nil` if it cannot be.
  let snoozed: String?

  init(_ entry: DocumentEntry) throws(SourceError) {
    var map = try MappingReader(entry.value, "the reminder '\(entry.key)'")
    name = entry.key
    copy = try map.optional("copy")?.copyKeys("'copy'") ?? []
    when = try JourneyCondition(try map.required("when"))
    start = try map.string("from")
    days = try map.required("days").integer("'days'", in: 0...3_650)
    snoozed = try map.optional("snoozed")?.string("'snoozed'")
    var actions: [JourneyAction] = []
    for entry in try MappingReader(try map.required("actions"), "'actions'").entries {
      actions.append(try JourneyAction(entry))
    }
    self.actions = actions
    try map.finish()
  }

  /// Returns when the reminder is due in seconds since 1970; `nil` if it does not apply.
  func due(for facts: JSONValue) -> Double? {
    guard when.holds(for: facts), let begin = facts[start]?.number else { return nil }
    let due = begin + Double(days) * 86_400
    return max(due, snoozed.flatMap { facts[$0]?.number } ?? due)
  }
}
