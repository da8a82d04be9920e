/// The lower-cased words of an instruction, for comparing instructions.
struct InstructionWords {
  let words: [String]

  init(_ line: String) {
    words = line.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
  }

  private static let negations: Set<String> = [
    "never", "not", "no", "don't", "dont", "avoid", "without", "nor",
  ]
  private static let fillers: Set<String> = [
    "a", "an", "the", "to", "of", "in", "on", "and", "or", "that", "this", "it", "is", "are", "be",
    "do", "you", "your", "they", "them", "their", "always", "only", "with", "for", "at", "as",
  ]

  var isNegative: Bool { words.contains(where: Self.negations.contains) }

  /// The words that carry the instruction's subject: without negations and function words.
  var content: Set<String> {
    Set(words.filter { !Self.negations.contains($0) && !Self.fillers.contains($0) })
  }
}
