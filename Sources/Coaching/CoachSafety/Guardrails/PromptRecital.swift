import TextAnalysis

/// Finds the places where a reply repeats its prompt.
///
/// A small model answers with its own instructions, and a large one can be talked into it. Letters alone are compared,
/// in lower case and as what they look like, whatever stands between them: so words that are numbered, spaced out,
/// set in bold or spread over lines are found as well. Only runs of ``length`` letters count: shorter ones occur by
/// chance. What the prompt puts into double quotation marks does not count, since it is there to be said.
struct PromptRecital: Sendable {
  /// The number of consecutive letters that count as repeated, about seven words. In 512 recorded replies of large
  /// models in conversations, no run of even 24 came from a prompt.
  static let length = 32

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
    for (position, scalar) in text.enumerated() {
      guard let letter = Self.letter(scalar) else { continue }
      recent.add(letter, at: position)
      if let run = recent.run, runs.contains(run) {
        found = (found?.lowerBound ?? recent.start)..<(position + 1)
      }
    }
    return found.map { String(String.UnicodeScalarView(text[$0])) }
  }

  private static func runs(of texts: [String]) -> Runs {
    var runs = Runs(letters: texts.reduce(0) { $0 + $1.utf8.count })
    for text in texts {
      var (recent, closingMark): (Window, Unicode.Scalar?) = (Window(), nil)
      for scalar in text.unicodeScalars {
        if let letter = letter(scalar) {
          guard closingMark == nil else { continue }
          recent.add(letter, at: 0)
          if let run = recent.run { runs.insert(run) }
        } else if closingMark != nil {
          // A line break ends a quotation, so that a mark for inches does not hide the rest of the prompt.
          if scalar == closingMark || scalar == "\n" { closingMark = nil }
        } else if let closing = Self.closingMark(of: scalar) {
          (recent, closingMark) = (Window(), closing)
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

  /// Returns a letter in lower case, as the one that it looks like, or `nil` for anything else.
  private static func letter(_ scalar: Unicode.Scalar) -> UInt64? {
    switch scalar.value {
    case 0x61...0x7A: return UInt64(scalar.value)
    case 0x41...0x5A: return UInt64(scalar.value | 0x20)
    case 0..<0x80: return nil
    default:
      let plain = LetterShape.plain(scalar) ?? scalar
      guard plain.properties.isAlphabetic else { return nil }
      let lower = plain.properties.lowercaseMapping.unicodeScalars
      return UInt64(lower.count == 1 ? lower.first?.value ?? plain.value : plain.value)
    }
  }

  /// A set of hashes. Every turn makes one, so it is simpler and faster than `Set`, which would hash them again.
  private struct Runs {
    /// The hashes, each at the place of its last bits or at the next free one; 0 is free.
    private var places: [UInt64]

    /// Makes room for the runs of so many letters.
    init(letters: Int) {
      places = Array(repeating: 0, count: 2 << (Int.bitWidth - letters.leadingZeroBitCount))
    }

    func contains(_ run: UInt64) -> Bool { places[place(of: run)] == run }

    mutating func insert(_ run: UInt64) { places[place(of: run)] = run }

    private func place(of run: UInt64) -> Int {
      let mask = UInt64(places.count - 1)
      // The high bits of a sum of products are the mixed ones.
      var place = (run >> 20) & mask
      while places[Int(place)] != 0, places[Int(place)] != run { place = (place + 1) & mask }
      return Int(place)
    }
  }

  /// The last letters that were read, as a ring, with a hash of them that is updated letter by letter.
  private struct Window {
    private static let base: UInt64 = 0x9e37_79b9_7f4a_7c15
    /// The factor with which a letter leaves the sum.
    private static let last = (0..<length).reduce(1) { power, _ in power &* base }

    private var letters: [UInt64] = []
    /// Where each letter stands in the text that is read.
    private var positions: [Int] = []
    private var oldest = 0
    private var sum: UInt64 = 0

    /// The hash of the letters, if there are enough of them.
    var run: UInt64? { letters.count == length ? sum : nil }

    /// Where the oldest letter stands in the text that is read.
    var start: Int { positions.isEmpty ? 0 : positions[oldest] }

    mutating func add(_ letter: UInt64, at position: Int) {
      sum = sum &* Self.base &+ letter
      if letters.count < length {
        letters.append(letter)
        positions.append(position)
        return
      }
      sum = sum &- letters[oldest] &* Self.last
      (letters[oldest], positions[oldest]) = (letter, position)
      oldest = (oldest + 1) % length
    }

    /// Lets all letters count as being before the text that is read next.
    mutating func leaveText() {
      for index in positions.indices { positions[index] = 0 }
    }
  }
}
