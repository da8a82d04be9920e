import CoachModel
import CoachSignals
import PersonSimulation
import TestKit
import Testing

/// A year of people for whom everything was planted that should be learned. Every rule is checked on every day, as it is
/// written in the specification and not as it is implemented.
@Suite("A simulated year")
struct SimulatedYearTests {
  /// What was learned of people compared with what was planted.
  private struct Figures {
    var planted = 0
    var found = 0
    var preferences = 0
    var rightPreferences = 0
    var opposite = 0
    var neutral = 0
    var balanced = 0
  }

  @Test("every rule holds on every day, and what was planted is learned")
  func years() async throws {
    // Two years at a time: the tests of a change have two cores.
    let numbers = TestCases.seeds(8, atMost: 1_000).map { Int($0) }
    let half = numbers.count / 2
    async let first = Self.figures(of: numbers.prefix(half))
    async let second = Self.figures(of: numbers.dropFirst(half))
    let all = try await first + second
    func sum(_ part: KeyPath<Figures, Int>) -> Int { all.reduce(0) { $0 + $1[keyPath: part] } }
    func share(_ part: KeyPath<Figures, Int>, of whole: KeyPath<Figures, Int>) -> Double {
      Double(sum(part)) / Double(max(1, sum(whole)))
    }
    #expect(share(\.found, of: \.planted) >= 0.9, "\(sum(\.found)) of \(sum(\.planted)) themes")
    #expect(
      share(\.rightPreferences, of: \.preferences) >= 0.9,
      "\(sum(\.rightPreferences)) of \(sum(\.preferences)) preferences")
    #expect(
      share(\.balanced, of: \.neutral) >= 0.9, "\(sum(\.balanced)) of \(sum(\.neutral)) balanced")
    expect(sum(\.opposite), equals: 0)
  }

  private static func figures(of numbers: some Sequence<Int> & Sendable) async throws -> [Figures] {
    try numbers.map { try figures(of: $0) }
  }

  private static func figures(of number: Int) throws -> Figures {
    let person = try SimulatedPerson(number)
    var year = SimulatedYear(person)
    var checks = RuleChecks(person)
    year.run { moment, year in checks.check(moment, year) }
    checkCounts(year)
    year.refreshAll()
    var figures = Figures()
    if !year.declinedMemory { addThemes(of: year, to: &figures) }
    try addStyle(of: year, to: &figures)
    return figures
  }

  /// Every session counts once, however often it was closed.
  private static func checkCounts(_ year: SimulatedYear) {
    let (record, sessions) = (year.record, year.person.sessions)
    expect(record.sessions.count, equals: sessions.count)
    expect(Set(record.sessions.records.map(\.id)), equals: year.finished)
    expect(record.open.count, equals: 0)
    let messages = sessions.reduce(0) { $0 + $1.messages.count }
    if !year.declinedMemory { expect(record.memory.count, equals: messages) }
    let completed = record.signals.signals.count {
      if case .sessionCompleted = $0.signal { true } else { false }
    }
    expect(completed, equals: sessions.count)
  }

  private static func addThemes(of year: SimulatedYear, to figures: inout Figures) {
    let person = year.person
    let summary = year.record.patterns.summary
    let texts = summary.themes.map(\.text) + summary.growth
    var recognised: Set<Int> = []
    for text in texts {
      let index = person.themes.firstIndex { theme in
        theme.theme.wordings.contains { text.hasPrefix($0) }
      }
      guard let index else {
        Issue.record("person \(person.number): '\(text)' is no planted theme")
        continue
      }
      #expect(!year.dismissedThemes.contains(index), "person \(person.number): \(text)")
      recognised.insert(index)
      if person.themes[index].end < 1 {
        #expect(summary.growth.contains(text), "person \(person.number): \(text)")
      }
    }
    let expected = person.themes.indices.filter { index in
      !year.dismissedThemes.contains(index)
        && person.sessions.count { $0.themes.contains(index) } >= 3
    }
    figures.planted += expected.count
    figures.found += expected.count { recognised.contains($0) }
  }

  private static func addStyle(of year: SimulatedYear, to figures: inout Figures) throws {
    let inferred = try #require(year.record.style.inferred)
    for dimension in StyleDimension.allCases {
      let (wanted, value) = (year.person.style[dimension], inferred[dimension])
      let isNeutral = abs(value) < StylePreference.neutralBand
      if wanted == 0 {
        figures.neutral += 1
        figures.balanced += isNeutral ? 1 : 0
      } else {
        figures.preferences += 1
        figures.rightPreferences += !isNeutral && value * wanted > 0 ? 1 : 0
        figures.opposite += !isNeutral && value * wanted < 0 ? 1 : 0
      }
    }
  }
}

extension SimulatedYear {
  /// Whether the person does not want to be remembered, or did not at some time.
  fileprivate var declinedMemory: Bool {
    [.declined, .off].contains(record.offers.entry(.remember)?.answer)
      || (record.offers.entry(.remember)?.times ?? 0) > 1
  }
}
