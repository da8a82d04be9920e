import CoachModel
import Documents

/// Bound inputs in the form that rendering reads: one flat array of values and one of text bytes.
///
/// It is built once per binding, with untrusted text already neutralised (except in lenient mode), so that rendering
/// only copies bytes. Each value knows its parent; its path (`memories[2].text`) is computed on demand.
///
/// Create one with ``PreparedPrompt/bind(_:)``; it can be rendered any number of times.
public struct PromptData: Sendable {
  enum Kind: UInt8, Sendable {
    case null, no, yes, integer, number, text, list, object
  }

  struct Node: Sendable {
    var kind = Kind.null
    var trust = Trust.template
    /// The cache class of the input that the value comes from.
    var cache = CacheClass.stable
    /// The distance of the last bracket from the end of the text if it is near the end; 0 for none. Only such a text
    /// needs a check of its seam with the text that follows.
    var openBracket: UInt8 = 0
    /// Whether the text is not the product's own and has a line break, which it may lose where it is written.
    var breaksLines = false
    /// The member's name as a symbol, or the element's index.
    var name: Int32 = 0
    /// The index of the enclosing value, or ``noParent``.
    var parent: Int32 = Self.noParent
    /// The start of a range: of ``PromptData/bytes`` for text and numbers, of ``PromptData/nodes`` for lists and
    /// objects.
    var start: Int32 = 0
    var end: Int32 = 0
    var number: Double = 0

    static let noParent: Int32 = -1
    /// As a ``name``: a helper derived this value from its parent, so it has no name of its own.
    static let derived: Int32 = -3

    var isTruthy: Bool {
      switch kind {
      case .null, .no: false
      case .yes, .object: true
      case .integer, .number: number != 0
      case .text, .list: end > start
      }
    }
  }

  /// A message of the conversation history.
  struct HistoryEntry: Sendable {
    var role: Role
    var start: Int32
    var end: Int32
  }

  private(set) var nodes: [Node] = []
  private(set) var bytes: [UInt8] = []
  private(set) var history: [HistoryEntry] = []
  /// The node of the object of all inputs.
  private(set) var root: Int32 = 0
  /// The node of the object of variables, which `@name` reads.
  private(set) var variables: Int32 = 0
  let symbols: SymbolTable
  /// Names of members that no template uses, numbered after the symbols.
  private var otherNames: [String] = []
  private let neutraliser: UntrustedText?

  /// Creates data without inputs, to which a template's literals are added.
  init(symbols: SymbolTable, neutraliser: UntrustedText?) {
    self.symbols = symbols
    self.neutraliser = neutraliser
  }
}

// MARK: - Filling

extension PromptData {
  /// Adds the inputs; `declaration` returns the declaration of a top-level name.
  mutating func addInputs(
    _ inputs: PromptInputs, values: JSONObject, declaration: (String) -> InputDeclaration
  ) {
    nodes.reserveCapacity(nodes.count + 128)
    root = reserve(1)
    let members = reserve(values.count)
    var whole = Node(
      kind: .object, trust: .trusted, start: members, end: members + Int32(values.count))
    for (position, member) in values.enumerated() {
      let declared = declaration(member.key)
      let node = Node(
        trust: max(declared.trust, inputs.trust[member.key] ?? .template), cache: declared.cache,
        name: symbol(member.key), parent: root)
      // The object of all inputs has the lowest trust and the most volatile cache class of its members.
      whole.trust = max(whole.trust, node.trust)
      whole.cache = max(whole.cache, node.cache)
      fill(members + Int32(position), with: member.value, at: node)
    }
    nodes[Int(root)] = whole
    variables = reserve(1)
    fill(variables, with: .object(inputs.variables), at: Node(trust: .trusted, cache: .volatile))
    for message in inputs.history { add(message) }
  }

  /// Adds a value that is not an input: a literal or a helper's result.
  mutating func add(
    _ value: JSONValue, trust: Trust = .template, cache: CacheClass = .stable,
    derivedFrom source: Int32? = nil
  ) -> Int32 {
    let slot = reserve(1)
    fill(
      slot, with: value,
      at: Node(
        trust: trust, cache: cache, name: source == nil ? 0 : Node.derived,
        parent: source ?? Node.noParent))
    return slot
  }

  /// Adds a message of the history. The person's messages are neutralised; of the coach's only control tokens, so
  /// that the model sees its tags as it wrote them.
  private mutating func add(_ message: Message) {
    let author: UntrustedText.Author? =
      switch message.role {
      case .user: .person
      case .assistant: .coach
      case .system: nil
      }
    let range = add(message.text, by: author)
    history.append(HistoryEntry(role: message.role, start: range.0, end: range.1))
  }

  private mutating func reserve(_ count: Int) -> Int32 {
    let first = Int32(nodes.count)
    for _ in 0..<count { nodes.append(Node()) }
    return first
  }

  /// Writes a value into a reserved slot; `start` holds the properties that do not depend on the value.
  private mutating func fill(_ slot: Int32, with value: JSONValue, at start: Node) {
    var node = start
    switch value {
    case .null: break
    case .bool(let value): node.kind = value ? .yes : .no
    case .integer(let value):
      node.kind = .integer
      node.number = Double(value)
      (node.start, node.end) = add(String(value), by: nil)
    case .number(let number):
      node.kind = .number
      node.number = number
      (node.start, node.end) = add(value.text(), by: nil)
    case .string(let text):
      node.kind = .text
      (node.start, node.end) = add(text, by: node.trust >= .limited ? .person : nil)
      // Neutralised text has no bracket left that the text after it could complete.
      let written = bytes[Int(node.start)..<Int(node.end)]
      if node.trust < .limited {
        node.openBracket = UntrustedText.openBracket(in: written)
      } else {
        node.breaksLines = MarkReader.hasLineBreak(in: written)
      }
    case .array(let elements):
      node.kind = .list
      node.start = reserve(elements.count)
      node.end = node.start + Int32(elements.count)
      for (position, element) in elements.enumerated() {
        let at = Int32(position)
        fill(
          node.start + at, with: element,
          at: Node(trust: node.trust, cache: node.cache, name: at, parent: slot))
      }
    case .object(let members):
      node.kind = .object
      node.start = reserve(members.count)
      node.end = node.start + Int32(members.count)
      for (position, member) in members.enumerated() {
        fill(
          node.start + Int32(position), with: member.value,
          at: Node(
            trust: node.trust, cache: node.cache, name: symbol(member.key), parent: slot))
      }
    }
    nodes[Int(slot)] = node
  }

  /// Adds a text, neutralised if it has an author who is not the product.
  private mutating func add(_ text: String, by author: UntrustedText.Author?) -> (Int32, Int32) {
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    if let author, let neutraliser,
      let inert = neutraliser.neutralised(bytes[start...], by: author)
    {
      bytes.replaceSubrange(start..., with: inert)
    }
    return (Int32(start), Int32(bytes.count))
  }

  private mutating func symbol(_ name: String) -> Int32 {
    if let number = symbols.existing(name) { return number }
    otherNames.append(name)
    return Int32(symbols.names.count + otherNames.count - 1)
  }
}

// MARK: - Trimming

extension PromptData {
  /// Removes an item from a list, at the end opposite to the one to keep.
  mutating func removeItem(of list: Int32, keeping end: SectionDeclaration.End) {
    guard nodes[Int(list)].end > nodes[Int(list)].start else { return }
    switch end {
    case .first: nodes[Int(list)].end -= 1
    case .last: nodes[Int(list)].start += 1
    }
  }

  /// Shortens a text to its first bytes and appends an ellipsis.
  mutating func shorten(_ text: Int32, to count: Int, of whole: Node) {
    let start = Int(whole.start)
    let kept = Array(bytes[start..<(start + count)])
    nodes[Int(text)].start = Int32(bytes.count)
    bytes += kept + (kept.isEmpty ? [] : Array(" …".utf8))
    nodes[Int(text)].end = Int32(bytes.count)
    nodes[Int(text)].openBracket = 0
  }

  /// Returns the outermost list that contains a value; nil if none does.
  func outermostList(of index: Int32) -> Int32? {
    var list: Int32?
    var at = nodes[Int(index)].parent
    while at >= 0, at != root {
      if nodes[Int(at)].kind == .list { list = at }
      at = nodes[Int(at)].parent
    }
    return list
  }
}

// MARK: - Reading

extension PromptData {
  func name(_ symbol: Int32) -> String {
    let at = Int(symbol)
    return at < symbols.names.count ? symbols.names[at] : otherNames[at - symbols.names.count]
  }

  func text(_ node: Int32) -> String {
    let node = nodes[Int(node)]
    return String(decoding: bytes[Int(node.start)..<Int(node.end)], as: UTF8.self)
  }

  func text(of entry: HistoryEntry) -> String {
    String(decoding: bytes[Int(entry.start)..<Int(entry.end)], as: UTF8.self)
  }

  /// Returns the member of an object or the element of a list; nil if there is none.
  func member(_ symbol: Int32, of parent: Int32) -> Int32? {
    let node = nodes[Int(parent)]
    switch node.kind {
    case .object:
      var at = node.start
      while at < node.end {
        if nodes[Int(at)].name == symbol { return at }
        at += 1
      }
      return nil
    case .list:
      let position = symbols.elements[Int(symbol)]
      return position >= 0 && position < node.end - node.start ? node.start + position : nil
    default: return nil
    }
  }

  /// Returns the names of an object's members; empty for any other kind.
  func memberNames(of parent: Int32) -> [String] {
    let node = nodes[Int(parent)]
    guard node.kind == .object else { return [] }
    return (node.start..<node.end).map { name(nodes[Int($0)].name) }
  }

  /// Returns the value as JSON, with untrusted text neutralised.
  func json(_ index: Int32) -> JSONValue {
    let node = nodes[Int(index)]
    switch node.kind {
    case .null: return .null
    case .no: return .bool(false)
    case .yes: return .bool(true)
    case .integer: return Int(text(index)).map { .integer($0) } ?? .number(node.number)
    case .number: return .number(node.number)
    case .text: return .string(text(index))
    case .list: return .array((node.start..<node.end).map { json($0) })
    case .object:
      var object = JSONObject()
      for at in node.start..<node.end { object[name(nodes[Int(at)].name)] = json(at) }
      return .object(object)
    }
  }

  /// Returns the path from the inputs to a value, such as `memories[2].text`; nil for a value that is not an input.
  func path(to index: Int32) -> String? {
    var steps: [String] = []
    var at = index
    while at != root {
      let node = nodes[Int(at)]
      guard node.parent != Node.noParent else { return nil }
      if node.name != Node.derived {
        let isElement = nodes[Int(node.parent)].kind == .list
        steps.append(isElement ? "[\(node.name)]" : ".\(name(node.name))")
      }
      at = node.parent
    }
    let path = steps.reversed().joined()
    return path.hasPrefix(".") ? String(path.dropFirst()) : path
  }

  func areEqual(_ left: Int32, _ right: Int32) -> Bool {
    let (a, b) = (nodes[Int(left)], nodes[Int(right)])
    switch (a.kind, b.kind) {
    case (.text, .text), (.integer, .integer):
      return bytes[Int(a.start)..<Int(a.end)] == bytes[Int(b.start)..<Int(b.end)]
    case (.integer, .number), (.number, .integer), (.number, .number): return a.number == b.number
    case (.list, .list), (.object, .object): return json(left) == json(right)
    default: return a.kind == b.kind
    }
  }
}
