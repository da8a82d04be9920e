package import SourceFiles

/// A reader for the keys of a mapping.
///
/// Reading is strict: ``finish()`` reports every key that was never requested, with a suggestion, so that a misspelt
/// key does not go unnoticed.
package struct MappingReader {
  /// The mapping's node, for errors about the mapping as a whole.
  package let node: DocumentNode
  /// The entries in document order.
  package let entries: [DocumentEntry]
  private var asked: Set<ExactText> = []

  /// Creates a reader for a node that must be a mapping; `what` names the node in the error.
  package init(_ node: DocumentNode, _ what: String) throws(SourceError) {
    guard case .mapping(let entries) = node.content else {
      throw node.error(.type, "\(what) must be \(node.format.mapping), not \(node.kindName)")
    }
    self.node = node
    self.entries = entries
  }

  /// Returns the value of a key; nil if it is absent or null.
  package mutating func optional(_ key: String) -> DocumentNode? {
    asked.insert(ExactText(key))
    guard let value = entries.first(where: { $0.key.isExactly(key) })?.value, !value.isNull else {
      return nil
    }
    return value
  }

  /// Returns the value of a key, or throws if it is absent or null.
  package mutating func required(_ key: String) throws(SourceError) -> DocumentNode {
    if let value = optional(key) { return value }
    if let entry = entries.first(where: { $0.key.isExactly(key) }) {
      throw entry.value.error(.missing, "'\(key)' has no value")
    }
    let unread = entries.map(\.key).filter { !asked.contains(ExactText($0)) }
    throw node.error(
      .missing, "'\(key)' is missing",
      hint: unread.closestMatch(to: key).map { "is '\($0)' meant to be '\(key)'?" } ?? "add it")
  }

  /// Returns the non-empty text of a required key.
  package mutating func string(_ key: String) throws(SourceError) -> String {
    try required(key).string("'\(key)'")
  }

  /// Returns the list of texts under a key; empty if the key is absent or null.
  package mutating func strings(_ key: String) throws(SourceError) -> [String] {
    try optional(key)?.strings("'\(key)'") ?? []
  }

  /// Returns the value of a Boolean key; false if the key is absent or null.
  package mutating func flag(_ key: String) throws(SourceError) -> Bool {
    try optional(key)?.flag("'\(key)'") ?? false
  }

  /// Throws an error that lists the keys that were never requested, of many only the first; never in a document that
  /// ``SourceFile/allowsUnknown``.
  ///
  /// - Parameter known: Keys that count as requested: after another mistake, not all were.
  package func finish(known: [String] = []) throws(SourceError) {
    guard !node.allowsUnknown else { return }
    let asked = asked.union(known.map(ExactText.init))
    let words = asked.map(\.text)
    let unknown = entries.lazy.filter { !asked.contains(ExactText($0.key)) }
    let diagnostics = Array(unknown.prefix(SourceError.maximumListed)).map { entry in
      // A misspelt key of ours may be quoted; what else is there may be anybody's words.
      let isNamed = node.isQuoted || words.closestMatch(to: entry.key) != nil
      return node.diagnostic(
        DocumentProblem.unknownKey.code(in: node.format),
        isNamed ? "unknown key '\(entry.key)'" : "unknown key",
        at: entry.location, hint: words.hint(for: entry.key))
    }
    if let error = SourceError(diagnostics) { throw error }
  }
}

extension DocumentNode {
  /// Returns the value of a key, for an error located at it; the mapping itself if there is none.
  package func member(_ key: String) -> DocumentNode {
    guard case .mapping(let entries) = content else { return self }
    return entries.first { $0.key.isExactly(key) }?.value ?? self
  }

  /// Returns a text that is not empty or whitespace; `what` names it in the error.
  package func string(_ what: String) throws(SourceError) -> String {
    let text = try text(what)
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw error(.emptyText, "\(what) is empty")
    }
    return text
  }

  /// Returns a text that may be empty, such as one that a model or a person wrote.
  package func text(_ what: String) throws(SourceError) -> String {
    guard case .text(let text)? = scalar else {
      let isScalar = scalar != nil
      throw error(
        .type, "\(what) must be a text, not \(kindName)",
        hint: isScalar ? "put it in quotes" : nil)
    }
    return text
  }

  /// Returns a list of non-empty texts.
  package func strings(_ what: String) throws(SourceError) -> [String] {
    var texts: [String] = []
    for node in try list(what) { texts.append(try node.string("each item of \(what)")) }
    return texts
  }

  /// Returns a Boolean.
  package func flag(_ what: String) throws(SourceError) -> Bool {
    guard case .bool(let flag)? = scalar else {
      throw error(.type, "\(what) must be true or false, not \(kindName)")
    }
    return flag
  }

  package func list(_ what: String) throws(SourceError) -> [DocumentNode] {
    guard case .sequence(let nodes) = content else {
      throw error(.type, "\(what) must be a list, not \(kindName)")
    }
    return nodes
  }

  /// Returns a number within a range.
  package func number(_ what: String, in range: ClosedRange<Double>) throws(SourceError) -> Double {
    if let value = scalar?.numericValue, range.contains(value) { return value }
    let (low, high) = (Self.plain(range.lowerBound), Self.plain(range.upperBound))
    throw error(.range, "\(what) is a number from \(low) to \(high)")
  }

  /// Formats a bound; whole numbers are written without a decimal point.
  private static func plain(_ bound: Double) -> String {
    Int(exactly: bound).map { "\($0)" } ?? "\(bound)"
  }

  /// Returns a whole number within a range; `2.0` counts as one.
  package func integer(_ what: String, in range: ClosedRange<Int>) throws(SourceError) -> Int {
    if let value = scalar?.wholeValue, range.contains(value) { return value }
    let end = range.upperBound == .max ? "" : " to \(range.upperBound)"
    var isText = false
    if case .text? = scalar { isText = true }
    throw error(
      .range, "\(what) must be a whole number from \(range.lowerBound)\(end)",
      hint: isText ? "write it in digits, without quotation marks" : nil)
  }

  /// Returns the case whose raw value the text is; the error suggests the closest case.
  package func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ what: String, of type: Choice.Type = Choice.self
  ) throws(SourceError) -> Choice {
    let words = Choice.allCases.map(\.rawValue)
    let text = try string(what)
    guard let choice = Choice(rawValue: text) else {
      throw unknownChoice(what, text, among: words)
    }
    return choice
  }

  /// The error for a word that is not one of a list; `what` names the word.
  package func unknownChoice(_ what: String, _ word: String, among words: [String]) -> SourceError {
    error(
      .choice, isQuoted ? "\(what) cannot be '\(word)'" : "\(what) has an unknown word",
      hint: words.hint(for: word))
  }
}
