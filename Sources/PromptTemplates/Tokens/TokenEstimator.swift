/// A guess at the number of tokens, from the shape of the text alone.
///
/// Byte-pair vocabularies keep common words of the Latin script whole and cut longer ones about
/// every seven letters; digits go by threes, signs stand alone, and scripts without blanks take about
/// one token a character. Good for budgets and comparisons, not for invoices.
public struct TokenEstimator: TokenCounter {
  /// Creates an estimator.
  public init() {}

  /// `estimate`
  public var method: String { "estimate" }

  /// The estimated number of tokens.
  public func count(_ text: String) -> Int {
    var tokens = 0
    var letters = 0
    var digits = 0
    func endWord() {
      tokens += (letters + 6) / 7 + (digits + 2) / 3
      letters = 0
      digits = 0
    }
    var isAfterNewline = false
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x30...0x39: digits += 1
      case 0x41...0x5a, 0x61...0x7a, 0xc0...0x24f: letters += 1
      case 0x20: endWord()
      case 0x0a:
        endWord()
        if !isAfterNewline { tokens += 1 }
      case 0x370...0x1fff: letters += 3
      default:
        endWord()
        tokens += 1
      }
      isAfterNewline = scalar.value == 0x0a
    }
    endWord()
    return tokens
  }
}
