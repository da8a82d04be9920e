/// The members of a JSON object, in the order in which they were written or added.
///
/// Names are the same if their code points are (RFC 8259, section 8.3): `é` as one and as two code points are two names.
public struct JSONObject: Sendable {
  /// The names of the members in order.
  public private(set) var keys: [String] = []
  fileprivate var values: [JSONValue] = []
  private var positions: [ExactText: Int] = [:]

  /// Creates an empty object.
  public init() {}

  /// The value of a member; nil if there is none. Setting nil removes the member; setting a new one appends it.
  public subscript(_ key: String) -> JSONValue? {
    get { position(of: key).map { values[$0] } }
    set {
      switch (position(of: key), newValue) {
      case (let at?, let value?): values[at] = value
      case (let at?, nil): remove(at: at)
      case (nil, let value?): append(key, value)
      case (nil, nil): break
      }
    }
  }

  /// The number of members.
  public var count: Int { keys.count }

  /// Whether the object has no members.
  public var isEmpty: Bool { keys.isEmpty }

  /// The number of members above which a dictionary of positions is kept; below it, a linear search is faster.
  private static let tableThreshold = 16

  private func position(of key: String) -> Int? {
    keys.count > Self.tableThreshold
      ? positions[ExactText(key)] : keys.firstIndex { $0.isExactly(key) }
  }

  private mutating func append(_ key: String, _ value: JSONValue) {
    keys.append(key)
    values.append(value)
    if keys.count > Self.tableThreshold { index(from: positions.isEmpty ? 0 : keys.count - 1) }
  }

  private mutating func remove(at position: Int) {
    keys.remove(at: position)
    values.remove(at: position)
    positions = [:]
    if keys.count > Self.tableThreshold { index(from: 0) }
  }

  private mutating func index(from start: Int) {
    for position in start..<keys.count { positions[ExactText(keys[position])] = position }
  }
}

extension JSONObject: Sequence {
  /// An iterator over the members in order.
  public struct Iterator: IteratorProtocol {
    private let object: JSONObject
    private var position = 0

    fileprivate init(_ object: JSONObject) {
      self.object = object
    }

    /// Returns the next member, or nil after the last one.
    public mutating func next() -> (key: String, value: JSONValue)? {
      guard position < object.keys.count else { return nil }
      defer { position += 1 }
      return (object.keys[position], object.values[position])
    }
  }

  /// Returns an iterator over the members in order.
  public func makeIterator() -> Iterator { Iterator(self) }
}

extension JSONObject: Hashable {
  /// Returns whether both have equal members, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.keys.allSatisfy { left[$0] == right[$0] }
  }

  /// Hashes the names as a set, since the order must not matter.
  public func hash(into hasher: inout Hasher) {
    // Independent of the order, as equality is.
    var members = 0
    for (key, value) in self {
      var member = Hasher()
      key.hashExactly(into: &member)
      member.combine(value)
      members ^= member.finalize()
    }
    hasher.combine(members)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object from its members; a repeated name keeps its last value.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init()
    for (key, value) in elements { self[key] = value }
  }
}
