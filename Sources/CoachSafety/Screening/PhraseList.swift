/// The phrases of a file, ready to be looked for.
struct PhraseList: Sendable {
  /// A phrase that was found.
  struct Match: Hashable {
    /// The position of its entry.
    var entry: Int
    /// Where it stands, in bytes of the text's UTF-8.
    var range: Range<Int>
  }

  /// How words are brought to one form.
  var vocabulary = PhraseVocabulary()
  /// The entries in the order of the file.
  private(set) var entries: [PhraseEntry] = []
  private var automaton = PhraseAutomaton()
  private var marks: Set<String> = []

  /// Adds an entry with the words of its phrases, one choice of every part; false when a phrase is there
  /// already for the same category.
  mutating func append(_ entry: PhraseEntry, parts: [[[String]]]) -> Bool {
    entries.append(entry)
    marks.formUnion(entry.unlessWith)
    return automaton.insert(parts, entry: entries.count - 1) { [entries] in
      entries[$0].category == entry.category
    }
  }

  /// Completes the list after its last entry.
  mutating func seal() { automaton.seal() }

  /// All phrases in a text; a phrase does not reach across the end of a sentence.
  func matches(in text: String) -> [Match] {
    let tokens = vocabulary.tokens(of: text)
    let content = tokens.indices.filter { !tokens[$0].isFiller }
    var matches: [Match] = []
    var (state, sentence) = (0, 0)
    // Made once, and only for a text that needs it.
    lazy var found = marks(in: tokens)
    for (position, index) in content.enumerated() {
      if tokens[index].sentence != sentence { (state, sentence) = (0, tokens[index].sentence) }
      state = automaton.state(after: tokens[index].text, from: state)
      for end in automaton.ends(in: state) {
        let entry = entries[end.entry]
        let first = content[position - end.length + 1]
        // A filler may be the very word: "no quiero vivir sola".
        let after = [index + 1, content[min(position + 1, content.count - 1)]]
        guard
          !isNegated(first, in: tokens, by: vocabulary.negations[entry.language]),
          !after.contains(where: {
            $0 > index && $0 < tokens.count && tokens[$0].sentence == sentence
              && entry.unlessNext.contains(tokens[$0].written)
          }),
          entry.unlessWith.isEmpty
            || found[sentence].map({ $0.isDisjoint(with: entry.unlessWith) }) ?? true
        else { continue }
        let range = tokens[first].range.lowerBound..<tokens[index].range.upperBound
        matches.append(Match(entry: end.entry, range: range))
      }
    }
    return matches
  }

  /// Whether a negation stands right before a word: `no quiero`, while `no, quiero` is an answer.
  private func isNegated(
    _ first: Int, in tokens: [PhraseVocabulary.Token], by negations: Set<String>?
  ) -> Bool {
    guard let negations, first > 0, tokens[first].isAttached else { return false }
    let before = tokens[first - 1]
    return before.sentence == tokens[first].sentence && negations.contains(before.written)
  }

  private func marks(in tokens: [PhraseVocabulary.Token]) -> [Int: Set<String>] {
    tokens.reduce(into: [:]) { found, token in
      if marks.contains(token.written) {
        found[token.sentence, default: []].insert(token.written)
      }
    }
  }
}
