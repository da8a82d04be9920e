#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A statistical model of the words of each domain, computed from the routing signals of all files together.
///
/// It adds two scores. The first is a naive Bayes model over words and phrases: how much more frequent a word is in
/// a class than on average over all classes, where a keyword counts as ``keywordCount`` examples with the word and
/// a hint as ``hintCount``. The second is the similarity to single examples (cosine of tf-idf vectors over words
/// and pairs of words), and to negatives, which count against their class.
///
/// Everything is computed in closed form: a new file takes effect within milliseconds, and the same files always
/// give the same model.
struct RoutingModel: Sendable {
  /// The count of a keyword, in equivalent examples.
  static let keywordCount = 60.0
  /// The count of a hint, in equivalent examples.
  static let hintCount = 3.0
  /// The factor on the count of a phrase, compared to a single word.
  static let phraseFactor = 1.5
  /// Additive smoothing: each class is credited with `averageWeight` times a feature's mean count, plus `floor`.
  static let averageWeight = 3.0
  static let floor = 4.0
  /// The factor on the weight of a word that is in examples but neither a keyword nor a hint.
  static let exampleOnlyFactor = 0.5
  /// The factors on the similarity to examples and to negatives.
  static let exampleLikeness = 4.0
  static let negativeLikeness = 3.0
  /// The number of nearest examples of a class that count towards its score.
  static let nearest = 3
  /// The maximum number of similar examples that a reading lists.
  static let toldLikenesses = 8
  /// The share of all examples above which a feature is too common to count towards similarity.
  static let commonShare = 0.125

  /// A class that a message can belong to: a domain or an outcome.
  struct Class: Sendable, Hashable {
    /// The domain id, or the raw value of the outcome.
    var id: String
    /// The outcome; `nil` for a domain.
    var outcome: RoutingOutcome.Kind?
  }

  /// An example in the form in which it is compared.
  struct Example: Sendable {
    var `class`: Int
    var text: String
    var isNegative: Bool
    /// The feature numbers of its words and pairs of words.
    var features: [Int32]
  }

  let classes: [Class]
  private(set) var examples: [Example] = []
  /// A trie of words and phrases, from a node and a word to the next node. Node 0 is the root.
  private var nodes: [UInt64: Int32] = [:]
  private var words: [String: Int32] = [:]
  /// The weighted counts by feature and class; one row for each feature that has weights.
  private var counts: [Int32: [Double]] = [:]
  private var weights: [Int32: [Float]] = [:]
  private var listed: Set<Int32> = []
  /// The inverted index: by feature, the examples that contain it.
  private var postings: [Int32: [Int32]] = [:]
  private var rarity: [Int32: Double] = [:]
  private var lengths: [Double] = []
  private var count: Int32 = 1

  /// Computes the model from the signals of all classes.
  init(_ signals: [(class: Class, signals: RoutingSignals)]) {
    classes = signals.map(\.class)
    for (number, (_, signals)) in signals.enumerated() {
      count(signals.keywords, amount: Self.keywordCount, class: number)
      count(signals.hints, amount: Self.hintCount, class: number)
      for (texts, isNegative) in [(signals.examples, false), (signals.negatives, true)] {
        for text in texts { add(text, to: number, isNegative: isNegative) }
      }
    }
    for (feature, row) in counts { weights[feature] = weight(of: row, feature: feature) }
    for (number, example) in examples.enumerated() {
      for feature in example.features { postings[feature, default: []].append(Int32(number)) }
    }
    let total = Double(max(examples.count, 1))
    for (feature, list) in postings { rarity[feature] = log(total / Double(list.count)) }
    lengths = examples.map { example in
      example.features.reduce(0) { $0 + pow(rarity[$1] ?? 0, 2) }.squareRoot()
    }
    for (feature, list) in postings
    where Double(list.count) > max(total * Self.commonShare, Double(Self.nearest)) {
      postings[feature] = nil
    }
  }

  private mutating func count(_ phrases: [String], amount: Double, class number: Int) {
    var seen: Set<Int32> = []
    for phrase in phrases {
      let words = RoutingWords.words(of: phrase)
      guard !words.isEmpty else { continue }
      let feature = insert(words)
      guard seen.insert(feature).inserted else { continue }
      listed.insert(feature)
      see(feature, amount: amount * (words.count > 1 ? Self.phraseFactor : 1), class: number)
    }
  }

  private mutating func add(_ text: String, to number: Int, isNegative: Bool) {
    let words = RoutingWords.words(of: text)
    var features: Set<Int32> = []
    for (position, word) in words.enumerated() {
      let feature = insert([word])
      if features.insert(feature).inserted, !isNegative {
        see(feature, amount: 1, class: number)
      }
      if position + 1 < words.count { features.insert(insert([word, words[position + 1]])) }
    }
    examples.append(
      Example(
        class: number, text: text, isNegative: isNegative, features: features.sorted()))
  }

  private mutating func see(_ feature: Int32, amount: Double, class number: Int) {
    let zeros = zeros
    counts[feature, default: zeros][number] += amount
  }

  private var zeros: [Double] { Array(repeating: 0, count: classes.count) }

  private mutating func insert(_ phrase: [String]) -> Int32 {
    var node: Int32 = 0
    for text in phrase {
      let word = words[text] ?? Int32(words.count)
      words[text] = word
      let key = Self.key(node: node, word: word)
      if let next = nodes[key] {
        node = next
      } else {
        nodes[key] = count
        node = count
        count += 1
      }
    }
    return node
  }

  private static func key(node: Int32, word: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: node)) << 32 | UInt64(UInt32(bitPattern: word))
  }

  /// Returns, for each class, the logarithm of how much more frequent a feature is than on average.
  private func weight(of row: [Double], feature: Int32) -> [Float] {
    let mean = row.reduce(0, +) / Double(row.count)
    let base = mean * (1 + Self.averageWeight) + Self.floor
    let factor = listed.contains(feature) ? 1 : Self.exampleOnlyFactor
    let common = Self.averageWeight * mean + Self.floor
    return row.map { count in Float(factor * log((count + common) / base)) }
  }
}

// MARK: Reading a message

extension RoutingModel {
  /// The scores of a message.
  struct Reading: Sendable {
    /// The score of each class; only differences are meaningful.
    var scores: [Double]
    /// The features with a weight, each with the words of the message that it matched.
    var features: [(text: String, feature: Int32)] = []
    /// The most similar examples with their similarity from 0 to 1, in descending order.
    var likenesses: [(example: Int, likeness: Double)] = []
    var length = 0

    /// Returns whether the scores of the classes differ by more than this.
    func says(_ difference: Double) -> Bool {
      (scores.max() ?? 0) - (scores.min() ?? 0) > difference
    }
  }

  /// Scores a message. `leavingOut` is the number of an example to ignore, for leave-one-out fitting.
  func read(_ text: String, leavingOut left: Int? = nil) -> Reading {
    let inflected = RoutingWords.inflected(in: text)
    let texts = inflected.map(RoutingWords.stem)
    let numbers = texts.map { words[$0] }
    var reading = Reading(scores: zeros, length: texts.count)
    let own = left.map { Set(examples[$0].features) } ?? []
    var seen: Set<Int32> = []
    var sums = [Float](repeating: 0, count: classes.count)
    for start in numbers.indices {
      var node: Int32 = 0
      for end in start..<numbers.count {
        guard let word = numbers[end], let next = nodes[Self.key(node: node, word: word)] else {
          break
        }
        node = next
        guard let row = weights[node], seen.insert(node).inserted else { continue }
        let used = own.contains(node) ? self.row(node, without: left) : row
        for number in sums.indices { sums[number] += used[number] }
        reading.features.append((inflected[start...end].joined(separator: " "), node))
      }
    }
    for number in sums.indices { reading.scores[number] = Double(sums[number]) }
    compare(texts, numbers: numbers, leavingOut: left, into: &reading)
    let scale = pow(Double(max(texts.count, 1)), 0.25)
    for number in sums.indices { reading.scores[number] /= scale }
    return reading
  }

  /// Returns the weights of a feature without the contribution of an example.
  private func row(_ feature: Int32, without left: Int?) -> [Float] {
    guard let left, !examples[left].isNegative, var row = counts[feature] else {
      return weights[feature] ?? []
    }
    let number = examples[left].class
    row[number] = max(row[number] - 1, 0)
    return weight(of: row, feature: feature)
  }

  /// Adds the similarity to examples and negatives to the scores.
  private func compare(
    _ texts: [String], numbers: [Int32?], leavingOut left: Int?, into reading: inout Reading
  ) {
    var known: Set<Int32> = []
    var unknown: Set<String> = []
    for position in numbers.indices {
      let first = numbers[position].flatMap { nodes[Self.key(node: 0, word: $0)] }
      var found: [(feature: Int32?, text: () -> String)] = [(first, { texts[position] })]
      if position + 1 < numbers.count {
        var pair: Int32?
        if let first, let next = numbers[position + 1] {
          pair = nodes[Self.key(node: first, word: next)]
        }
        found.append((pair, { "\(texts[position]) \(texts[position + 1])" }))
      }
      for (feature, text) in found {
        if let feature, rarity[feature] != nil {
          known.insert(feature)
        } else {
          unknown.insert(text())
        }
      }
    }
    // An unknown word makes a message less similar to all examples.
    let rarest = log(Double(max(examples.count, 2)))
    var length = rarest * rarest * Double(unknown.count)
    var sums = [Double](repeating: 0, count: examples.count)
    for feature in known.sorted() {
      let weight = pow(rarity[feature] ?? 0, 2)
      length += weight
      for example in postings[feature] ?? [] { sums[Int(example)] += weight }
    }
    guard length > 0 else { return }
    let root = length.squareRoot()
    var best = Array(repeating: [Double](), count: classes.count * 2)
    for (number, sum) in sums.enumerated() where sum > 0 && number != left && lengths[number] > 0 {
      let likeness = sum / (root * lengths[number])
      let place = examples[number].class * 2 + (examples[number].isNegative ? 1 : 0)
      best[place].insert(likeness, keeping: Self.nearest) { $0 > $1 }
      reading.likenesses.insert((number, likeness), keeping: Self.toldLikenesses) {
        $0.likeness > $1.likeness
      }
    }
    for number in classes.indices {
      for (offset, factor) in [(0, Self.exampleLikeness), (1, -Self.negativeLikeness)] {
        let nearest = best[number * 2 + offset]
        reading.scores[number] += factor * nearest.reduce(0, +) / Double(Self.nearest)
      }
    }
  }

  /// Returns the weight of a feature for a class.
  func weight(of feature: Int32, for number: Int) -> Double {
    Double(weights[feature]?[number] ?? 0)
  }
}

extension Array {
  /// Inserts an element into a sorted array after those that precede or equal it, and keeps at most `most`
  /// elements.
  fileprivate mutating func insert(
    _ element: Element, keeping maximum: Int, by precedes: (Element, Element) -> Bool
  ) {
    var place = count
    while place > 0, precedes(element, self[place - 1]) { place -= 1 }
    guard place < maximum else { return }
    insert(element, at: place)
    if count > maximum { removeLast() }
  }
}
