/// What gives a model away that has stopped playing a person.
enum PersonRules {
  /// Words that the person on a card would not say to a coach.
  private static let breaks = [
    "as an ai", "language model", "as your coach", "as a coach", "how can i help",
    "how can i assist",
    "i'm here to help", "i am here to help", "i'm here to listen", "i am here to listen",
    "how may i assist", "the persona", "the card says", "role play", "roleplay", "in this scenario",
    "as the person",
  ].map(Phrase.init)

  /// Names of speakers at the beginning of a line: the model writes the whole chat by itself.
  private static let speakers = ["coach:", "person:", "user:", "assistant:", "client:"]

  static func faults(
    in words: String, after number: Int, earlier: [String], leaves: Bool
  ) -> [PersonFault] {
    guard !words.isEmpty else {
      return leaves ? [] : [PersonFault(.silence, after: number, reason: "said nothing")]
    }
    var faults: [PersonFault] = []
    if let found = breaks.firstMatch(in: WordTokens(words)) {
      faults.append(PersonFault(.roleBreak, after: number, reason: "says '\(found)'"))
    }
    let lines = words.lowercased().split(separator: "\n")
    if let speaker = speakers.first(where: { name in lines.contains { $0.hasPrefix(name) } }) {
      faults.append(PersonFault(.roleBreak, after: number, reason: "writes '\(speaker)' itself"))
    }
    let tokens = WordTokens(words).tokens
    if tokens.count > 5, earlier.contains(where: { WordTokens($0).tokens == tokens }) {
      faults.append(PersonFault(.repetition, after: number, reason: "says the same again"))
    }
    return faults
  }
}
