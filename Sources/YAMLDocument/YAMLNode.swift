package import JSON
package import SourceFiles

/// A value of a YAML document, with its place.
package struct YAMLNode: Sendable {
  /// What the value is.
  package enum Content: Sendable {
    /// A single value; `isPlain` is false for quoted and block scalars, which are always strings.
    case scalar(String, isPlain: Bool)
    /// A list.
    case sequence([YAMLNode])
    /// Named values in order; keys are unique.
    case mapping([YAMLEntry])
  }

  /// What the value is.
  package let content: Content
  /// Where it starts.
  package let location: SourceLocation
  /// The file it is from, for quoting lines.
  let file: SourceFile
}

/// A key of a mapping and its value.
package struct YAMLEntry: Sendable {
  /// The key's text.
  package let key: String
  /// Where the key stands.
  package let location: SourceLocation
  /// The value.
  package let value: YAMLNode

  package init(key: String, location: SourceLocation, value: YAMLNode) {
    self.key = key
    self.location = location
    self.value = value
  }
}

extension YAMLNode {
  /// The path of the file that it is from, which may not be the one that is being read: files can include
  /// others.
  package var path: String { file.path }

  /// The same place with another content, for values that are put together of several files.
  package func holding(_ content: Content) -> YAMLNode {
    YAMLNode(content: content, location: location, file: file)
  }

  /// An error about this value.
  package func error(_ code: String, _ message: String, hint: String? = nil) -> SourceError {
    SourceError(diagnostic(code, message, at: location, hint: hint))
  }

  package func diagnostic(
    _ code: String, _ message: String, at location: SourceLocation, hint: String?
  ) -> Diagnostic {
    Diagnostic(
      code, message, at: location, excerpt: file.line(location.line), hint: hint)
  }

  /// What a reader would call this kind of value.
  package var kindName: String {
    switch content {
    case .scalar:
      switch json {
      case .null: "nothing"
      case .bool: "true or false"
      case .integer, .number: "a number"
      default: "a text"
      }
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }

  /// The value as JSON, by YAML 1.2's core schema: only plain scalars become numbers, booleans or
  /// null, and `yes`, `no` and dates stay text.
  package var json: JSONValue {
    switch content {
    case .scalar(let text, let isPlain): isPlain ? Self.resolve(text) : .string(text)
    case .sequence(let nodes): .array(nodes.map(\.json))
    case .mapping(let entries):
      .object(
        entries.reduce(into: JSONObject()) { object, entry in object[entry.key] = entry.value.json }
      )
    }
  }

  /// Whether the value is left out or written as null.
  var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = content else { return false }
    return Self.resolve(text) == .null
  }

  private static func resolve(_ text: String) -> JSONValue {
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    default: break
    }
    guard let first = text.utf8.first,
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) || "+-.".utf8.contains(first)
    else { return .string(text) }
    if let whole = Int(text) { return .integer(whole) }
    if text.hasPrefix("0x"), let value = Int(text.dropFirst(2), radix: 16) {
      return .integer(value)
    }
    if text.hasPrefix("0o"), let value = Int(text.dropFirst(2), radix: 8) {
      return .integer(value)
    }
    let isDecimal = text.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.eE".utf8.contains($0)
    }
    if isDecimal, let value = Double(text), value.isFinite { return .number(value) }
    return .string(text)
  }
}
