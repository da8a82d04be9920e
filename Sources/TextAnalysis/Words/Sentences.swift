import SourceFiles

/// Splits a text into sentences and counts its questions.
package enum Sentences {
  private static let ends: Set<Character> = [".", "!", "?", "…", "。", "！", "？", "؟"]
  private static let closers: Set<Character> = ["”", "\"", "'", "’", ")", "»", "*", "_"]

  /// Returns the sentences, each with its closing marks.
  ///
  /// A line break ends a sentence too; an ellipsis before a lower-case letter does not ("Hi… welcome").
  package static func split(_ text: String) -> [String] {
    var sentences: [String] = []
    var sentence = ""
    var hasEnded = false
    func flush() {
      if sentence.contains(where: { $0.isLetter || $0.isNumber }) {
        sentences.append(sentence.trimmingWhitespace)
      }
      sentence = ""
      hasEnded = false
    }
    let characters = Array(text)
    for (at, character) in characters.enumerated() {
      let previous = at > 0 ? characters[at - 1] : " "
      let next = at + 1 < characters.count ? characters[at + 1] : " "
      if hasEnded, !ends.contains(character), !closers.contains(character) {
        if goesOn(characters, at) { hasEnded = false } else { flush() }
      }
      if character == "\n" {
        flush()
      } else {
        sentence.append(character)
        // A period between digits belongs to a number.
        let isInNumber = character == "." && previous.isNumber && next.isNumber
        if ends.contains(character), !isInNumber { hasEnded = true }
      }
    }
    flush()
    return sentences
  }

  /// Returns whether the sentence that seemed to end before a position continues after an ellipsis.
  private static func goesOn(_ characters: [Character], _ at: Int) -> Bool {
    let before = characters[..<at].suffix(2)
    let isEllipsis = before.last == "…" || (before.count == 2 && before.allSatisfy { $0 == "." })
    let next = characters[at...].first { !$0.isWhitespace }
    return isEllipsis && (next?.isLowercase ?? false)
  }

  /// Returns the number of questions in a text.
  ///
  /// Consecutive marks count once. A question inside quotation marks is somebody else's and does not count.
  package static func questionCount(_ text: String) -> Int {
    var count = 0
    var isQuoted = false
    var follows = false
    // By scalars: every coach message passes through here, and characters cost ten times as much.
    for scalar in text.unicodeScalars {
      var isMark = false
      switch scalar {
      case "“", "«": isQuoted = true
      case "”", "»": isQuoted = false
      case "\"": isQuoted.toggle()
      case "?", "？", "؟":
        isMark = true
        if !isQuoted, !follows { count += 1 }
      default: break
      }
      follows = isMark
    }
    return count
  }
}
