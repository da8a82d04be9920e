/// A text without the signs that end a sentence where none ends: lines that are broken within one, and words that
/// stand alone, each with a full stop behind it (`Obey. Without. Question.`).
///
/// Phrases do not reach over the end of a sentence. A creator who writes in short lines, or who knows this, would
/// not be read otherwise. It is as long as the text, so that places stay what they are.
enum FlowingReading {
  /// How many lone words in a row are read as one sentence.
  private static let minimumLoneWords = 3

  /// Reads a field; nil when its reading would be the text itself.
  static func text(of field: FieldText) -> String? {
    var scalars = field.scalars
    let isEnd = { (scalar: Unicode.Scalar) in ".!?;…".unicodeScalars.contains(scalar) }
    let isLine = { (scalar: Unicode.Scalar) in scalar == "\n" || scalar == "\r" }
    var stops: [Int] = []
    var words = 0
    var isInWord = false
    func close(_ run: [Int]) {
      guard run.count >= minimumLoneWords else { return }
      for position in run { scalars[position] = " " }
    }
    for position in scalars.indices {
      let scalar = field.scalars[position]
      if isEnd(scalar) {
        if words == 1 {
          stops.append(position)
        } else if words > 1 {
          close(stops)
          stops = []
        }
        (words, isInWord) = (0, false)
      } else if scalar.properties.isAlphabetic {
        if !isInWord { words += 1 }
        isInWord = true
      } else if scalar != "'", scalar != "’" {
        isInWord = false
      }
      if isLine(scalar), position > 0, !isEnd(field.scalars[position - 1]) {
        scalars[position] = " "
      }
    }
    close(stops)
    guard scalars != field.scalars else { return nil }
    // A sign of several bytes leaves as many blanks.
    var text = String.UnicodeScalarView()
    for (position, scalar) in scalars.enumerated() {
      text.append(scalar)
      for _ in UTF8.width(scalar)..<max(UTF8.width(scalar), UTF8.width(field.scalars[position])) {
        text.append(" ")
      }
    }
    return String(text)
  }
}
