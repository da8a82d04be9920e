import TextAnalysis

/// The messages of a person that a text refers to, judged by the words that they share.
///
/// The fewer messages have a word, the more it says about which one is meant: a word counts 1 for the only message
/// that has it, and 1/k for each of k.
struct MessageReferences {
  /// The numbers of the messages that are referred to, from 1, in order.
  let numbers: [Int]
  private let shared: [[String]]

  /// The minimum sum of the shared words' weights: more than a single word, which chance can produce.
  ///
  /// Chosen on the eight written discovery conversations that reach message 8, so these figures are those of the
  /// texts it was fitted to: in each, one of messages 8 to 10 refers to three messages or more. The same coach
  /// messages compared with another person's do so in 3 of 100 cases, and with a minimum of 1 in about a third.
  static let minimumEvidence = 1.5

  /// Returns `nil` for a language without word lists.
  init?(_ text: String, to messages: [String], language: String) {
    guard let own = ContentWords(text, language: language) else { return nil }
    let contents = messages.compactMap { ContentWords($0, language: language) }
    var spread: [String: Int] = [:]
    for content in contents {
      for stem in content.stems { spread[stem, default: 0] += 1 }
    }
    shared = contents.map { content in
      own.stems.filter(content.contains).map { content.forms[$0] ?? $0 }
    }
    numbers = contents.enumerated().compactMap { position, content in
      let evidence = own.stems.filter(content.contains).reduce(0) { sum, stem in
        sum + 1 / Double(spread[stem] ?? 1)
      }
      // Sums of thirds fall slightly short through rounding.
      return evidence >= Self.minimumEvidence - 1e-9 ? position + 1 : nil
    }
  }

  /// Returns the words that the text shares with a message, in the form in which the person wrote them.
  func words(of number: Int) -> [String] { shared[number - 1] }
}
