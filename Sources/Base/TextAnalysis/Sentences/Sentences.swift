import SourceFiles

/// Splits a text into sentences and counts its questions.
package enum Sentences {
  /// Returns the sentences, each with its closing marks.
  ///
  /// A line break ends a sentence too; an ellipsis before a lower-case letter does not ("Hi… welcome"), and neither do
  /// abbreviations, addresses, numbers and the number of a list item: see ``FullStop``.
  package static func split(_ text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    return ranges(in: scalars).map { sentence($0, of: scalars) }
  }

  /// Returns the sentences, each with whether it is a question; one that is quoted is not.
  package static func withQuestions(_ text: String) -> [(text: String, isQuestion: Bool)] {
    let scalars = Array(text.unicodeScalars)
    let questions = QuestionMarks.positions(in: scalars)
    return ranges(in: scalars).map { range in
      (sentence(range, of: scalars), RangeList.contains(anyOf: questions, in: range))
    }
  }

  /// Returns the number of questions in a text.
  ///
  /// Consecutive marks count once. A question inside quotation marks is somebody else's and does not count, and a question
  /// mark in an address or in code is none.
  package static func questionCount(_ text: String) -> Int {
    QuestionMarks.positions(in: Array(text.unicodeScalars)).count
  }

  private static func sentence(_ range: Range<Int>, of scalars: [Unicode.Scalar]) -> String {
    String(String.UnicodeScalarView(scalars[range])).trimmingWhitespace
  }

  /// The sentences that have a letter or a digit.
  private static func ranges(in scalars: [Unicode.Scalar]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for line in scalars.split(whereSeparator: \.isLineBreak) {
      var start = line.startIndex
      let body = line[(start + ReplySentences.listMark(of: line))...]
      for end in SentenceEnds.positions(in: body, for: .counting) + [line.endIndex] {
        let range = start..<end
        start = end
        let hasWord = scalars[range].contains {
          $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        if hasWord { ranges.append(range) }
      }
    }
    return ranges
  }
}

extension Unicode.Scalar {
  /// Whether it ends a line: a line feed, a carriage return, or one of Unicode's separators.
  var isLineBreak: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
