import TextAnalysis

/// A difference between two texts by line and, within changed lines, by word.
public struct TextDifference: Sendable, Hashable {
  /// A run of words in a changed line.
  public enum Words: Sendable, Hashable {
    /// Words that both versions of the line have.
    case same(String)
    /// Words that only the first version of the line has.
    case removed(String)
    /// Words that only the second version of the line has.
    case added(String)
  }

  /// A line of either text.
  public enum Line: Sendable, Hashable {
    /// A line that both texts have.
    case same(String)
    /// A line that only the first text has.
    case removed(String)
    /// A line that only the second text has.
    case added(String)
    /// A line that both texts have with partly different words.
    case changed([Words])
  }

  /// The lines of both texts in order, unchanged ones included.
  public let lines: [Line]

  /// Whether the texts are equal.
  public var isEmpty: Bool {
    lines.allSatisfy { if case .same = $0 { true } else { false } }
  }

  /// Compares two texts; `before` is the older one.
  public init(from before: String, to after: String) {
    var lines: [Line] = []
    var removed: [String] = []
    var added: [String] = []
    func flush() {
      lines += Self.pair(removed, with: added)
      removed = []
      added = []
    }
    for edit in Self.edits(from: Self.lines(of: before), to: Self.lines(of: after)) {
      switch edit {
      case .same(let line):
        flush()
        lines.append(.same(line))
      case .removed(let line): removed.append(line)
      case .added(let line): added.append(line)
      }
    }
    flush()
    self.lines = lines
  }

  /// The number of added lines among which a changed line's counterpart is searched; without a limit, a rewritten
  /// text would compare every pair of lines.
  private static let reach = 8

  private enum Edit {
    case same(String)
    case removed(String)
    case added(String)

    var text: String {
      switch self {
      case .same(let text), .removed(let text), .added(let text): text
      }
    }
  }

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func edits(from before: [String], to after: [String]) -> [Edit] {
    EditScript(from: before, to: after).edits.map { edit in
      switch edit {
      case .same(let index): .same(before[index])
      case .removed(let index): .removed(before[index])
      case .added(let index): .added(after[index])
      }
    }
  }

  /// Pairs removed lines with the lines added in their place: lines that share at least 40 % of their words become
  /// one changed line, in order; all others are removed or added as a whole.
  private static func pair(_ removed: [String], with added: [String]) -> [Line] {
    let (old, new) = (removed.map { WordCounts(of: $0) }, added.map { WordCounts(of: $0) })
    var lines: [Line] = []
    var next = 0
    for (position, line) in removed.enumerated() {
      let match = new.indices[next...].prefix(Self.reach).first {
        old[position].isSimilar(to: new[$0])
      }
      guard let match else {
        lines.append(.removed(line))
        continue
      }
      lines += added[next..<match].map { .added($0) }
      lines.append(.changed(words(from: line, to: added[match])))
      next = match + 1
    }
    return lines + added[next...].map { .added($0) }
  }

  /// The words of a line without their order.
  private struct WordCounts {
    private var counts: [String: Int] = [:]
    private var total = 0

    init(of line: String) {
      for word in tokens(of: line) where word.contains(where: \.isLetter) {
        counts[word, default: 0] += 1
        total += 1
      }
    }

    func isSimilar(to other: WordCounts) -> Bool {
      let words = max(total, other.total)
      // Fewer words than that cannot be shared.
      guard words > 0, min(total, other.total) * 5 >= words * 2 else { return false }
      let shared = counts.reduce(0) { $0 + min($1.value, other.counts[$1.key] ?? 0) }
      return shared * 5 >= words * 2
    }
  }

  private static func words(from before: String, to after: String) -> [Words] {
    var words: [Words] = []
    var run = ""
    var last: Edit?
    func flush() {
      switch last {
      case .same?: words.append(.same(run))
      case .removed?: words.append(.removed(run))
      case .added?: words.append(.added(run))
      case nil: break
      }
      run = ""
    }
    for edit in edits(from: tokens(of: before), to: tokens(of: after)) {
      switch (edit, last) {
      case (.same, .same?), (.removed, .removed?), (.added, .added?): break
      default: flush()
      }
      run += edit.text
      last = edit
    }
    flush()
    return words
  }

  /// Splits a line into words and single characters between them.
  private static func tokens(of line: String) -> [String] {
    var tokens: [String] = []
    var word = ""
    for character in line {
      if character.isLetter || character.isNumber || character == "'" || character == "_" {
        word.append(character)
      } else {
        if !word.isEmpty { tokens.append(word) }
        tokens.append(String(character))
        word = ""
      }
    }
    return word.isEmpty ? tokens : tokens + [word]
  }
}
