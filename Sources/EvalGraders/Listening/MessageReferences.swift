import TextAnalysis

/// Which of a person's messages a text refers to, by the words that it shares with them.
///
/// A word says the more about where it is from, the fewer messages have it: it counts 1 for the only
/// message that has it, and 1/k for each of k.
struct MessageReferences {
  /// The numbers of the messages that are referred to, from 1, in order.
  let numbers: [Int]
  private let shared: [[String]]

  /// What the shared words of a message must come to: more than one word by itself, which chance brings about.
  ///
  /// Chosen on the eight written discovery conversations that reach message 8, so these figures are those of
  /// the texts it was fitted to: in each, one of messages 8 to 10 refers to three messages or more. The same
  /// coach messages held against another person's do so in 3 of 100 cases, and with 1 in about a third.
  static let minimumEvidence = 1.5

  /// Nil for a language without lists.
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
      // Sums of thirds are a little less than they should be.
      return evidence >= Self.minimumEvidence - 1e-9 ? position + 1 : nil
    }
  }

  /// The words that the text shares with a message, as the person wrote them.
  func words(of number: Int) -> [String] { shared[number - 1] }
}
