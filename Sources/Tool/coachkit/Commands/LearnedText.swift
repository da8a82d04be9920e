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
    let parts = items + progress + patterns + styles + shares
    return parts.isEmpty ? "Nothing yet." : parts.joined(separator: "\n")
  }

  private var items: [String] {
    ProfileCategory.inOrder(learned.items.map(\.category)).flatMap { category -> [String] in
      let found = learned.items.filter { $0.category == category }
      let title = Self.titles[category] ?? category.rawValue
      return ["\(title):"] + found.map { "  \($0.text)  (\($0.origin), \($0.id))" }
    }
  }

  private var progress: [String] {
    guard !learned.progress.isEmpty else { return [] }
    return ["How your goals come along:"] + learned.progress.map { "  \($0.text)  (\($0.id))" }
  }

  private var patterns: [String] {
    var lines: [String] = []
    if !learned.patterns.isEmpty {
      lines.append("What keeps coming back:")
      lines += learned.patterns.map {
        "  \($0.theme.text)  (\($0.theme.count) sessions, last \($0.theme.lastSeen), \($0.id))"
      }
    }
    func add(_ title: String, _ notes: [LearnedKnowledge.Note]) {
      guard !notes.isEmpty else { return }
      lines.append("\(title):")
      lines += notes.map { "  \($0.text)  (\($0.id))" }
    }
    add("What has changed", learned.growth)
    add("How to talk with you", learned.styleNotes)
    return lines
  }

  private var styles: [String] {
    guard !learned.styles.isEmpty else { return [] }
    return ["How you like to be coached:"]
      + learned.styles.map { style in
        let words = style.words.isEmpty ? "balanced" : style.words.joined(separator: ", ")
        let source = style.isChosen ? "as you set it" : "as your answers show"
        return "  \(style.domain.map { "\($0): " } ?? "")\(words)  (\(source), \(style.id))"
      }
  }

  private var shares: [String] {
    guard !learned.shares.isEmpty else { return [] }
    return ["What we talked about:"]
      + learned.shares.map {
        "  \($0.share.domain) \($0.share.share.wholePercent)  (\($0.id))"
      }
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
