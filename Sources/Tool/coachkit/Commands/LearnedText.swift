import CoachModel
import CoachSignals
import CommandLineSupport

/// What is known about a person, for the person to read: "What I've learned".
struct LearnedText {
  private let learned: LearnedKnowledge

  init(_ record: PersonRecord, on today: CalendarDay) {
    learned = record.learned(on: today)
  }

  private static let titles: [ProfileCategory: String] = [
    .values: "What matters to you", .goals: "What you want", .situation: "How you live",
    .challenges: "What is hard", .mood: "How you usually feel",
    .communication: "How you like to talk", .themes: "What you came back to",
    .strengths: "Strengths you showed", .vision: "The future you would like",
    .insight: "What we found together", .domain: "Where to begin",
  ]

  var text: String {
    let parts = items + patterns + style + shares
    return parts.isEmpty ? "Nothing yet." : parts.joined(separator: "\n")
  }

  private var items: [String] {
    ProfileCategory.inOrder(learned.items.map(\.category)).flatMap { category -> [String] in
      let found = learned.items.filter { $0.category == category }
      let title = Self.titles[category] ?? category.rawValue
      return ["\(title):"] + found.map { "  \($0.text)  (\($0.origin), \($0.id))" }
    }
  }

  private var patterns: [String] {
    var lines: [String] = []
    if !learned.patterns.isEmpty {
      lines.append("What keeps coming back:")
      lines += learned.patterns.map { "  \($0.text)  (\($0.count) sessions, last \($0.lastSeen))" }
    }
    if !learned.growth.isEmpty {
      lines.append("What has changed:")
      lines += learned.growth.map { "  \($0)" }
    }
    return lines
  }

  private var style: [String] {
    guard !learned.style.isEmpty else { return [] }
    let source = learned.isStyleChosen ? "as you set it" : "as your answers show"
    let words = learned.style.joined(separator: ", ")
    return ["How you like to be coached (\(source)): \(words)"]
  }

  private var shares: [String] {
    guard !learned.shares.isEmpty else { return [] }
    let shares = learned.shares.map { "\($0.domain) \($0.share.wholePercent)" }
    return ["What we talked about: \(shares.joined(separator: ", "))"]
  }
}

extension LearnedKnowledge.Item {
  /// The item with its category and the words of the person that support it.
  var line: String {
    "\(category.rawValue): \(text)\(quote.map { " “\($0)”" } ?? "")"
  }

  /// Where the item comes from, in a few words.
  var origin: String {
    let source =
      switch source {
      case .told: "you told me"
      case .discovery: "our first conversation"
      case .conversation: "a conversation"
      }
    return "\(source), \(learned)\(isEdited ? ", in your words" : "")"
  }
}
