import CoachModel
import CoachSignals
import Documents
import Testing
import TestKit

@Suite("Nudges for many people")
struct NudgePlanTests {
  private let today = CalendarDay(number: 20_783)

  /// A candidate who was away for some days, in the form in which a backend keeps it.
  private func candidate(
    _ id: String, away: Int = 5, allowed: Bool = true, more: JSONObject = [:]
  ) throws -> NudgeCandidate {
    var json: JSONObject = [
      "v": 1, "id": .string(id), "is_allowed": .bool(allowed),
      "session_days": [.string(today.adding(days: -away).description)],
    ]
    for (name, value) in more { json[name] = value }
    return try NudgeCandidate(json: .object(json))
  }

  private func event(in days: Int, key: String = "e") -> JSONObject {
    ["events": [["key": .string(key), "day": .string(today.adding(days: days).description)]]]
  }

  @Test("a candidate has the rules of its record, and nothing that the person said")
  func sameRules() throws {
    var numbers = SplitMix(seed: 3)
    var kinds: Set<String> = []
    for number in 0..<300 {
      var record = PersonRecord(id: "p\(number)", salt: "s")
      for _ in 0..<numbers.below(4) {
        let day = today.adding(days: -numbers.below(12))
        let session = Session(
          conversation: "c\(numbers.below(100))", kind: .coaching, language: "en",
          messages: [
            SessionMessage(
              id: "m\(numbers.below(1_000))", role: .user,
              text: "The secret interview is in \(1 + numbers.below(9)) days.",
              time: day.unixTime + 4_000)
          ])
        if let outcome = record.closing(session, end: .app, zone: .utc) {
          record.apply(outcome, on: day)
        }
      }
      record.offers.record(
        .checkIn, numbers.once(in: 5) ? .declined : .accepted, sessions: 1,
        on: today.adding(days: -9))
      if numbers.once(in: 3) {
        let day = today.adding(days: -numbers.below(5))
        record.nudges.record(record.nudge(on: day, remainingCalls: 1), isSent: true, on: day)
      }
      let decision = record.nudge(on: today, remainingCalls: 1)
      let candidate = record.nudgeCandidate()
      #expect(!candidate.json.text().contains("secret"))
      var plan = NudgePlan(on: today, cap: 1)
      let settled = plan.consider(try NudgeCandidate(json: candidate.json))
      #expect(plan.chosen.first?.kind == decision.occasion?.kind)
      #expect(settled?.reason == (decision.occasion == nil ? decision.reason : nil))
      kinds.insert(decision.occasion?.kind ?? decision.reason)
    }
    #expect(kinds.count >= 5, "\(kinds)")
  }

  @Test("eligibility comes before the cap, and an event before everything else")
  func priority() throws {
    var plan = NudgePlan(on: today, cap: 3)
    var settled: [NudgePlan.Settled] = []
    for number in 0..<40 {
      settled += [plan.consider(try candidate("away-\(number)"))].compactMap { $0 }
      settled += [plan.consider(try candidate("no-\(number)", allowed: false))].compactMap { $0 }
    }
    settled += [plan.consider(try candidate("theme", more: ["themes": ["t"]]))].compactMap { $0 }
    settled += [plan.consider(try candidate("event", more: event(in: 1)))].compactMap { $0 }
    #expect(plan.chosen.map(\.kind) == ["event", "pattern", "re_engagement"])
    #expect(plan.chosen.prefix(2).map(\.person) == ["event", "theme"])
    #expect(plan.considered == 82 && settled.count == 79)
    let reasons = Dictionary(grouping: settled, by: \.reason).mapValues(\.count)
    #expect(
      reasons == [
        "the person did not accept check-ins": 40, "the daily cap of nudges is reached": 39,
      ])
  }

  @Test("who is told that a trial ends comes first, and does not count towards the cap")
  func trialEnds() throws {
    var plan = NudgePlan(on: today, cap: 1)
    let end: JSONObject = ["trial_end": .string(today.adding(days: 1).description)]
    for number in 0..<3 {
      let candidate = try candidate("trial-\(number)", away: 1, allowed: number > 0, more: end)
      #expect(plan.consider(candidate) == nil)
      #expect(try NudgeCandidate(json: candidate.json) == candidate)
    }
    #expect(plan.consider(try candidate("event", more: event(in: 1))) == nil)
    let over = plan.consider(try candidate("away"))
    #expect(over?.reason == "the daily cap of nudges is reached")
    #expect(Set(plan.chosen.prefix(3).map(\.kind)) == ["trial_ending"])
    #expect(plan.chosen.map(\.needsModel) == [false, false, false, true])
    #expect(plan.chosen.last?.person == "event")
  }

  @Test("every person is settled or chosen exactly once, and the cap is never exceeded")
  func complete() throws {
    for cap in [0, 1, 7, 100, 1_000] {
      var plan = NudgePlan(on: today, cap: cap)
      var settled: Set<String> = []
      for number in 0..<300 {
        let more = number % 7 == 0 ? event(in: 0) : [:]
        let found = plan.consider(
          try candidate("p\(number)", away: number % 6, allowed: number % 4 != 0, more: more))
        if let found { #expect(settled.insert(found.person).inserted) }
        #expect(plan.chosen.count <= cap)
      }
      let chosen = Set(plan.chosen.map(\.person))
      #expect(settled.isDisjoint(with: chosen) && settled.count + chosen.count == 300)
    }
  }

  @Test("the choice among equals does not depend on the order, and differs from day to day")
  func fairness() throws {
    func chosen(_ ids: [String], on day: CalendarDay) throws -> Set<String> {
      var plan = NudgePlan(on: day, cap: 20)
      for id in ids { _ = plan.consider(try candidate(id)) }
      return Set(plan.chosen.map(\.person))
    }
    let ids = (0..<400).map { "p\($0)" }
    let first = try chosen(ids, on: today)
    let backwards = try chosen(ids.reversed(), on: today)
    #expect(backwards == first)
    let next = try chosen(ids, on: today.adding(days: 1))
    #expect(first.intersection(next).count < 10)
    // Over many days everybody has about the same chance: 10 of 200 days are expected.
    var counts: [String: Int] = [:]
    for day in 0..<200 {
      for person in try chosen(ids, on: today.adding(days: day)) {
        counts[person, default: 0] += 1
      }
    }
    #expect(counts.values.max() ?? 0 < 30 && counts.count > 395)
  }
}
