/// Finds all phrases in a sequence of words, in one pass over the words.
///
/// The construction is that of Aho and Corasick ("Efficient string matching", Communications of the ACM 18,
/// 1975) over words instead of letters, so the time does not depend on how many phrases there are.
struct PhraseAutomaton: Sendable {
  private struct Node: Sendable {
    var next: [Int: Int] = [:]
    /// The node of the longest ending of this one that also begins a phrase.
    var fallback = 0
    /// The phrases that end here: the entry they belong to, and how many words they have.
    var ends: [End] = []
  }

  /// A phrase that ends at a word.
  struct End: Sendable {
    /// The position of its entry.
    var entry: Int
    /// How many words it has.
    var length: Int
  }

  private var nodes = [Node()]
  private var ids: [String: Int] = [:]

  /// Adds all phrases of an entry, each made of one choice of every part; false when one of them is there
  /// already for an entry that `isSame` accepts.
  mutating func insert(_ parts: [[[String]]], entry: Int, isSame: (Int) -> Bool) -> Bool {
    var reached = [(state: 0, length: 0)]
    for choices in parts {
      var next: [(state: Int, length: Int)] = []
      for one in reached {
        for words in choices {
          let end = words.reduce(one.state) { child(of: $0, by: $1) }
          next.append((end, one.length + words.count))
        }
      }
      reached = next
    }
    for (state, length) in reached {
      guard !nodes[state].ends.contains(where: { isSame($0.entry) }) else { return false }
      nodes[state].ends.append(End(entry: entry, length: length))
    }
    return true
  }

  private mutating func child(of state: Int, by word: String) -> Int {
    let id = ids[word] ?? ids.count
    ids[word] = id
    if let next = nodes[state].next[id] { return next }
    nodes.append(Node())
    nodes[state].next[id] = nodes.count - 1
    return nodes.count - 1
  }

  /// Completes the automaton after the last phrase, breadth first.
  mutating func seal() {
    var queue = Array(nodes[0].next.values)
    var position = 0
    while position < queue.count {
      let state = queue[position]
      position += 1
      for (id, next) in nodes[state].next {
        let fallback = step(from: nodes[state].fallback, id)
        nodes[next].fallback = fallback
        nodes[next].ends += nodes[fallback].ends
        queue.append(next)
      }
    }
  }

  private func step(from state: Int, _ id: Int) -> Int {
    var state = state
    while true {
      if let next = nodes[state].next[id] { return next }
      guard state != 0 else { return 0 }
      state = nodes[state].fallback
    }
  }

  /// The state after a word.
  func state(after word: String, from state: Int) -> Int {
    ids[word].map { step(from: state, $0) } ?? 0
  }

  /// The phrases that end in a state.
  func ends(in state: Int) -> [End] { nodes[state].ends }
}
