/// Finds the places where a reply repeats its prompt word for word.
///
/// A small model answers with its own instructions, and a large one can be talked into it. Only runs of ``length``
/// words count, whatever stands between the words: shorter ones occur by chance. Words that the prompt puts into
/// double quotation marks do not count, since they are there to be said. In a script without spaces, what punctuation
/// separates counts as a word, so that little is found.
struct PromptRecital: Sendable {
  /// The number of consecutive words that count as repeated. In 512 recorded replies of large models in conversations,
  /// no run of eight came from a prompt.
  static let length = 8

  private let instructions: [String]
  /// Computed at the first sentence, while the model writes the next, and not before it is asked.
  private lazy var runs = Self.runs(of: instructions)
  private var recent = Window()

  /// Compares one reply with these texts.
  init(_ instructions: [String]) { self.instructions = instructions }

  /// Returns what the next part of the reply repeats, or `nil`. A run may have begun in an earlier part.
  mutating func repeated(in text: [Unicode.Scalar]) -> String? {
    guard !instructions.isEmpty else { return nil }
    recent.leaveText()
    var found: Range<Int>?
    var pieces = Pieces(text)
    while let piece = pieces.next() {
      guard case .word(let word) = piece else { continue }
      recent.add(word)
      if let run = recent.run, runs.contains(run) {
        found = (found?.lowerBound ?? recent.start)..<word.range.upperBound
      }
    }
    return found.map { String(String.UnicodeScalarView(text[$0])) }
  }

  private static func runs(of texts: [String]) -> Runs {
    var runs = Runs(bytes: texts.reduce(0) { $0 + $1.utf8.count })
    for text in texts {
      var (recent, closingMark): (Window, Unicode.Scalar?) = (Window(), nil)
      var pieces = Pieces(text.unicodeScalars)
      while let piece = pieces.next() {
        switch piece {
        case .word(let word):
          guard closingMark == nil else { continue }
          recent.add(word)
          if let run = recent.run { runs.insert(run) }
        case .mark(let mark):
          // A line break ends a quotation, so that a mark for inches does not hide the rest of the prompt.
          if closingMark != nil {
            if mark == closingMark || mark == "\n" { closingMark = nil }
          } else if let closing = Self.closingMark(of: mark) {
            (recent, closingMark) = (Window(), closing)
          }
        }
      }
    }
    return runs
  }

  private static func closingMark(of mark: Unicode.Scalar) -> Unicode.Scalar? {
    switch mark {
    case "\"": "\""
    case "“": "”"
    case "„": "“"
    case "«": "»"
    default: nil
    }
  }

  /// A set of hashes. Every turn makes one, so it is simpler and faster than `Set`, which would hash them again.
  private struct Runs {
    /// The hashes, each at the place of its last bits or at the next free one; 0 is free.
    private var places: [UInt64]

    /// Makes room for the words of so many bytes of text: each takes at least two, with the mark after it.
    init(bytes: Int) {
      places = Array(repeating: 0, count: 2 << (Int.bitWidth - (bytes / 2).leadingZeroBitCount))
    }

    func contains(_ run: UInt64) -> Bool { places[place(of: run)] == run }

    mutating func insert(_ run: UInt64) { places[place(of: run)] = run }

    private func place(of run: UInt64) -> Int {
      let mask = UInt64(places.count - 1)
      var place = run & mask
      while places[Int(place)] != 0, places[Int(place)] != run { place = (place + 1) & mask }
      return Int(place)
    }
  }

  private struct Word {
    var hash: UInt64
    /// The range of its characters in the text that is read.
    var range: Range<Int>
  }

  /// The last words that were read, as a ring, with a hash of them that is updated word by word.
  private struct Window {
    private static let base: UInt64 = 0x9e37_79b9_7f4a_7c15
    /// The factor with which a word's hash leaves the sum.
    private static let last = (0..<length).reduce(1) { power, _ in power &* base }

    private var words: [Word] = []
    private var oldest = 0
    private var sum: UInt64 = 0

    /// The hash of the words, if there are enough of them.
    var run: UInt64? { words.count == length ? sum : nil }

    /// Where the oldest word begins in the text that is read.
    var start: Int { words.isEmpty ? 0 : words[oldest].range.lowerBound }

    mutating func add(_ word: Word) {
      sum = sum &* Self.base &+ word.hash
      if words.count < length { return words.append(word) }
      sum = sum &- words[oldest].hash &* Self.last
      words[oldest] = word
      oldest = (oldest + 1) % length
    }

    /// Lets all words count as being before the text that is read next.
    mutating func leaveText() {
      for index in words.indices { words[index].range = 0..<0 }
    }
  }

  private enum Piece {
    case word(Word)
    case mark(Unicode.Scalar)
  }

  /// The words of a text, hashed in lower case without apostrophes, and the marks between them.
  private struct Pieces<Text: Sequence<Unicode.Scalar>>: IteratorProtocol {
    private var rest: Text.Iterator
    private var position = 0
    /// The mark that ended the last word.
    private var mark: Unicode.Scalar?

    init(_ text: Text) { rest = text.makeIterator() }

    mutating func next() -> Piece? {
      if let mark {
        self.mark = nil
        return .mark(mark)
      }
      // FNV-1a.
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      var start: Int?
      while let scalar = rest.next() {
        defer { position += 1 }
        if let character = PromptRecital.character(of: scalar) {
          start = start ?? position
          hash = (hash ^ UInt64(character)) &* 0x100_0000_01b3
        } else if scalar != "'", scalar != "’" {
          guard let start else { return .mark(scalar) }
          mark = scalar
          return .word(Word(hash: hash, range: start..<position))
        }
      }
      return start.map { .word(Word(hash: hash, range: $0..<position)) }
    }
  }

  /// Returns a letter in lower case or a digit, or `nil` for what is no part of a word.
  private static func character(of scalar: Unicode.Scalar) -> UInt32? {
    switch scalar.value {
    case 0x61...0x7A, 0x30...0x39: return scalar.value
    case 0x41...0x5A: return scalar.value | 0x20
    case 0..<0x80: return nil
    default:
      guard scalar.properties.isAlphabetic else { return nil }
      let lower = scalar.properties.lowercaseMapping.unicodeScalars
      return lower.count == 1 ? lower.first?.value : scalar.value
    }
  }
}
