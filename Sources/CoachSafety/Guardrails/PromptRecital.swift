import TextAnalysis

/// Finds the places where a reply repeats its prompt word for word.
///
/// A small model answers with its own instructions, and a large one can be talked into it. Only runs of ``length``
/// words count, whatever stands between the words: shorter ones occur by chance. Words that the prompt puts into
/// double quotation marks do not count, since they are there to be said. In a script without spaces, what punctuation
/// separates counts as a word, so that little is found.
struct PromptRecital: Sendable {
  /// The number of consecutive words that count as repeated. In 1,017 recorded replies to a person, no run of eight
  /// came from the prompt.
  static let length = 8

  private let instructions: [String]
  /// Computed at the first sentence, while the model writes the next, and not before it is asked.
  private lazy var runs = Self.runs(of: instructions)
  private var recent: [Word] = []

  /// Compares one reply with these texts.
  init(_ instructions: [String]) { self.instructions = instructions }

  /// Returns what the next part of the reply repeats, or `nil`. A run may have begun in an earlier part.
  mutating func repeated(in text: [Unicode.Scalar]) -> String? {
    guard !instructions.isEmpty else { return nil }
    for index in recent.indices { recent[index].range = 0..<0 }
    var found: Range<Int>?
    Self.visit(text) { word in
      Self.add(word, to: &recent)
      guard let run = Self.hash(of: recent), runs.contains(run) else { return }
      let start = found?.lowerBound ?? recent[0].range.lowerBound
      found = start..<word.range.upperBound
    }
    return found.map { String(String.UnicodeScalarView(text[$0])) }
  }

  private static func runs(of texts: [String]) -> Set<UInt64> {
    var runs: Set<UInt64> = []
    for text in texts {
      var (recent, closingMark): ([Word], Unicode.Scalar?) = ([], nil)
      visit(Array(text.unicodeScalars)) { word in
        guard closingMark == nil else { return }
        add(word, to: &recent)
        if let run = hash(of: recent) { runs.insert(run) }
      } between: { mark in
        // A line break ends a quotation, so that a mark for inches does not hide the rest of the prompt.
        if closingMark != nil {
          if mark == closingMark || mark == "\n" { closingMark = nil }
        } else if let closing = closingMarks[mark] {
          closingMark = closing
          recent.removeAll(keepingCapacity: true)
        }
      }
    }
    return runs
  }

  private static let closingMarks: [Unicode.Scalar: Unicode.Scalar] = [
    "\"": "\"", "“": "”", "„": "“", "«": "»",
  ]

  private struct Word {
    var hash: UInt64
    /// The range of its characters in the text that is read.
    var range: Range<Int>
  }

  private static func add(_ word: Word, to recent: inout [Word]) {
    if recent.count == length { recent.removeFirst() }
    recent.append(word)
  }

  private static func hash(of words: [Word]) -> UInt64? {
    guard words.count == length else { return nil }
    return words.reduce(0) { ($0 &+ $1.hash) &* 0x9e37_79b9_7f4a_7c15 }
  }

  /// Visits the words of a text in lower case, without apostrophes, and the characters between them.
  private static func visit(
    _ text: [Unicode.Scalar], word visit: (Word) -> Void,
    between: (Unicode.Scalar) -> Void = { _ in }
  ) {
    // FNV-1a.
    let empty: UInt64 = 0xcbf2_9ce4_8422_2325
    var (hash, start): (UInt64, Int?) = (empty, nil)
    for (position, scalar) in text.enumerated() {
      if scalar.isAlphabetic || scalar.isBasicDigit {
        start = start ?? position
        hash = (hash ^ UInt64(lowercase(scalar).value)) &* 0x100_0000_01b3
      } else if scalar != "'", scalar != "’" {
        if let first = start { visit(Word(hash: hash, range: first..<position)) }
        (hash, start) = (empty, nil)
        between(scalar)
      }
    }
    if let first = start { visit(Word(hash: hash, range: first..<text.count)) }
  }

  private static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII {
      return scalar.isBasicLetter ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar
    }
    let lower = scalar.properties.lowercaseMapping.unicodeScalars
    return lower.count == 1 ? lower.first ?? scalar : scalar
  }
}
