/// Finds phrases whose conditions are met.
package struct PhraseFinder: Sendable {
  /// An occurrence of a phrase.
  package struct Match: Sendable, Hashable {
    /// The number of its rule, in the order of insertion.
    package var rule: Int
    /// The tokens that it covers.
    package var tokens: ClosedRange<Int>
  }

  /// The conditions in one object: a closure that captures the values themselves copies them at every call.
  private final class SharedConditions: Sendable {
    let value: PhraseConditions

    init(_ value: PhraseConditions) {
      self.value = value
    }
  }

  /// The words that are known, and their spellings.
  package let vocabulary: PhraseVocabulary
  private let index: PhraseIndex
  private let shared: SharedConditions

  private var conditions: PhraseConditions { shared.value }

  private init(
    _ vocabulary: PhraseVocabulary, index: PhraseIndex, conditions: PhraseConditions
  ) {
    self.vocabulary = vocabulary
    self.index = index
    shared = SharedConditions(conditions)
  }

  package var ruleCount: Int { conditions.ruleCount }

  /// Returns all phrases that count, in the order in which they end. The tokens are those of the vocabulary.
  package func matches(in tokens: [PhraseToken]) -> [Match] {
    let ruleCount = ruleCount
    let found = index.phrases(in: tokens) { [shared] found in
      guard found.payload < ruleCount else { return true }
      return shared.value.allow(found.payload, at: found.tokens, in: tokens)
    }
    var counted: [Match] = []
    // Matches come sentence by sentence, and a mark affects only the phrases of its own sentence.
    var rest = found[...]
    while let first = rest.first {
      let sentence = tokens[first.tokens.lowerBound].sentence
      let own = rest.prefix { tokens[$0.tokens.lowerBound].sentence == sentence }
      let marks = own.filter { $0.payload >= ruleCount }.map { Int32($0.payload - ruleCount) }
      for found in own where found.payload < ruleCount {
        if marks.isEmpty || !shared.value.exclude(found.payload, by: marks) {
          counted.append(Match(rule: found.payload, tokens: found.tokens))
        }
      }
      rest = rest[own.endIndex...]
    }
    counted.sort { $0.tokens.upperBound < $1.tokens.upperBound }
    return counted
  }

  /// Collects rules for a finder.
  package struct Builder {
    private var rules: [PhraseRule] = []
    private var patterns: [PhrasePattern] = []
    private var vocabulary: PhraseVocabulary

    /// Creates a builder; the vocabulary of the finder has the words of its rules, too.
    package init(vocabulary: PhraseVocabulary) {
      self.vocabulary = vocabulary
    }

    /// Returns the number of a word in folded form.
    package mutating func number(of word: String) -> Int32 { vocabulary.learn(word: word) }

    /// Adds a rule and returns its number.
    package mutating func insert(_ rule: PhraseRule, _ pattern: PhrasePattern) -> Int {
      rules.append(rule)
      patterns.append(pattern)
      return rules.count - 1
    }

    /// Builds the finder of all rules; throws if a mark is not a valid pattern.
    func build() throws(PhrasePattern.Problem) -> PhraseFinder {
      var index = PhraseIndex.Builder(vocabulary: vocabulary)
      for (number, pattern) in patterns.enumerated() { index.insert(pattern, payload: number) }
      var conditions = PhraseConditions.Builder()
      for rule in rules { conditions.append(rule, learningIn: &index.vocabulary) }
      for (mark, text) in conditions.marks.enumerated() {
        // With its fillers: "me too" rules out much less than "me".
        index.insert(
          try PhrasePattern(text, groups: [:]), keepingFillers: true, payload: rules.count + mark)
      }
      return PhraseFinder(
        index.vocabulary, index: index.build(), conditions: conditions.conditions)
    }
  }
}

extension PhraseFinder {
  /// A finder without rules.
  package static let none = PhraseFinder(
    PhraseVocabulary(), index: PhraseIndex(), conditions: PhraseConditions())
}

extension PhraseFinder: TableValue {
  package func write(to table: inout TableWriter) {
    vocabulary.write(to: &table)
    index.write(to: &table)
    conditions.write(to: &table)
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    self.init(
      try PhraseVocabulary(from: &table), index: try PhraseIndex(from: &table),
      conditions: try PhraseConditions(from: &table))
  }
}
