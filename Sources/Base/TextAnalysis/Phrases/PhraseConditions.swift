/// The conditions under which the phrases of rules count.
///
/// Hundreds of rules share their conditions, so each distinct condition is stored once.
struct PhraseConditions: Sendable {
  /// By rule, the index of its condition; -1 for none.
  private var byRule: [Int32] = []
  /// By condition, the words that must not come next, and those that must not directly precede.
  private var unlessNext = PackedLists()
  private var unlessBefore = PackedLists()
  /// By condition, the marks that must not occur in the same sentence.
  private var unlessWith = PackedLists()

  var ruleCount: Int { byRule.count }

  /// Returns whether one of the marks of a sentence rules a phrase out.
  func exclude(_ rule: Int, by marks: [Int32]) -> Bool {
    let condition = Int(byRule[rule])
    guard condition >= 0 else { return false }
    return unlessWith[condition].contains { marks.contains($0) }
  }

  /// Returns whether the words around a phrase allow it to count.
  func allow(_ rule: Int, at place: ClosedRange<Int>, in tokens: [PhraseToken]) -> Bool {
    let condition = Int(byRule[rule])
    guard condition >= 0 else { return true }
    let (next, before) = (unlessNext[condition], unlessBefore[condition])
    return (next.isEmpty || !Self.follows(place.upperBound, in: tokens, anyOf: next))
      && (before.isEmpty || !Self.precedes(place.lowerBound, in: tokens, anyOf: before))
  }

  /// Returns whether one of the words comes next; fillers in between are skipped unless they are listed.
  private static func follows(
    _ last: Int, in tokens: [PhraseToken], anyOf words: ArraySlice<Int32>
  ) -> Bool {
    for token in tokens[(last + 1)...] {
      guard token.sentence == tokens[last].sentence else { return false }
      if token.isOne(of: words) { return true }
      if !token.isFiller { return false }
    }
    return false
  }

  /// Returns whether one of the words directly precedes: `no quiero`, while `no, quiero` is an answer.
  private static func precedes(
    _ first: Int, in tokens: [PhraseToken], anyOf words: ArraySlice<Int32>
  ) -> Bool {
    var position = first
    while position > 0, tokens[position].isAttached,
      tokens[position - 1].sentence == tokens[first].sentence
    {
      position -= 1
      if tokens[position].isOne(of: words) { return true }
      if !tokens[position].isFiller { return false }
    }
    return false
  }
}

// MARK: Building

extension PhraseConditions {
  /// Collects the conditions of rules, and the marks that they name, in order.
  struct Builder {
    private(set) var conditions = PhraseConditions()
    private(set) var marks: [String] = []
    private var knownMarks: [String: Int32] = [:]
    private var known: [Condition: Int32] = [:]

    private struct Condition: Hashable {
      var unlessNext: Set<String>
      var unlessBefore: Set<String>
      var unlessWith: [String]
    }

    /// Adds the condition of the next rule, with the numbers of its words.
    mutating func append(_ rule: PhraseRule, learningIn vocabulary: inout PhraseVocabulary) {
      let condition = Condition(
        unlessNext: rule.unlessNext, unlessBefore: rule.unlessBefore, unlessWith: rule.unlessWith)
      guard !rule.isUnconditional else { return conditions.byRule.append(-1) }
      if let number = known[condition] { return conditions.byRule.append(number) }
      known[condition] = Int32(known.count)
      conditions.byRule.append(Int32(known.count - 1))
      conditions.unlessNext.append(rule.unlessNext.sorted().map { vocabulary.learn(word: $0) })
      conditions.unlessBefore.append(rule.unlessBefore.sorted().map { vocabulary.learn(word: $0) })
      conditions.unlessWith.append(Set(rule.unlessWith.map { mark($0) }).sorted())
    }

    private mutating func mark(_ text: String) -> Int32 {
      if let known = knownMarks[text] { return known }
      knownMarks[text] = Int32(marks.count)
      marks.append(text)
      return Int32(marks.count - 1)
    }
  }
}

extension PhraseConditions: TableValue {
  func write(to table: inout TableWriter) {
    table.write(byRule)
    for lists in [unlessNext, unlessBefore, unlessWith] { lists.write(to: &table) }
  }

  init(from table: inout TableReader) throws(TableDamage) {
    byRule = try table.numbers()
    unlessNext = try PackedLists(from: &table)
    unlessBefore = try PackedLists(from: &table)
    unlessWith = try PackedLists(from: &table)
  }
}
