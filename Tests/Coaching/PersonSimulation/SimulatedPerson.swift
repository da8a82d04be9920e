package import CoachModel
package import CoachSignals
import TestKit

/// A person with a year of sessions, of whom everything that should be learned is known: it was planted.
package struct SimulatedPerson: Sendable {
  /// A theme with the sessions in which the person brings it up.
  package struct PlantedTheme: Sendable {
    package var theme: SimulatedLanguage.Theme
    /// The number of sessions between two mentions.
    package var interval: Int
    /// The share of the year after which it no longer comes up; 1 for never.
    package var end: Double
    /// Whether the person dismisses it when it is shown.
    package var isDismissed: Bool
  }

  /// A session that takes place.
  package struct PlannedSession: Sendable {
    package var start: Double
    package var messages: [SessionMessage]
    package var domain: String
    /// The themes that the person brings up, by their position.
    package var themes: [Int]
    package var conversation: String
    package var kind: ConversationKind
  }

  package let number: Int
  package let language: SimulatedLanguage
  package let zone: TimeZoneRules
  package let themes: [PlantedTheme]
  /// The planted preferences; 0 for none.
  package let style: StylePreference
  /// The sessions of the year, in order.
  package private(set) var sessions: [PlannedSession] = []
  package let start: Double
  private var random: SplitMix

  private static let zones = [
    "Europe/Berlin", "America/New_York", "America/Sao_Paulo", "Asia/Kolkata", "Australia/Sydney",
    "Pacific/Auckland", "Pacific/Kiritimati", "Europe/Dublin", "UTC",
  ]

  /// Creates a person. The year contains 29 February 2028, and the changes of all clocks.
  package init(_ number: Int) throws {
    var random = SplitMix(seed: UInt64(number) &* 7_919 &+ 1)
    self.number = number
    language = SimulatedLanguage.all[number % SimulatedLanguage.all.count]
    zone = try TimeZoneRules(named: random.pick(Self.zones))
    // 1 August 2027.
    start = 1_817_078_400
    var available = language.themes.indices.map { $0 }
    var planted: [PlantedTheme] = []
    for _ in 0..<(2 + random.below(2)) {
      let index = available.remove(at: random.below(available.count))
      planted.append(
        PlantedTheme(
          theme: language.themes[index], interval: 3 + random.below(4),
          end: random.once(in: 4) ? 0.5 : 1, isDismissed: random.once(in: 5)))
    }
    themes = planted
    var style = StylePreference()
    for dimension in StyleDimension.allCases { style[dimension] = Double(random.below(3) - 1) }
    self.style = style
    self.random = random
    plan(sessionsPerWeek: 1 + Double(random.below(3)))
  }

  // MARK: The year

  private mutating func plan(sessionsPerWeek: Double) {
    var day = zone.day(at: start)
    let last = zone.day(at: start + 366 * 86_400)
    var number = 0
    while day < last {
      if random.chance(sessionsPerWeek / 7) {
        // Any hour, also around midnight and the hours at which clocks change.
        let second = random.below(86_400)
        let time = zone.unixTime(of: day, secondOfDay: second)
        if sessions.last.map({ $0.messages.last?.time ?? 0 < time - 2_000 }) ?? true {
          add(session: number, at: time, share: (time - start) / (366 * 86_400))
          number += 1
        }
      }
      day = day.adding(days: 1)
    }
  }

  private mutating func add(session number: Int, at start: Double, share: Double) {
    let domains = ["career", "relationships", "fitness", "creativity", "leadership", "life"]
    let brought = themes.indices.filter {
      number % themes[$0].interval == $0 % themes[$0].interval && share < themes[$0].end
    }
    let domain = brought.first.map { themes[$0].theme.domain } ?? random.pick(domains)
    // One conversation goes on for several sessions.
    let conversation = "p\(self.number)-c\(number / 4)"
    var time = start
    var messages: [SessionMessage] = []
    var pending = brought.map { random.pick(themes[$0].theme.wordings) }
    if random.once(in: 3) { pending.append(plan()) }
    var reply: (text: String, manner: StylePreference)?
    for turn in 0..<(5 + random.below(5)) {
      var sentences = pending.isEmpty ? [] : [pending.removeFirst()]
      let words = length(after: reply?.manner)
      while sentences.joined(separator: " ").split(separator: " ").count < words {
        sentences.append(chatter())
      }
      messages.append(
        SessionMessage(
          id: "p\(self.number)-s\(number)-\(turn)p", role: .user,
          text: sentences.joined(separator: " "), time: time))
      time += 20 + Double(random.below(200))
      let next = coachReply()
      reply = next
      messages.append(
        SessionMessage(
          id: "p\(self.number)-s\(number)-\(turn)c", role: .assistant, text: next.text, time: time,
          domain: domain))
      time += 20 + Double(random.below(400))
    }
    sessions.append(
      PlannedSession(
        start: start, messages: messages, domain: domain, themes: brought,
        conversation: conversation, kind: number == 0 ? .discovery : .coaching))
  }

  /// How many words the person answers: more if the reply has the manner that they like.
  private mutating func length(after manner: StylePreference?) -> Int {
    var factor = 0.0
    if let manner {
      for dimension in StyleDimension.allCases {
        factor += 0.35 * style[dimension] * manner[dimension]
      }
    }
    let noise = (Double(random.below(100)) + Double(random.below(100))) / 100 - 1
    let words = 14 * exponential(factor + 0.5 * noise)
    return max(2, Int(words))
  }

  private func exponential(_ x: Double) -> Double {
    (0..<20).reduce((sum: 0.0, term: 1.0)) { state, place in
      (state.sum + state.term, state.term * x / Double(place + 1))
    }.sum
  }

  private mutating func chatter() -> String {
    var text = ""
    for character in random.pick(language.patterns) {
      text += character == "#" ? random.pick(language.nouns) : String(character)
    }
    return text
  }

  private mutating func plan() -> String {
    random.pick(language.plans).replacing("#", with: random.pick(language.nouns))
  }

  /// A reply of a random manner.
  private mutating func coachReply() -> (text: String, manner: StylePreference) {
    var manner = StylePreference()
    var parts: [String] = []
    let asks = random.once(in: 2)
    manner[.focus] = Double(random.below(3) - 1)
    manner[.stance] = Double(random.below(3) - 1)
    if manner[.focus] != 0 {
      parts.append(random.pick(manner[.focus] < 0 ? language.action : language.reflection))
    }
    if manner[.stance] != 0 {
      parts.append(random.pick(manner[.stance] < 0 ? language.challenge : language.support))
    }
    if random.once(in: 3) {
      for _ in 0..<12 { parts.append(chatter()) }
    }
    parts.append(asks ? random.pick(language.question) : random.pick(language.statement))
    let text = parts.joined(separator: " ")
    let count = text.split(separator: " ").count
    manner[.length] = count <= 35 ? -1 : count >= 70 ? 1 : 0
    let hasQuestion = text.contains("?")
    manner[.directness] = hasQuestion ? (asks ? 1 : 0) : -1
    return (text, manner)
  }
}
