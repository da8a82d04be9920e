package import Phrases

/// The words of all combinations, each with a number, since hundreds of combinations share `I` and `my`.
package struct CombinationWords: Sendable {
  /// By word, the combinations that are looked for where it occurs.
  private var byWord = PackedLists()

  /// The number of words.
  package var count: Int { byWord.count }

  /// Returns the combinations that are looked for where a word occurs.
  package func combinations(at word: Int) -> ArraySlice<Int32> { byWord[word] }

  /// Assigns numbers to words.
  struct Builder {
    private struct Key: Hashable {
      var text: String
      var keepsFillers: Bool
    }

    private var numbers: [Key: Int32] = [:]

    /// Returns the number of a word, and whether the word is new.
    mutating func number(of text: String, keepingFillers: Bool) -> (number: Int32, isNew: Bool) {
      let key = Key(text: text, keepsFillers: keepingFillers)
      if let known = numbers[key] { return (known, false) }
      let number = Int32(numbers.count)
      numbers[key] = number
      return (number, true)
    }

    /// Decides where each combination is looked for: at the words of the set that the fewest combinations share.
    func words(of combinations: [WordCombination]) -> CombinationWords {
      var uses = Array(repeating: 0, count: numbers.count)
      for word in combinations.lazy.flatMap(\.sets).joined() { uses[Int(word)] += 1 }
      var byWord = Array(repeating: [Int32](), count: numbers.count)
      for (number, combination) in combinations.enumerated() {
        let cost = { (set: [Int32]) in set.reduce(0) { $0 + uses[Int($1)] } }
        for word in combination.sets.min(by: { cost($0) < cost($1) }) ?? [] {
          byWord[Int(word)].append(Int32(number))
        }
      }
      return CombinationWords(byWord: PackedLists(byWord))
    }
  }
}

extension CombinationWords: TableValue {
  package func write(to table: inout TableWriter) { byWord.write(to: &table) }

  package init(from table: inout TableReader) throws(TableDamage) {
    byWord = try PackedLists(from: &table)
  }
}
