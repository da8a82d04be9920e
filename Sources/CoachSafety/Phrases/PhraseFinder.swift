/// Finds phrases where their circumstances let them count.
struct PhraseFinder: Sendable {
  /// A phrase that counts.
  struct Match: Sendable, Hashable {
    /// The number of its rule, in the order of insertion.
    var rule: Int
    /// The words that it stands for.
    var tokens: ClosedRange<Int>
  }

  /// The rules in the order of insertion.
  let rules: [PhraseRule]
  private let index: PhraseIndex
  /// By rule, the numbers of the marks that speak against it.
  private let opponents: [Set<Int>]

  /// All phrases that count, in the order in which they end.
  func matches(in tokens: [PhraseToken]) -> [Match] {
    let found = index.phrases(in: tokens)
    // Made once, and only for a text that needs it.
    lazy var marks = Set(
      found.lazy.filter { $0.payload >= rules.count }
        .map {
          Mark(number: $0.payload - rules.count, sentence: tokens[$0.tokens.lowerBound].sentence)
        })
    return found.sorted { $0.tokens.upperBound < $1.tokens.upperBound }.compactMap { found in
      guard found.payload < rules.count else { return nil }
      let rule = rules[found.payload]
      guard
        rule.unlessNext.isEmpty || !follows(found.tokens.upperBound, in: tokens, rule.unlessNext),
        rule.unlessBefore.isEmpty
          || !precedes(found.tokens.lowerBound, in: tokens, rule.unlessBefore)
      else { return nil }
      let opponents = opponents[found.payload]
      let sentence = tokens[found.tokens.lowerBound].sentence
      if !opponents.isEmpty,
        opponents.contains(where: { marks.contains(Mark(number: $0, sentence: sentence)) })
      {
        return nil
      }
      return Match(rule: found.payload, tokens: found.tokens)
    }
  }

  private struct Mark: Hashable {
    var number: Int
    var sentence: Int
  }

  /// Whether one of the words comes next; fillers may stand between, and may be the very word.
  private func follows(_ last: Int, in tokens: [PhraseToken], _ words: Set<String>) -> Bool {
    for token in tokens[(last + 1)...] {
      guard token.sentence == tokens[last].sentence else { return false }
      if words.contains(token.written) || words.contains(token.text) { return true }
      if !token.isFiller { return false }
    }
    return false
  }

  /// Whether one of the words stands right before: `no quiero`, while `no, quiero` is an answer.
  private func precedes(_ first: Int, in tokens: [PhraseToken], _ words: Set<String>) -> Bool {
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
  struct Builder {
    private var rules: [PhraseRule] = []
    private var patterns: [PhrasePattern] = []
    private let vocabulary: PhraseVocabulary

    /// Begins with no rule.
    init(vocabulary: PhraseVocabulary) {
      self.vocabulary = vocabulary
    }

    /// Adds a rule; gives its number.
    mutating func insert(_ rule: PhraseRule, _ pattern: PhrasePattern) -> Int {
      rules.append(rule)
      patterns.append(pattern)
      return rules.count - 1
    }

    /// The finder of all rules.
    func build() throws(PhrasePattern.Problem) -> PhraseFinder {
      var index = PhraseIndex.Builder()
      for (number, pattern) in patterns.enumerated() {
        index.insert(pattern, vocabulary: vocabulary, payload: number)
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
          index.insert(
            try PhrasePattern(text, groups: [:]), vocabulary: vocabulary,
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
  static let none = PhraseFinder(rules: [], index: PhraseIndex(), opponents: [])
}
