/// A text without signs that end a sentence too early: line breaks within a sentence, and full stops after single
/// words (`Obey. Without. Question.`).
///
/// Phrases do not match across the end of a sentence, so a creator who writes in short lines, or who knows this,
/// would otherwise escape them. The result has as many bytes as the text, so that positions stay valid.
package enum FlowingReading {
  /// The minimum number of single words in a row that are read as one sentence.
  private static let minimumLoneWords = 3

  /// Returns the reading of a text, or `nil` if it equals the text.
  package static func text(of original: [Unicode.Scalar]) -> String? {
    var scalars = original
    let isEnd = { (scalar: Unicode.Scalar) in
      switch scalar {
      case ".", "!", "?", ";", "…": true
      default: false
      }
    }
    let isLine = { (scalar: Unicode.Scalar) in scalar == "\n" || scalar == "\r" }
    var stops: [Int] = []
    var words = 0
    var isInWord = false
    func close(_ run: [Int]) {
      guard run.count >= minimumLoneWords else { return }
      for position in run { scalars[position] = " " }
    }
    for position in scalars.indices {
      let scalar = original[position]
      if isEnd(scalar) {
        if words == 1 {
          stops.append(position)
        } else if words > 1 {
          close(stops)
          stops = []
        }
        (words, isInWord) = (0, false)
      } else if scalar.isAlphabetic {
        if !isInWord { words += 1 }
        isInWord = true
      } else if scalar != "'", scalar != "’" {
        isInWord = false
      }
      if isLine(scalar), position > 0, !isEnd(original[position - 1]) {
        scalars[position] = " "
      }
    }
    close(stops)
    guard scalars != original else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(scalars.count + scalars.count / 8)
    for (position, scalar) in scalars.enumerated() {
      if scalar.value < 0x80 {
        bytes.append(UInt8(scalar.value))
      } else {
        bytes += UTF8.encode(scalar).map(Array.init) ?? []
      }
      // A sign of several bytes becomes as many spaces.
      for _ in UTF8.width(scalar)..<max(UTF8.width(scalar), UTF8.width(original[position])) {
        bytes.append(UInt8(ascii: " "))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
