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
  func allow(_ rule: Int, at place: ClosedRange<Int>, in text: NumberedWords) -> Bool {
    let condition = Int(byRule[rule])
    guard condition >= 0 else { return true }
    let (next, before) = (unlessNext[condition], unlessBefore[condition])
    return (next.isEmpty || !Self.follows(place.upperBound, in: text, anyOf: next))
      && (before.isEmpty || !Self.precedes(place.lowerBound, in: text, anyOf: before))
  }

  /// Returns whether one of the words comes next; fillers in between are skipped unless they are listed.
  private static func follows(_ last: Int, in text: NumberedWords, anyOf words: ArraySlice<Int32>)
    -> Bool
  {
    for position in text.tokens.indices[(last + 1)...] {
      guard text.tokens[position].sentence == text.tokens[last].sentence else { return false }
      if text.isOne(position, of: words) { return true }
      if !text.tokens[position].isFiller { return false }
    }
    return false
  }

  /// Returns whether one of the words directly precedes: `no quiero`, while `no, quiero` is an answer.
  private static func precedes(_ first: Int, in text: NumberedWords, anyOf words: ArraySlice<Int32>)
    -> Bool
  {
    var position = first
    while position > 0, text.tokens[position].isAttached,
      text.tokens[position - 1].sentence == text.tokens[first].sentence
    {
      position -= 1
      if text.isOne(position, of: words) { return true }
      if !text.tokens[position].isFiller { return false }
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

    /// Adds the condition of the next rule, with its words as numbers of the index.
    mutating func append(_ rule: PhraseRule, to index: inout PhraseIndex.Builder) {
      let condition = Condition(
        unlessNext: rule.unlessNext, unlessBefore: rule.unlessBefore, unlessWith: rule.unlessWith)
      guard !rule.isUnconditional else { return conditions.byRule.append(-1) }
      if let number = known[condition] { return conditions.byRule.append(number) }
      known[condition] = Int32(known.count)
      conditions.byRule.append(Int32(known.count - 1))
      conditions.unlessNext.append(rule.unlessNext.sorted().map { index.number(of: $0) })
      conditions.unlessBefore.append(rule.unlessBefore.sorted().map { index.number(of: $0) })
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

/// The words of a text with their numbers in the index.
struct NumberedWords {
  var tokens: [PhraseToken]
  /// The numbers of the words after respelling.
  var numbers: [Int32]
  /// The numbers of the words as written.
  var written: [Int32]

  init(_ tokens: [PhraseToken], _ index: PhraseIndex) {
    self.tokens = tokens
    numbers = tokens.map { index.number(of: $0.text) }
    written = zip(tokens, numbers).map { token, number in
      token.written == token.text ? number : index.number(of: token.written)
    }
  }

  /// Returns whether a word is in a list, respelled or as written.
  func isOne(_ position: Int, of words: ArraySlice<Int32>) -> Bool {
    words.contains(numbers[position]) || words.contains(written[position])
  }
}
