import CoachModel
import TestKit
import Testing

@testable import CoachSignals

@Suite("Progress on goals comes from recent sessions, and goes with what it rests on")
struct GoalProgressTests {
  private let noon = 1_795_694_400.0
  private var day: CalendarDay { CalendarDay(unixTime: noon) }

  /// A record with a session for each number of days ago, in each of which there was progress on a goal.
  private func record(daysAgo: [Int]) throws -> (PersonRecord, goal: String) {
    var record = PersonRecord(id: "p", salt: "s")
    let added = record.add("row a marathon", category: .goals, on: day)
    let goal = try #require(added)
    for (number, ago) in daysAgo.enumerated() {
      record.note(
        [
          SessionMessage(
            id: "m\(number)", role: .user, text: "I rowed further than ever.",
            time: noon - Double(ago) * 86_400)
        ], in: "c\(number)", kind: .coaching)
      var outcome = try #require(record.closing(record.open[0], end: .app, zone: .utc))
      outcome.session.progress = [GoalMention(goal: goal, message: "m\(number)")]
      record.apply(outcome, on: day)
    }
    return (record, goal)
  }

  @Test(
    "sessions of the last 60 days count, and of them the last ten",
    arguments: [
      ([], nil), ([61], nil), ([60], 1), ([70, 20, 3], 2), ([0, 0], 2),
      (Array(stride(from: 30, to: 0, by: -2)), 10),
    ] as [([Int], Int?)])
  func recent(daysAgo: [Int], sessions: Int?) throws {
    let (record, goal) = try record(daysAgo: daysAgo)
    let found = record.goalProgress(on: day)
    expect(found.first?.sessions, equals: sessions)
    guard sessions != nil, let last = daysAgo.min() else { return }
    expect(
      found,
      equals: [
        GoalProgress(
          id: goal, goal: "row a marathon", sessions: sessions ?? 0,
          last: day.adding(days: -last).description)
      ])
  }

  @Test("only goals that exist have progress, in the words that they have now")
  func existing() throws {
    var (record, goal) = try record(daysAgo: [3, 2])
    record.edit(goal, text: "row a whole marathon", on: day)
    expect(record.goalProgress(on: day).map(\.goal), equals: ["row a whole marathon"])
    record.remove(goal, at: noon, on: day)
    expect(record.goalProgress(on: day), equals: [])
    // The same goal, entered again, begins anew.
    record.add("row a whole marathon", category: .goals, on: day)
    expect(record.goalProgress(on: day), equals: [])
  }

  @Test("a proposed goal has no progress before the person confirms it")
  func proposed() {
    var record = PersonRecord(id: "p", salt: "s")
    record.profile.propose(
      [
        ProfileDraft(
          category: .goals, text: "sing", source: .conversation, confidence: 1, evidence: [])
      ], language: "en", on: day)
    expect(record.trackedGoals, equals: [])
    record.confirm(record.profile.items[0].id, at: noon, on: day)
    expect(record.trackedGoals.map(\.text), equals: ["sing"])
  }

  @Test("progress is forgotten with its message and with its conversation, in every copy")
  func forgetting() throws {
    let (old, _) = try record(daysAgo: [3, 2, 1])
    var record = old
    record.forget(messages: ["m1"])
    for copy in [record, record.merged(with: old), old.merged(with: record)] {
      expect(copy.goalProgress(on: day).map(\.sessions), equals: [2])
    }
    record.forget(conversation: "c2")
    for copy in [record, record.merged(with: old), old.merged(with: record)] {
      expect(
        copy.goalProgress(on: day).map(\.last), equals: [day.adding(days: -3).description])
    }
  }

  @Test("progress that was dismissed is not noted again for the goal")
  func dismissing() throws {
    var (record, goal) = try record(daysAgo: [2])
    expect(record.remove("progress/\(goal)", at: noon, on: day), equals: true)
    expect(record.trackedGoals, equals: [])
    expect(record.profile.usable.map(\.text), equals: ["row a marathon"])
  }
}
