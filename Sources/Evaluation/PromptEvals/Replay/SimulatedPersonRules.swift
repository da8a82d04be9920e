import TextAnalysis

/// Detects a model that has stopped playing a person.
///
/// A role break excludes the sample from scores, so only unambiguous text counts. People work as coaches, ask
/// how they can help a daughter, and play roles; doubtful cases are left to a checker.
enum SimulatedPersonRules {
  /// Phrases that only a model uses about itself.
  private static let breaks = [
    "as an ai language model", "as a large language model", "as an ai assistant", "^as an ai . i",
    "i am an ai language model", "i'm an ai language model", "i am an ai assistant",
    "i'm an ai assistant", "i am a language model", "i'm a language model",
    "i am a large language model", "i'm a large language model", "as your ai coach",
  ].map(Phrase.init)

  /// Openings of an assistant, possibly after a greeting.
  ///
  /// Further inside a message they may be a quotation.
  private static let openings = [
    "how can i help you today", "how may i help you today", "how can i assist you",
    "how may i assist you", "as your coach i",
  ].map { WordTokens($0).tokens }

  /// Speaker labels at the start of a line, by which the model writes the whole chat itself.
  private static let speakers = ["coach:", "person:", "user:", "assistant:"]

  static func faults(
    in words: String, after number: Int, earlier: [String], leaves: Bool
  ) -> [PersonFault] {
    guard !words.isEmpty else {
      return leaves ? [] : [PersonFault(.silence, after: number, reason: "said nothing")]
    }
    var faults: [PersonFault] = []
    let text = WordTokens(words)
    if let found = breaks.firstMatch(in: text) ?? opening(of: text) {
      faults.append(PersonFault(.roleBreak, after: number, reason: "says '\(found)'"))
    }
    let lines = words.lowercased().split(separator: "\n")
    if let speaker = speakers.first(where: { name in lines.contains { $0.hasPrefix(name) } }) {
      faults.append(PersonFault(.roleBreak, after: number, reason: "writes '\(speaker)' itself"))
    }
    if text.tokens.count > 5, earlier.contains(where: { WordTokens($0).tokens == text.tokens }) {
      faults.append(PersonFault(.repetition, after: number, reason: "says the same again"))
    }
    return faults
  }

  private static func opening(of text: WordTokens) -> String? {
    let clauses = text.tokens.split(separator: WordTokens.mark)
    let words = Array(clauses.joined())
    let greeting = clauses.first.flatMap { $0.count <= maximumGreetingLength ? $0.count : nil } ?? 0
    return openings.first { opening in
      words.starts(with: opening) || words.dropFirst(greeting).starts(with: opening)
    }?.joined(separator: " ")
  }

  /// The maximum number of words in a greeting, as in `Hello there, Ada`.
  private static let maximumGreetingLength = 3
}
