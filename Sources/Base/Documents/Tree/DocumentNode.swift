package import SourceFiles

/// A value of a JSON or YAML document with its location.
///
/// Both are read into the same tree, so that requests, events, suites and settings are checked by the same declarations.
package struct DocumentNode: Sendable {
  /// The value, by kind.
  package enum Content: Sendable {
    /// A single value. `text` is how a plain YAML scalar is written, and `nil` for what is written in quotation marks and for
    /// all of JSON.
    case scalar(DocumentScalar, text: String?)
    /// A list of values.
    case sequence([DocumentNode])
    /// Key-value pairs in document order; keys are unique.
    case mapping([DocumentEntry])
  }

  package let content: Content
  /// The start of the value.
  let position: DocumentPosition
  /// The file the value comes from, for quoting lines.
  let file: SourceFile

  package init(content: Content, position: DocumentPosition, file: SourceFile) {
    self.content = content
    self.position = position
    self.file = file
  }

  /// The start of the value, computed when it is asked for: most values are never reported.
  package var location: FileLocation { position.location(in: file) }

  /// The language in which the value is written.
  package var format: DocumentFormat { position.format }
}

/// A language in which documents are written.
package enum DocumentFormat: String, Sendable {
  case json, yaml
}

/// Where something begins in a document: libyaml counts lines and columns, the JSON reader has offsets.
package enum DocumentPosition: Sendable {
  /// The number of bytes before it, in JSON.
  case offset(Int)
  /// A line and a column, both counted from 1, in YAML.
  case mark(line: Int, column: Int)

  var format: DocumentFormat {
    switch self {
    case .offset: .json
    case .mark: .yaml
    }
  }

  func location(in file: SourceFile) -> FileLocation {
    switch self {
    case .offset(let offset): file.location(at: offset)
    case .mark(let line, let column): FileLocation(file: file.path, line: line, column: column)
    }
  }
}

/// A key of a mapping and its value.
package struct DocumentEntry: Sendable {
  package let key: String
  /// The start of the key.
  let position: DocumentPosition
  package let value: DocumentNode

  package init(key: String, position: DocumentPosition, value: DocumentNode) {
    self.key = key
    self.position = position
    self.value = value
  }

  /// Returns an entry with the same key and another value of the same file.
  package func holding(_ value: DocumentNode) -> DocumentEntry {
    DocumentEntry(key: key, position: position, value: value)
  }

  /// The location of the key.
  package var location: FileLocation { position.location(in: value.file) }
}

extension DocumentNode {
  /// The path of the file the value comes from, which may differ from the file being read, since files can include
  /// others.
  package var path: String { file.path }

  /// Whether what is not known in the document is left out.
  package var allowsUnknown: Bool { file.allowsUnknown }

  /// Whether errors may quote the file that the value comes from.
  package var isQuoted: Bool { file.isQuoted }

  /// Returns a node at the same location with other content, for values assembled from several files.
  package func holding(_ content: Content) -> DocumentNode {
    DocumentNode(content: content, position: position, file: file)
  }

  /// Returns an error located at this value whose code begins with the format, such as `json.missing`.
  package func error(_ problem: DocumentProblem, _ message: String, hint: String? = nil)
    -> SourceError
  {
    error(problem.code(in: format), message, hint: hint)
  }

  /// Returns an error located at this value.
  package func error(_ code: String, _ message: String, hint: String? = nil) -> SourceError {
    SourceError(diagnostic(code, message, at: location, hint: hint))
  }

  package func diagnostic(
    _ code: String, _ message: String, at location: FileLocation, hint: String?
  ) -> Diagnostic {
    Diagnostic(
      code, message, at: location, excerpt: file.excerpt(at: location), hint: hint)
  }

  /// The kind of this value in words for an error message.
  package var kindName: String {
    switch content {
    case .scalar(let scalar, _):
      switch scalar {
      case .null: format == .json ? "null" : "nothing"
      case .bool: "true or false"
      case .integer, .number: "a number"
      case .text: "a text"
      }
    case .sequence: "a list"
    case .mapping: format.mapping
    }
  }

  /// The single value; nil for a list or a mapping.
  package var scalar: DocumentScalar? {
    guard case .scalar(let scalar, _) = content else { return nil }
    return scalar
  }

  /// Whether the value is empty or written as null.
  var isNull: Bool { scalar == .null }
}

extension DocumentNode {
  /// Returns the JSON Pointer (RFC 6901) of the value or the key that begins at a location; `nil` if none does.
  ///
  /// Programs send one long line, in which a column says little. Keys that are no plain words are written as `*`, since a
  /// caller may have put what a person wrote into one.
  package func pointer(toLine line: Int, column: Int) -> String? {
    func isHere(_ location: FileLocation) -> Bool {
      (location.line, location.column) == (line, column)
    }
    if isHere(location) { return "" }
    switch content {
    case .scalar: return nil
    case .sequence(let nodes):
      for (index, node) in nodes.enumerated() {
        if let rest = node.pointer(toLine: line, column: column) { return "/\(index)\(rest)" }
      }
    case .mapping(let entries):
      for entry in entries {
        let rest =
          isHere(entry.location) ? "" : entry.value.pointer(toLine: line, column: column)
        if let rest { return "/\(entry.plainKey)\(rest)" }
      }
    }
    return nil
  }
}

extension DocumentEntry {
  fileprivate var plainKey: String {
    let isPlain =
      (1...32).contains(key.utf8.count)
      && key.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      }
    return isPlain ? key : "*"
  }
}

extension DocumentFormat {
  /// The name of a value with keys in errors.
  var mapping: String { self == .json ? "an object" : "a mapping" }
}

/// What can be wrong with the value of any form; the code of the error also names the format.
package enum DocumentProblem: String, Sendable {
  case type, missing, range, choice, count, time, version, duplicate
  case unknownKey = "unknown-key"
  case emptyText = "empty-text"

  /// The code of an error, such as `json.missing`.
  package func code(in format: DocumentFormat) -> String { "\(format.rawValue).\(rawValue)" }
}

/// A single value. In YAML plain scalars are resolved by the core schema of YAML 1.2, in which `yes`, `no` and dates are
/// text; `.inf` and `.nan` are text here, too.
package enum DocumentScalar: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case text(String)

  /// Resolves a YAML scalar without quotation marks.
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
