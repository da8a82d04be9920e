import TextAnalysis

/// A text with placeholders, split into sentences.
struct CopyTemplate: Sendable, Hashable {
  private enum Part: Sendable, Hashable {
    case text(String)
    case value(String)
  }

  private var sentences: [[Part]] = []

  /// The placeholder names in order of occurrence.
  private(set) var names: [String] = []

  /// An error for a brace that is not part of a placeholder.
  struct StrayBrace: Error {}

  /// Parses a text. Throws if a brace is not part of a placeholder such as `{count}`.
  init(_ text: String) throws(StrayBrace) {
    var sentence: [Part] = []
    var run = ""
    var isEnding = false
    var rest = text[...]
    func close(_ run: inout String, into sentence: inout [Part]) {
      if !run.isEmpty { sentence.append(.text(run)) }
      run = ""
    }
    while let character = rest.popFirst() {
      switch character {
      case "{":
        guard let end = rest.firstIndex(of: "}"), Self.isName(rest[..<end]) else {
          throw StrayBrace()
        }
        close(&run, into: &sentence)
        sentence.append(.value(String(rest[..<end])))
        names.append(String(rest[..<end]))
        rest = rest[rest.index(after: end)...]
        isEnding = false
      case "}": throw StrayBrace()
      default:
        run.append(character)
        let mark = character.unicodeScalars.first
        let endsHere = character.isNewline || (mark.map(SentenceEnds.isWideMark) ?? false)
        if endsHere || isEnding && character.isWhitespace {
          close(&run, into: &sentence)
          sentences.append(sentence)
          sentence = []
          isEnding = false
        } else {
          isEnding = mark.map(SentenceEnds.isMark) ?? false
        }
      }
    }
    close(&run, into: &sentence)
    sentences.append(sentence)
  }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text.allSatisfy { $0 == "_" || $0.isASCII && $0.isLowercase }
  }

  /// The text as it is written, with its placeholders in braces.
  var source: String { filled { "{\($0)}" } }

  /// Returns the text with its values inserted. A sentence with a missing value is omitted.
  func filled(_ value: (String) -> String?) -> String {
    var text = ""
    for sentence in sentences {
      var filled = ""
      let isWhole = sentence.allSatisfy { part in
        switch part {
        case .text(let run): filled += run
        case .value(let name):
          guard let value = value(name) else { return false }
          filled += value
        }
        return true
      }
      if isWhole { text += filled }
    }
    return text
  }
}

/// A text in one language, with a singular form if it depends on a number.
struct CopyWording: Sendable, Hashable {
  /// The form for the number 1.
  var one: CopyTemplate?
  /// The form for all other numbers and for texts without a number.
  var other: CopyTemplate

  /// Returns the form for a number.
  func form(for count: Int?) -> CopyTemplate { count == 1 ? one ?? other : other }
}
