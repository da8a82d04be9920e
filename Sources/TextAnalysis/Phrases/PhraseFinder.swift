/// Finds phrases where their circumstances let them count.
package struct PhraseFinder: Sendable {
  /// A phrase that counts.
  package struct Match: Sendable, Hashable {
    /// The number of its rule, in the order of insertion.
    package var rule: Int
    /// The words that it stands for.
    package var tokens: ClosedRange<Int>
  }

  /// The rules in the order of insertion.
  package let rules: [PhraseRule]
  private let index: PhraseIndex
  /// By rule, the numbers of the marks that speak against it.
  private let opponents: [Set<Int>]

  /// All phrases that count, in the order in which they end.
  package func matches(in tokens: [PhraseToken]) -> [Match] { read(tokens).counted }

  /// All phrases that count, in the order in which they end, and those whose circumstances make them something else.
  package func read(_ tokens: [PhraseToken]) -> (counted: [Match], refused: [Match]) {
    var refused: [Match] = []
    // The rules alone: a closure that holds the whole finder copies it at every call.
    let found = index.phrases(in: tokens) { [rules] found in
      guard found.payload < rules.count else { return true }
      let suits = Self.suits(rules[found.payload], at: found.tokens, in: tokens)
      if !suits { refused.append(Match(rule: found.payload, tokens: found.tokens)) }
      return suits
    }
    var counted: [Match] = []
    // What was found comes sentence by sentence, and a mark speaks against phrases of its own.
    var rest = found[...]
    while let first = rest.first {
      let sentence = tokens[first.tokens.lowerBound].sentence
      let own = rest.prefix { tokens[$0.tokens.lowerBound].sentence == sentence }
      let marks = own.map { $0.payload - rules.count }.filter { $0 >= 0 }
      for found in own where found.payload < rules.count {
        let opponents = opponents[found.payload]
        let match = Match(rule: found.payload, tokens: found.tokens)
        if opponents.isEmpty || !marks.contains(where: opponents.contains) {
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

  /// Whether the words around a phrase leave it what it is.
  private static func suits(
    _ rule: PhraseRule, at place: ClosedRange<Int>, in tokens: [PhraseToken]
  ) -> Bool {
    (rule.unlessNext.isEmpty || !follows(place.upperBound, in: tokens, rule.unlessNext))
      && (rule.unlessBefore.isEmpty || !precedes(place.lowerBound, in: tokens, rule.unlessBefore))
  }

  /// Whether one of the words comes next; fillers may stand between, and may be the very word.
  private static func follows(
    _ last: Int, in tokens: [PhraseToken], _ words: Set<String>
  ) -> Bool {
    for token in tokens[(last + 1)...] {
      guard token.sentence == tokens[last].sentence else { return false }
      if words.contains(token.written) || words.contains(token.text) { return true }
      if !token.isFiller { return false }
    }
    return false
  }

  /// Whether one of the words stands right before: `no quiero`, while `no, quiero` is an answer.
  private static func precedes(
    _ first: Int, in tokens: [PhraseToken], _ words: Set<String>
  ) -> Bool {
    var position = first
    while position > 0, tokens[position].isAttached,
      tokens[position - 1].sentence == tokens[first].sentence
    {
      position -= 1
      if words.contains(tokens[position].written) || words.contains(tokens[position].text) {
        return true
      }
      if !tokens[position].isFiller { return false }
    }
    return false
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
      var marks: [String: Int] = [:]
      var opponents: [Set<Int>] = []
      for rule in rules {
        var own: Set<Int> = []
        for text in rule.unlessWith {
          if let known = marks[text] {
            own.insert(known)
            continue
          }
          own.insert(marks.count)
          // With its fillers: "me too" speaks against much less than "me".
          index.insert(
            try PhrasePattern(text, groups: [:]), vocabulary: vocabulary, keepingFillers: true,
            payload: rules.count + marks.count)
          marks[text] = marks.count
        }
        opponents.append(own)
      }
      return PhraseFinder(rules: rules, index: index.build(), opponents: opponents)
    }
  }
}

extension PhraseFinder {
  /// A finder that finds nothing.
  package static let none = PhraseFinder(rules: [], index: PhraseIndex(), opponents: [])
}
