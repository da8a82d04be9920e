/// Finds phrases where their circumstances let them count.
package struct PhraseFinder: Sendable {
  /// A phrase that counts.
  package struct Match: Sendable, Hashable {
    /// The number of its rule, in the order of insertion.
    package var rule: Int
    /// The words that it stands for.
    package var tokens: ClosedRange<Int>
  }

  private let index: PhraseIndex
  private let conditions: PhraseConditions

  /// How many rules there are.
  package var ruleCount: Int { conditions.ruleCount }

  /// All phrases that count, in the order in which they end.
  package func matches(in tokens: [PhraseToken]) -> [Match] { read(tokens).counted }

  /// All phrases that count, in the order in which they end, and those whose circumstances make them something else.
  package func read(_ tokens: [PhraseToken]) -> (counted: [Match], refused: [Match]) {
    let text = NumberedWords(tokens, index)
    let ruleCount = ruleCount
    var refused: [Match] = []
    // The conditions alone: a closure that holds the whole finder copies it at every call.
    let found = index.phrases(in: tokens, numbers: text.numbers) { [conditions] found in
      guard found.payload < ruleCount else { return true }
      let suits = conditions.allow(found.payload, at: found.tokens, in: text)
      if !suits { refused.append(Match(rule: found.payload, tokens: found.tokens)) }
      return suits
    }
    var counted: [Match] = []
    // What was found comes sentence by sentence, and a mark speaks against phrases of its own.
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

  /// Rules being put together.
  package struct Builder {
    private var rules: [PhraseRule] = []
    private var patterns: [(pattern: PhrasePattern, keepsFillers: Bool)] = []
    private let vocabulary: PhraseVocabulary

    /// Begins with no rule.
    package init(vocabulary: PhraseVocabulary) {
      self.vocabulary = vocabulary
    }

    /// Adds a rule; gives its number. Its fillers need not be there unless they are kept.
    package mutating func insert(
      _ rule: PhraseRule, _ pattern: PhrasePattern, keepingFillers: Bool = false
    ) -> Int {
      rules.append(rule)
      patterns.append((pattern, keepingFillers))
      return rules.count - 1
    }

    /// The finder of all rules.
    func build() throws(PhrasePattern.Problem) -> PhraseFinder {
      var index = PhraseIndex.Builder()
      for (number, (pattern, keepsFillers)) in patterns.enumerated() {
        index.insert(
          pattern, vocabulary: vocabulary, keepingFillers: keepsFillers, payload: number)
      }
      var conditions = PhraseConditions.Builder()
      for rule in rules { conditions.append(rule, to: &index) }
      for (mark, text) in conditions.marks.enumerated() {
        // With its fillers: "me too" speaks against much less than "me".
        index.insert(
          try PhrasePattern(text, groups: [:]), vocabulary: vocabulary, keepingFillers: true,
          payload: rules.count + mark)
      }
      return PhraseFinder(index: index.build(), conditions: conditions.conditions)
    }
  }
}

extension PhraseFinder {
  /// A finder that finds nothing.
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
