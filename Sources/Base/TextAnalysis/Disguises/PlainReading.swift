/// A text as it looks to a human reader.
///
/// Letters of other scripts, symbols and digits in the place of letters become the letters that they stand for, letters
/// behind asterisks those of a known word, and spaced letters become one word. The reading is never displayed. A phrase
/// that occurs in it and not in the text itself was disguised.
package struct PlainReading {
  package private(set) var text = ""
  /// By byte of the reading, the offset in the text at which its character begins.
  private var origins: [Int] = []
  /// By byte of the reading, the offset in the text at which its character ends.
  private var ends: [Int] = []
  /// By byte of the reading, whether it differs from the text.
  private var changed: [Bool] = []

  /// Creates the reading of a text; `nil` if it equals the text.
  ///
  /// - Parameter words: Words in lower case that are recognised with some of their letters replaced by asterisks.
  package init?(_ text: String, words: Set<String> = []) {
    guard Self.mayDiffer(text) else { return nil }
    let scalars = Array(text.unicodeScalars)
    var offsets = [0]
    for scalar in scalars { offsets.append((offsets.last ?? 0) + UTF8.width(scalar)) }
    self.init(scalars, offsets: offsets, words: words)
  }

  /// Creates the reading of a text that is given by its scalars and their offsets, with the end of the text.
  package init?(_ scalars: [Unicode.Scalar], offsets: [Int], words: Set<String> = []) {
    var plain = scalars.map { $0.value < 0x80 ? nil : LetterShape.plain($0) }
    if !words.isEmpty { Self.readMaskedLetters(scalars, words, into: &plain) }
    Self.readDigitsInWords(scalars, into: &plain)
    let gaps = Self.gapsInWords(scalars)
    guard !gaps.isEmpty || plain.contains(where: { $0 != nil }) else { return nil }
    let length = offsets.last ?? 0
    origins.reserveCapacity(length)
    ends.reserveCapacity(length)
    changed.reserveCapacity(length)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(length)
    var nextGap = gaps.startIndex
    var isAfterGap = false
    for (position, scalar) in scalars.enumerated() {
      if nextGap < gaps.endIndex, gaps[nextGap] == position {
        nextGap += 1
        isAfterGap = true
        continue
      }
      let shown = plain[position] ?? scalar
      let width = UTF8.width(shown)
      if width == 1 {
        bytes.append(UInt8(shown.value))
      } else {
        bytes += UTF8.encode(shown).map(Array.init) ?? []
      }
      for _ in 0..<width {
        origins.append(offsets[position])
        ends.append(offsets[position + 1])
        changed.append(plain[position] != nil || isAfterGap)
      }
      isAfterGap = false
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether a text has anything that a disguise needs, which nearly all texts lack. It reads bytes once.
  private static func mayDiffer(_ text: String) -> Bool {
    for scalar in text.unicodeScalars
    where scalar.value >= 0x80 && (scalar == "·" || LetterShape.plain(scalar) != nil) {
      return true
    }
    var text = text
    return text.withUTF8 { bytes in
      func isLetter(_ index: Int) -> Bool {
        guard bytes.indices.contains(index) else { return false }
        // A letter of several bytes counts where it begins and where it ends.
        return bytes[index] >= 0x80 || (bytes[index] | 0x20) &- 0x61 < 26
      }
      var singles = 0
      var lastSingle = -3
      for (index, byte) in bytes.enumerated() {
        switch byte {
        case UInt8(ascii: "*"), UInt8(ascii: "#"), UInt8(ascii: "_"):
          if isLetter(index - 1) || isLetter(index + 1) { return true }
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "@"), UInt8(ascii: "$"),
          UInt8(ascii: "!"):
          if isLetter(index + 1) || isLetter(index + 2) { return true }
        default:
          guard isLetter(index), !isLetter(index - 1) else { continue }
          var end = index + 1
          while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
          guard !isLetter(end) else { continue }
          singles = index - lastSingle <= 2 ? singles + 1 : 1
          lastSingle = end - 1
          if singles > 3 { return true }
        }
      }
      return false
    }
  }

  /// Returns the byte range in the text of a byte range of the reading, or `nil` if nothing in it was disguised.
  package func place(of range: Range<Int>) -> Range<Int>? {
    guard !range.isEmpty, range.upperBound <= origins.count, changed[range].contains(true) else {
      return nil
    }
    return origins[range.lowerBound]..<ends[range.upperBound - 1]
  }

  /// Returns the text of a byte range of the reading.
  package func words(_ range: Range<Int>) -> String {
    String(decoding: Array(text.utf8)[range], as: UTF8.self)
  }

  /// Finds the letters that asterisks in words stand for: `k*ll` if `kill` is one of the words.
  private static func readMaskedLetters(
    _ scalars: [Unicode.Scalar], _ words: Set<String>, into plain: inout [Unicode.Scalar?]
  ) {
    guard scalars.contains(where: isMask) else { return }
    let words = words.sorted()
    var start = 0
    while start < scalars.count {
      let isPart = { (scalar: Unicode.Scalar) in
        scalar.isAlphabetic || isMask(scalar)
      }
      guard isPart(scalars[start]) else {
        start += 1
        continue
      }
      var end = start
      while end < scalars.count, isPart(scalars[end]) { end += 1 }
      let written = scalars[start..<end]
      if written.contains(where: isMask),
        written.contains(where: \.isAlphabetic),
        let word = words.first(where: { resembles($0, Array(written)) })
      {
        for (place, letter) in zip(written.indices, word.unicodeScalars)
        where isMask(scalars[place]) {
          plain[place] = letter
        }
      }
      start = end
    }
  }

  private static func isMask(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "*" || scalar == "#" || scalar == "_"
  }

  /// Returns whether a word has the letters that are written, in any case, and any letter behind a mask.
  private static func resembles(_ word: String, _ written: [Unicode.Scalar]) -> Bool {
    let letters = Array(word.unicodeScalars)
    guard letters.count == written.count else { return false }
    return zip(letters, written).allSatisfy { letter, written in
      isMask(written) || written.properties.lowercaseMapping == String(letter)
    }
  }

  private static func digitLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "0": "o"
    case "1", "!": "i"
    case "3": "e"
    case "4", "@": "a"
    case "5", "$": "s"
    case "7": "t"
    default: nil
    }
  }

  /// Finds the letters that digits and signs inside words, and digits at their beginning, stand for.
  private static func readDigitsInWords(
    _ scalars: [Unicode.Scalar], into plain: inout [Unicode.Scalar?]
  ) {
    let isLetter = { (position: Int) in
      scalars.indices.contains(position) && scalars[position].isBasicLetter
    }
    let isSign = { (position: Int) in
      scalars.indices.contains(position) && digitLetter(scalars[position]) != nil
    }
    for position in scalars.indices where plain[position] == nil {
      guard let letter = digitLetter(scalars[position]) else { continue }
      let (before, after) = (position - 1, position + 1)
      let isInside = isLetter(before) && (isLetter(after) || isSign(after) && isLetter(after + 1))
      let isSecond = isSign(before) && isLetter(before - 1) && isLetter(after)
      // `$` and `@` at the beginning of a word have other meanings, such as prices and accounts.
      let isFirst =
        isLetter(after) && isLetter(after + 1) && !isLetter(before)
        && scalars[position].isBasicDigit
      if isInside || isSecond || isFirst { plain[position] = letter }
    }
  }

  /// Returns the places, in order, of the separators between four or more single letters: `s.e.x.y`, `f l i r t`.
  private static func gapsInWords(_ scalars: [Unicode.Scalar]) -> [Int] {
    var gaps: [Int] = []
    var run: [Int] = []
    var letters = 0
    var position = 0
    func close() {
      if letters > 3 { gaps += run }
      (run, letters) = ([], 0)
    }
    let isLetter = { (position: Int) in
      scalars.indices.contains(position) && scalars[position].isAlphabetic
    }
    while position < scalars.count {
      let isSingle = isLetter(position) && !isLetter(position - 1) && !isLetter(position + 1)
      guard isSingle else {
        position += 1
        continue
      }
      letters += 1
      let next = position + 1
      let isGap =
        scalars.indices.contains(next) && " .-_*·|/".unicodeScalars.contains(scalars[next])
      if isGap, isLetter(next + 1), !isLetter(next + 2) {
        run.append(next)
        position = next + 1
      } else {
        close()
        position = next
      }
    }
    close()
    return gaps
  }
}
