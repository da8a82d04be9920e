package import SourceFiles

/// A value of a YAML document with its location.
package struct YAMLNode: Sendable {
  /// The value, by kind.
  package enum Content: Sendable {
    /// A single value; `isPlain` is false for quoted and block scalars, which are always strings.
    case scalar(String, isPlain: Bool)
    /// A list of values.
    case sequence([YAMLNode])
    /// Key-value pairs in document order; keys are unique.
    case mapping([YAMLEntry])
  }

  package let content: Content
  /// The start of the value.
  let place: YAMLPlace
  /// The file the value comes from, for quoting lines.
  let file: SourceFile

  package init(content: Content, place: YAMLPlace, file: SourceFile) {
    self.content = content
    self.place = place
    self.file = file
  }

  /// The start of the value, computed when it is asked for: most values are never reported.
  package var location: SourceLocation { place.location(in: file) }
}

/// Where something is in a document: libyaml counts lines and columns, a JSON reader has offsets.
package enum YAMLPlace: Sendable {
  /// A number of bytes before the place.
  case offset(Int)
  /// A line and a column, both counted from 1.
  case mark(line: Int, column: Int)

  func location(in file: SourceFile) -> SourceLocation {
    switch self {
    case .offset(let offset): file.location(at: offset)
    case .mark(let line, let column): SourceLocation(file: file.path, line: line, column: column)
    }
  }
}

/// A key of a mapping and its value.
package struct YAMLEntry: Sendable {
  package let key: String
  /// The start of the key.
  private let place: YAMLPlace
  package let value: YAMLNode

  package init(key: String, place: YAMLPlace, value: YAMLNode) {
    self.key = key
    self.place = place
    self.value = value
  }

  /// Returns an entry with the same key and another value of the same file.
  package func holding(_ value: YAMLNode) -> YAMLEntry {
    YAMLEntry(key: key, place: place, value: value)
  }

  /// The location of the key.
  package var location: SourceLocation { place.location(in: value.file) }
}

extension YAMLNode {
  /// The path of the file the value comes from, which may differ from the file being read, since files can include
  /// others.
  package var path: String { file.path }

  /// Whether errors may quote the file that the value comes from.
  package var isQuoted: Bool { file.isQuoted }

  /// Returns a node at the same location with other content, for values assembled from several files.
  package func holding(_ content: Content) -> YAMLNode {
    YAMLNode(content: content, place: place, file: file)
  }

  /// Returns an error located at this value.
  package func error(_ code: String, _ message: String, hint: String? = nil) -> SourceError {
    SourceError(diagnostic(code, message, at: location, hint: hint))
  }

  package func diagnostic(
    _ code: String, _ message: String, at location: SourceLocation, hint: String?
  ) -> Diagnostic {
    Diagnostic(
      code, message, at: location, excerpt: file.excerpt(at: location), hint: hint)
  }

  /// The kind of this value in words for an error message.
  package var kindName: String {
    switch content {
    case .scalar:
      switch scalar {
      case .null?: "nothing"
      case .bool?: "true or false"
      case .integer?, .number?: "a number"
      default: "a text"
      }
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }

  /// The resolved single value; nil for a list or a mapping. Only plain scalars become numbers, booleans or null.
  package var scalar: YAMLScalar? {
    guard case .scalar(let text, let isPlain) = content else { return nil }
    return isPlain ? YAMLScalar(plain: text) : .text(text)
  }

  /// Whether the value is empty or written as null.
  var isNull: Bool { scalar == .null }
}

/// A single value resolved by YAML 1.2's core schema, in which `yes`, `no` and dates are text; `.inf` and `.nan` are
/// text here, too.
package enum YAMLScalar: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case text(String)

  /// Resolves a scalar without quotation marks.
  init(plain text: String) {
    self =
      switch text {
      case "", "~", "null", "Null", "NULL": .null
      case "true", "True", "TRUE": .bool(true)
      case "false", "False", "FALSE": .bool(false)
      default: Self(number: text) ?? .text(text)
      }
  }

  private init?(number text: String) {
    let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    guard let first = text.utf8.first, isDigit(first) || "+-.".utf8.contains(first) else {
      return nil
    }
    if let whole = Int(text) {
      self = .integer(whole)
    } else if text.hasPrefix("0x"), let whole = Int(text.dropFirst(2), radix: 16) {
      self = .integer(whole)
    } else if text.hasPrefix("0o"), let whole = Int(text.dropFirst(2), radix: 8) {
      self = .integer(whole)
    } else if text.utf8.allSatisfy({ isDigit($0) || "+-.eE".utf8.contains($0) }),
      let value = Double(text), value.isFinite
    {
      self = .number(value)
    } else {
      return nil
    }
  }

  /// The value of a number, nil for anything else.
  package var numericValue: Double? {
    switch self {
    case .integer(let whole): Double(whole)
    case .number(let number): number
    case .null, .bool, .text: nil
    }
  }

  /// The value of a whole number, also one such as `2.0`; nil for anything else.
  var wholeValue: Int? {
    switch self {
    case .integer(let whole): whole
    case .number(let number): Int(exactly: number)
    case .null, .bool, .text: nil
    }
  }
}
