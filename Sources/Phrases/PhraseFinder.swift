/// Finds phrases whose conditions are met.
package struct PhraseFinder: Sendable {
  /// An occurrence of a phrase.
  package struct Match: Sendable, Hashable {
    /// The number of its rule, in the order of insertion.
    package var rule: Int
    /// The tokens that it covers.
    package var tokens: ClosedRange<Int>
  }

  private let index: PhraseIndex
  private let conditions: PhraseConditions

  package var ruleCount: Int { conditions.ruleCount }

  /// Returns all phrases that count, in the order in which they end.
  package func matches(in tokens: [PhraseToken]) -> [Match] { read(tokens).counted }

  /// Returns all phrases that count, in the order in which they end, and those that their conditions rule out.
  package func read(_ tokens: [PhraseToken]) -> (counted: [Match], refused: [Match]) {
    let text = NumberedWords(tokens, index)
    let ruleCount = ruleCount
    var refused: [Match] = []
    // Captures the conditions alone: a closure that captures the whole finder copies it at every call.
    let found = index.phrases(in: tokens, numbers: text.numbers) { [conditions] found in
      guard found.payload < ruleCount else { return true }
      let suits = conditions.allow(found.payload, at: found.tokens, in: text)
      if !suits { refused.append(Match(rule: found.payload, tokens: found.tokens)) }
      return suits
    }
    var counted: [Match] = []
    // Matches come sentence by sentence, and a mark affects only the phrases of its own sentence.
    var rest = found[...]
    while let first = rest.first {
      let sentence = tokens[first.tokens.lowerBound].sentence
      let own = rest.prefix { tokens[$0.tokens.lowerBound].sentence == sentence }
      let marks = own.filter { $0.payload >= ruleCount }.map { Int32($0.payload - ruleCount) }
      for found in own where found.payload < ruleCount {
        let match = Match(rule: found.payload, tokens: found.tokens)
        if marks.isEmpty || !conditions.exclude(found.payload, by: marks) {
          counted.append(match)
        } else {
          refused.append(match)
        }
      }
      rest = rest[own.endIndex...]
    }
    counted.sort { $0.tokens.upperBound < $1.tokens.upperBound }
    return (counted, refused)
  }

  /// Collects rules for a finder.
  package struct Builder {
    private var rules: [PhraseRule] = []
    private var patterns: [(pattern: PhrasePattern, keepsFillers: Bool)] = []
    private let vocabulary: PhraseVocabulary

    package init(vocabulary: PhraseVocabulary) {
      self.vocabulary = vocabulary
    }

    /// Adds a rule and returns its number; the fillers of its phrase are optional unless they are kept.
    package mutating func insert(
      _ rule: PhraseRule, _ pattern: PhrasePattern, keepingFillers: Bool = false
    ) -> Int {
      rules.append(rule)
      patterns.append((pattern, keepingFillers))
      return rules.count - 1
    }

    /// Builds the finder of all rules; throws if a mark is not a valid pattern.
    func build() throws(PhrasePattern.Problem) -> PhraseFinder {
      var index = PhraseIndex.Builder()
      for (number, (pattern, keepsFillers)) in patterns.enumerated() {
        index.insert(
          pattern, vocabulary: vocabulary, keepingFillers: keepsFillers, payload: number)
      }
      var conditions = PhraseConditions.Builder()
      for rule in rules { conditions.append(rule, to: &index) }
      for (mark, text) in conditions.marks.enumerated() {
        // With its fillers: "me too" rules out much less than "me".
        index.insert(
          try PhrasePattern(text, groups: [:]), vocabulary: vocabulary, keepingFillers: true,
          payload: rules.count + mark)
      }
      return PhraseFinder(index: index.build(), conditions: conditions.conditions)
    }
  }
}

extension PhraseFinder {
  /// A finder without rules.
  package static let none = PhraseFinder(index: PhraseIndex(), conditions: PhraseConditions())
}

extension PhraseFinder: TableValue {
  package func write(to table: inout TableWriter) {
    index.write(to: &table)
    conditions.write(to: &table)
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    index = try PhraseIndex(from: &table)
    conditions = try PhraseConditions(from: &table)
  }
}
