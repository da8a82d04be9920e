/// The locations of the values in a JSON text: for streams, in which most of an event is never read.
///
/// Parsing an event into a ``JSONValue`` creates a string for every name in it. The index creates none, and
/// reuses its memory for the next text. The whole text is still validated.
public struct JSONIndex: Sendable {
  /// A value in the text, valid until the next call of ``read(_:)``.
  public struct Node: Sendable, Hashable {
    fileprivate let position: Int
  }

  /// What is known about a value without decoding it.
  struct Entry {
    enum Kind: UInt8 {
      case null, `true`, `false`, number, string, escapedString, array, object
    }

    var kind: Kind
    /// The index of the value's first byte.
    var start: UInt32
    /// The index of the byte after the value.
    var end: UInt32 = 0
    /// The index of the entry after this one and all entries nested in it.
    var next: UInt32 = 0
  }

  private var bytes: [UInt8] = []
  private(set) var entries: [Entry] = []

  /// Creates an empty index.
  public init() {}

  /// Indexes a text in place of the previous one. Throws a ``JSONSyntaxError`` if it is invalid; the index is
  /// then empty.
  public mutating func read(_ text: Span<UInt8>) throws(JSONSyntaxError) {
    bytes.removeAll(keepingCapacity: true)
    text.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    var grammar = JSONGrammar(entries: entries)
    entries = []
    defer { entries = grammar.entries }
    try grammar.document(bytes.span)
  }

  /// Indexes a text as ``read(_:)`` does; `NaN` and `Infinity`, which many programs write although JSON has no such numbers,
  /// count as null.
  package mutating func read(lenient text: ArraySlice<UInt8>) throws(JSONSyntaxError) {
    do throws(JSONSyntaxError) {
      try read(text.span)
    } catch {
      guard let repaired = JSONGrammar.replacingNumbers(in: text) else { throw error }
      try read(repaired.span)
    }
  }

  /// The root of the text; nil before the first text and after an invalid one.
  public var root: Node? { entries.isEmpty ? nil : Node(position: 0) }
}

extension JSONIndex {
  /// The value of a member; nil if `node` is not an object, has no member of that name, or has null there,
  /// which servers write for missing values. If names are repeated the last one counts, as in ``JSONObject``.
  public subscript(_ name: StaticString, in node: Node?) -> Node? {
    guard let node, entries[node.position].kind == .object else { return nil }
    let end = Int(entries[node.position].next)
    var at = node.position + 1
    var found: Node?
    while at < end {
      let entry = entries[at]
      let value = Int(entry.next)
      if isText(entry, name) { found = Node(position: value) }
      at = Int(entries[value].next)
    }
    guard let found, entries[found.position].kind != .null else { return nil }
    return found
  }

  /// Returns whether a string, whose entry includes its quotation marks, equals a text.
  @inline(__always)
  private func isText(_ entry: Entry, _ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    // Most names differ in length. An escaped string is longer than its value.
    guard Int(entry.end - entry.start) - 2 == count else {
      return entry.kind == .escapedString
        && text.withUTF8Buffer { string(entry).utf8.elementsEqual($0) }
    }
    let start = Int(entry.start) + 1
    return text.withUTF8Buffer { text in
      for offset in 0..<count where bytes[start + offset] != text[offset] { return false }
      return true
    }
  }

  /// The value of a member of the root.
  public subscript(_ name: StaticString) -> Node? { self[name, in: root] }

  /// Returns the elements of a list; empty if `node` is not a list.
  public func elements(_ node: Node?) -> [Node] {
    guard let node, entries[node.position].kind == .array else { return [] }
    var elements: [Node] = []
    var at = node.position + 1
    while at < Int(entries[node.position].next) {
      elements.append(Node(position: at))
      at = Int(entries[at].next)
    }
    return elements
  }

  /// Returns the first element of a list; nil if there is none.
  public func first(_ node: Node?) -> Node? {
    guard let node, entries[node.position].kind == .array,
      node.position + 1 < Int(entries[node.position].next)
    else { return nil }
    return Node(position: node.position + 1)
  }

  /// Returns the next element of a list; nil after the last one.
  public func next(after element: Node, in list: Node?) -> Node? {
    guard let list else { return nil }
    let next = Int(entries[element.position].next)
    return next < Int(entries[list.position].next) ? Node(position: next) : nil
  }

  /// Returns whether a value is an object.
  public func isObject(_ node: Node?) -> Bool {
    node.map { entries[$0.position].kind == .object } ?? false
  }

  /// Returns whether a value is a list.
  public func isArray(_ node: Node?) -> Bool {
    node.map { entries[$0.position].kind == .array } ?? false
  }

  /// Returns the text of a string; nil if `node` is not a string.
  public func string(_ node: Node?) -> String? {
    guard let node else { return nil }
    let entry = entries[node.position]
    guard entry.kind == .string || entry.kind == .escapedString else { return nil }
    return string(entry)
  }

  /// Returns whether a value is a string equal to a text, without creating a string.
  public func isString(_ node: Node?, _ text: StaticString) -> Bool {
    guard let node else { return false }
    let entry = entries[node.position]
    return (entry.kind == .string || entry.kind == .escapedString) && isText(entry, text)
  }

  /// Returns the value of an integer, which can also be written as `3.0`; nil for other values.
  public func integer(_ node: Node?) -> Int? {
    guard let node else { return nil }
    let entry = entries[node.position]
    guard entry.kind == .number else { return nil }
    // Most numbers in a stream have few digits.
    let digits = bytes[Int(entry.start)..<Int(entry.end)]
    if digits.count <= 18, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) {
      return digits.reduce(0) { $0 * 10 + Int($1 &- UInt8(ascii: "0")) }
    }
    return (try? number(entry))?.integer
  }

  /// Returns the value of a boolean; nil for other values.
  public func bool(_ node: Node?) -> Bool? {
    switch node.map({ entries[$0.position].kind }) {
    case .true?: true
    case .false?: false
    default: nil
    }
  }

  /// Returns a value with all its contents; nil if there is none, or a number in it is too large.
  public func value(_ node: Node?) -> JSONValue? {
    guard let node else { return nil }
    return try? builtValue(at: node.position)
  }

  /// Returns the half of a UTF-16 surrogate pair at the start of a string, and that at its end. ``string(_:)`` has
  /// replacement characters for them.
  package func surrogateHalves(_ node: Node?) -> (low: UInt16?, high: UInt16?) {
    guard let node, entries[node.position].kind == .escapedString else { return (nil, nil) }
    let entry = entries[node.position]
    return JSONEscapes.halves(bytes[Int(entry.start) + 1..<Int(entry.end) - 1])
  }

  /// Returns the source text of a value.
  public func source(_ node: Node?) -> String? {
    guard let node else { return nil }
    let entry = entries[node.position]
    return String(decoding: bytes[Int(entry.start)..<Int(entry.end)], as: UTF8.self)
  }

  func string(_ entry: Entry) -> String {
    let content = Int(entry.start) + 1..<Int(entry.end) - 1
    return entry.kind == .escapedString
      ? JSONEscapes.decoded(bytes[content]) : String(decoding: bytes[content], as: UTF8.self)
  }

  fileprivate func builtValue(at position: Int) throws(JSONSyntaxError) -> JSONValue {
    let entry = entries[position]
    switch entry.kind {
    case .null: return .null
    case .true: return true
    case .false: return false
    case .number: return try number(entry)
    case .string, .escapedString: return .string(string(entry))
    case .array:
      var elements: [JSONValue] = []
      var at = position + 1
      while at < Int(entry.next) {
        elements.append(try builtValue(at: at))
        at = Int(entries[at].next)
      }
      return .array(elements)
    case .object:
      var object = JSONObject()
      var at = position + 1
      while at < Int(entry.next) {
        let value = Int(entries[at].next)
        object[string(entries[at])] = try builtValue(at: value)
        at = Int(entries[value].next)
      }
      return .object(object)
    }
  }

  func number(_ entry: Entry) throws(JSONSyntaxError) -> JSONValue {
    let digits = bytes[Int(entry.start)..<Int(entry.end)]
    let text = String(decoding: digits, as: UTF8.self)
    if let value = Int(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else {
      throw JSONSyntaxError(offset: Int(entry.start), message: "a number that is too large")
    }
    return .number(value)
  }
}

extension JSONValue {
  /// Parses a text that contains exactly one JSON value (RFC 8259).
  ///
  /// Throws a ``JSONSyntaxError`` with the offset of the mistake. The nesting is limited to 128 levels,
  /// because the text may come from a model or another untrusted source. A custom parser, since Foundation's
  /// decoder loses the order of members and the location of errors.
  ///
  /// - Parameter refusesRepeatedNames: Whether an object that has a name twice is an error, located at the second one. RFC
  ///   8259 leaves it open, and by default the last value counts, as for most readers; what people write, and what a
  ///   decision depends on, is better refused than guessed.
  public init(
    parsing bytes: some Collection<UInt8>, refusesRepeatedNames: Bool = false
  ) throws(JSONSyntaxError) {
    var index = JSONIndex()
    try index.read(Array(bytes).span)
    if refusesRepeatedNames, let offset = index.offsetOfRepeatedName {
      throw JSONSyntaxError(offset: offset, message: "the object already has a member of this name")
    }
    self = try index.builtValue(at: 0)
  }

  /// Parses a text that contains exactly one JSON value. Throws a ``JSONSyntaxError`` with the offset of the
  /// mistake; see ``init(parsing:refusesRepeatedNames:)``.
  public init(parsing text: String, refusesRepeatedNames: Bool = false) throws(JSONSyntaxError) {
    try self.init(parsing: text.utf8, refusesRepeatedNames: refusesRepeatedNames)
  }
}
