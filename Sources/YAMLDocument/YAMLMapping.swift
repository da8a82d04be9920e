package import SourceFiles

/// A mapping that is being read key by key.
///
/// Strict: at the end, a key that nobody asked for is an error with a suggestion, so a misspelt key
/// never goes unnoticed.
package struct YAMLMapping {
  /// The mapping itself, for errors about it as a whole.
  package let node: YAMLNode
  /// The entries in order.
  package let entries: [YAMLEntry]
  private var asked: Set<String> = []

  /// Begins to read a node that must be a mapping; `what` names it in the error.
  package init(_ node: YAMLNode, _ what: String) throws(SourceError) {
    guard case .mapping(let entries) = node.content else {
      throw node.error("yaml.type", "\(what) is a mapping, and this is \(node.kindName)")
    }
    self.node = node
    self.entries = entries
  }

  /// The value of a key, or nil when it is absent or null.
  package mutating func optional(_ key: String) -> YAMLNode? {
    asked.insert(key)
    guard let value = entries.first(where: { $0.key == key })?.value, !value.isNull else {
      return nil
    }
    return value
  }

  /// The value of a key that must be there.
  package mutating func required(_ key: String) throws(SourceError) -> YAMLNode {
    if let value = optional(key) { return value }
    if let entry = entries.first(where: { $0.key == key }) {
      throw entry.value.error("yaml.missing", "'\(key)' has no value")
    }
    let unread = entries.map(\.key).filter { !asked.contains($0) }
    throw node.error(
      "yaml.missing", "'\(key)' is missing",
      hint: unread.closestMatch(to: key).map { "is '\($0)' meant to be '\(key)'?" } ?? "add it")
  }

  /// A text that must be there.
  package mutating func string(_ key: String) throws(SourceError) -> String {
    try required(key).string("'\(key)'")
  }

  /// A list of texts; an absent one is empty.
  package mutating func strings(_ key: String) throws(SourceError) -> [String] {
    try optional(key)?.strings("'\(key)'") ?? []
  }

  /// Ends the reading: a key that was never asked for is an error.
  package func finish() throws(SourceError) {
    let unknown = entries.filter { !asked.contains($0.key) }
    let diagnostics = unknown.map { entry in
      node.diagnostic(
        "yaml.unknown-key", "unknown key '\(entry.key)'", at: entry.location,
        hint: asked.hint(for: entry.key))
    }
    if let error = SourceError(diagnostics) { throw error }
  }
}

extension YAMLNode {
  /// A text that is not empty; `what` names it in the error.
  package func string(_ what: String) throws(SourceError) -> String {
    let text = try text(what)
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw error("yaml.empty-text", "\(what) is empty")
    }
    return text
  }

  /// A text that may be empty, for what a model or a person wrote.
  package func text(_ what: String) throws(SourceError) -> String {
    guard case .text(let text)? = scalar else {
      let isScalar = scalar != nil
      throw error(
        "yaml.type", "\(what) is a text, and this is \(kindName)",
        hint: isScalar ? "put it in quotes" : nil)
    }
    return text
  }

  /// A list of texts.
  package func strings(_ what: String) throws(SourceError) -> [String] {
    var texts: [String] = []
    for node in try list(what) { texts.append(try node.string("each item of \(what)")) }
    return texts
  }

  /// A list.
  package func list(_ what: String) throws(SourceError) -> [YAMLNode] {
    guard case .sequence(let nodes) = content else {
      throw error("yaml.type", "\(what) is a list, and this is \(kindName)")
    }
    return nodes
  }

  /// A number within a range.
  package func number(_ what: String, in range: ClosedRange<Double>) throws(SourceError) -> Double {
    let value: Double? =
      switch scalar {
      case .integer(let whole)?: Double(whole)
      case .number(let number)?: number
      default: nil
      }
    guard let value, range.contains(value) else {
      let (low, high) = (Self.plain(range.lowerBound), Self.plain(range.upperBound))
      throw error("yaml.range", "\(what) is a number from \(low) to \(high)")
    }
    return value
  }

  /// A bound as people write it: whole ones without a point.
  private static func plain(_ bound: Double) -> String {
    Int(exactly: bound).map { "\($0)" } ?? "\(bound)"
  }

  /// A whole number within a range.
  package func integer(_ what: String, in range: ClosedRange<Int>) throws(SourceError) -> Int {
    let value: Int? =
      switch scalar {
      case .integer(let whole)?: whole
      case .number(let number)?: Int(exactly: number)
      default: nil
      }
    guard let value, range.contains(value) else {
      let bounds =
        range.upperBound == .max
        ? "from \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      throw error("yaml.range", "\(what) is a whole number \(bounds)")
    }
    return value
  }

  /// One of a fixed set of words.
  package func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ what: String, of type: Choice.Type = Choice.self
  ) throws(SourceError) -> Choice {
    let words = Choice.allCases.map(\.rawValue)
    let text = try string(what)
    guard let choice = Choice(rawValue: text) else {
      throw error(
        "yaml.choice", "\(what) cannot be '\(text)'", hint: words.hint(for: text))
    }
    return choice
  }
}
