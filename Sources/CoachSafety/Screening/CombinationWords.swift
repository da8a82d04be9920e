/// The words of all combinations, each known by a number: hundreds of combinations share `I` and `my`.
struct CombinationWords: Sendable {
  private struct Key: Hashable {
    var text: String
    var keepsFillers: Bool
  }

  /// How many there are.
  var count: Int { numbers.count }

  private var numbers: [Key: Int] = [:]
  /// By word, the combinations that are looked for where it stands.
  private var looked: [[Int]] = []

  /// The number of a word, and whether it is new.
  mutating func number(of text: String, keepingFillers: Bool) -> (number: Int, isNew: Bool) {
    let key = Key(text: text, keepsFillers: keepingFillers)
    if let known = numbers[key] { return (known, false) }
    numbers[key] = numbers.count
    return (numbers.count - 1, true)
  }

  /// Decides where each combination is looked for: at the words of the set that the fewest others share.
  mutating func file(_ combinations: [WordCombination]) {
    var uses = Array(repeating: 0, count: numbers.count)
    for word in combinations.lazy.flatMap(\.sets).joined() { uses[word] += 1 }
    looked = Array(repeating: [], count: numbers.count)
    for (number, combination) in combinations.enumerated() {
      let cost = { (set: [Int]) in set.reduce(0) { $0 + uses[$1] } }
      for word in combination.sets.min(by: { cost($0) < cost($1) }) ?? [] {
        looked[word].append(number)
      }
    }
  }

  /// The combinations that may stand where a word stands.
  func combinations(at word: Int) -> [Int] { looked[word] }
}
