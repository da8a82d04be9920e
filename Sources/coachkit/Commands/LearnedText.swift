import CoachModel
import CoachSignals
import CommandLineSupport

/// What is known about a person, for the person to read: "What I've learned".
struct LearnedText {
  private let record: PersonRecord
  private let today: CalendarDay

  init(_ record: PersonRecord, on today: CalendarDay) {
    self.record = record
    self.today = today
  }

  private static let titles: [(ProfileCategory, String)] = [
    (.values, "What matters to you"), (.goals, "What you want"), (.situation, "How you live"),
    (.challenges, "What is hard"), (.mood, "How you usually feel"),
    (.communication, "How you like to talk"), (.themes, "What you came back to"),
    (.strengths, "Strengths you showed"), (.vision, "The future you would like"),
    (.insight, "What we found together"), (.domain, "Where to begin"),
  ]

  var text: String {
    let parts = items + patterns + style + shares
    return parts.isEmpty ? "Nothing yet." : parts.joined(separator: "\n")
  }

  private var items: [String] {
    Self.titles.flatMap { category, title -> [String] in
      let found = record.profile.usable.filter { $0.category == category }
      guard !found.isEmpty else { return [] }
      return ["\(title):"] + found.map { "  \($0.text)  (\($0.origin), \($0.id))" }
    }
  }

  private var patterns: [String] {
    let summary = record.patterns.summary
    var lines: [String] = []
    if !summary.themes.isEmpty {
      lines.append("What keeps coming back:")
      lines += summary.ranked.map { "  \($0.text)  (\($0.count) sessions, last \($0.lastSeen))" }
    }
    if !summary.growth.isEmpty {
      lines.append("What has changed:")
      lines += summary.growth.map { "  \($0)" }
    }
    return lines
  }

  private var style: [String] {
    let words = (record.style.chosen ?? record.style.inferred)?.words ?? []
    guard !words.isEmpty else { return [] }
    let source = record.style.chosen == nil ? "as your answers show" : "as you set it"
    return ["How you like to be coached (\(source)): \(words.joined(separator: ", "))"]
  }

  private var shares: [String] {
    let summary = SignalSummary(record.signals, at: today.unixTime)
    guard !summary.domains.isEmpty else { return [] }
    let shares = summary.domains.map { "\($0.domain) \($0.share.wholePercent)" }
    return ["What we talked about: \(shares.joined(separator: ", "))"]
  }
}

extension ProfileItem {
  /// The item with its category and the words of the person that support it.
  var line: String {
    let quote = evidence.lazy.compactMap(\.quote).first.map { " “\($0)”" } ?? ""
    return "\(category.rawValue): \(text)\(quote)"
  }

  /// Where the item comes from, in a few words.
  var origin: String {
    let source =
      switch source {
      case .told: "you told me"
      case .discovery: "our first conversation"
      case .conversation: "a conversation"
      }
    return "\(source), \(learned)\(state == .edited ? ", in your words" : "")"
  }
}
