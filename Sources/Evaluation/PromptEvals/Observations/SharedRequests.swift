/// Messages that are generated from the same request in several transcripts.
///
/// Replies to one request are one observation: an opening that twenty transcripts share says as much about a prompt as
/// one opening, whether it was asked for once or twenty times. So the messages that share a request form a group, which
/// counts in one of its transcripts only, the first by ID. Its replies are averaged there as repetitions are. As each
/// reply then counts in one transcript, transcripts are as independent of each other as their clusters say. A transcript
/// that has no message of its own left does not count.
///
/// Messages are in one group if they share a request under any variant. Otherwise a reply that one variant has once and
/// the other twenty times would take part in twenty differences.
struct SharedRequests: Sendable {
  /// Messages that share a request.
  struct Group: Sendable {
    /// The indices of the transcripts, by ID; at least two.
    var places: [Int]
    /// The numbers of the messages; usually one.
    var messages: [Int]

    /// The index of the transcript in which the group counts.
    var owner: Int { places[0] }
  }

  /// The groups, by their transcripts and messages.
  private(set) var groups: [Group] = []
  private var groupOf: [RequestNode: Int] = [:]
  /// The transcripts with a message of their own among those that take part in a group.
  private var withOwn: Set<Int> = []
  /// The smallest group of each transcript that has no message of its own.
  private var smallest: [Int: Int] = [:]
  /// The transcripts that take part in a group.
  private(set) var involved: Set<Int> = []
  /// The transcripts that do not count by themselves.
  private(set) var absorbed: Set<Int> = []

  /// Whether no request is shared.
  var isEmpty: Bool { groups.isEmpty }

  /// Finds the shared requests among those of all variants.
  ///
  /// - Parameter names: The IDs of the transcripts, by index.
  init(_ sent: SentRequests, names: [String]) {
    let shared = Self.nodes(in: sent)
    guard !shared.isEmpty else { return }
    var links = Links(shared)
    for side in sent.sides {
      var first: [UInt64: Int] = [:]
      for entry in side where entry.digest != SentRequest.unknown {
        guard let index = links.indices[entry.node] else { continue }
        if let other = first[entry.digest] {
          links.join(index, other)
        } else {
          first[entry.digest] = index
        }
      }
    }
    add(links.components, names: names)
    find(own: sent)
  }

  /// The messages that share a request with a message of another transcript.
  private static func nodes(in sent: SentRequests) -> Set<RequestNode> {
    var nodes: Set<RequestNode> = []
    for side in sent.sides {
      var places: [UInt64: Int32] = [:]
      places.reserveCapacity(side.count)
      var shared: Set<UInt64> = []
      for entry in side where entry.digest != SentRequest.unknown {
        let place = places[entry.digest]
        if place == nil {
          places[entry.digest] = entry.place
        } else if place != entry.place {
          shared.insert(entry.digest)
        }
      }
      guard !shared.isEmpty else { continue }
      for entry in side where shared.contains(entry.digest) { nodes.insert(entry.node) }
    }
    return nodes
  }

  private mutating func add(_ components: [[RequestNode]], names: [String]) {
    let found = components.map { nodes in
      let places = Set(nodes.map(\.place)).sorted { names[$0] < names[$1] }
      return (group: Group(places: places, messages: Set(nodes.map(\.message)).sorted()), nodes)
    }
    let ordered = found.sorted { one, other in
      (one.group.messages[0], names[one.group.owner])
        < (other.group.messages[0], names[other.group.owner])
    }
    for (number, (group, nodes)) in ordered.enumerated() {
      groups.append(group)
      involved.formUnion(group.places)
      for node in nodes { groupOf[node] = number }
    }
  }

  private mutating func find(own sent: SentRequests) {
    for entry in sent.sides.joined() where involved.contains(Int(entry.place)) {
      if groupOf[entry.node] == nil { withOwn.insert(Int(entry.place)) }
    }
    for (node, number) in groupOf where !withOwn.contains(node.place) {
      guard let known = smallest[node.place] else {
        smallest[node.place] = number
        continue
      }
      // Of two groups of the same size the later one is nearer to the whole conversation.
      let (old, new) = (groups[known].places.count, groups[number].places.count)
      if new < old || (new == old && number > known) { smallest[node.place] = number }
    }
    let owners = Set(groups.map(\.owner))
    absorbed = involved.filter { !withOwn.contains($0) && !owners.contains($0) }
  }

  /// Returns the index of the group of a message; `nil` if no other transcript has its request.
  func group(of message: Int, at place: Int) -> Int? {
    groupOf[RequestNode(place: place, message: message)]
  }

  /// Whether a transcript has messages that it shares with no other.
  func hasOwn(_ place: Int) -> Bool { !involved.contains(place) || withOwn.contains(place) }

  /// The group that verdicts on a whole conversation belong to; `nil` if it has messages of its own.
  func wholeGroup(of place: Int) -> Int? { smallest[place] }

  /// The index of the transcript in which a transcript counts as a whole.
  func owner(of place: Int) -> Int {
    guard absorbed.contains(place), let group = smallest[place] else { return place }
    return groups[group].owner
  }
}

/// Joins messages to groups.
private struct Links {
  private let nodes: [RequestNode]
  let indices: [RequestNode: Int]
  private var parents: [Int]

  init(_ nodes: Set<RequestNode>) {
    self.nodes = nodes.sorted { ($0.place, $0.message) < ($1.place, $1.message) }
    indices = self.nodes.enumerated().reduce(into: [:]) { $0[$1.element] = $1.offset }
    parents = Array(self.nodes.indices)
  }

  private mutating func root(of index: Int) -> Int {
    var index = index
    while parents[index] != index {
      parents[index] = parents[parents[index]]
      index = parents[index]
    }
    return index
  }

  mutating func join(_ one: Int, _ other: Int) {
    let (first, second) = (root(of: one), root(of: other))
    parents[max(first, second)] = min(first, second)
  }

  var components: [[RequestNode]] {
    var copy = self
    let roots = nodes.indices.map { copy.root(of: $0) }
    return Dictionary(grouping: nodes.indices, by: { roots[$0] }).values.map {
      $0.map { nodes[$0] }
    }
  }
}
