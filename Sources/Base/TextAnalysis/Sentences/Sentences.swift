import SourceFiles

/// Splits a text into sentences and counts its questions.
package enum Sentences {
  /// Returns the sentences, each with its closing marks.
  ///
  /// A line break ends a sentence too; an ellipsis before a lower-case letter does not ("Hi… welcome").
  package static func split(_ text: String) -> [String] {
    var sentences: [String] = []
    for line in Array(text.unicodeScalars).split(separator: "\n") {
      var start = line.startIndex
      for end in SentenceEnds.positions(in: line, for: .counting) + [line.endIndex] {
        let sentence = line[start..<end]
        start = end
        let hasWord = sentence.contains {
          $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        guard hasWord else { continue }
        sentences.append(String(String.UnicodeScalarView(sentence)).trimmingWhitespace)
      }
    }
    return sentences
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
