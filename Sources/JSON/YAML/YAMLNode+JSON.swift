package import SourceFiles
package import YAMLDocument

extension YAMLNode {
  package var json: JSONValue {
    switch content {
    case .scalar:
      switch scalar {
      case .bool(let value)?: .bool(value)
      case .integer(let value)?: .integer(value)
      case .number(let value)?: .number(value)
      case .text(let value)?: .string(value)
      case .null?, nil: .null
      }
    case .sequence(let nodes): .array(nodes.map(\.json))
    case .mapping(let entries):
      .object(
        entries.reduce(into: JSONObject()) { object, entry in object[entry.key] = entry.value.json }
      )
    }
  }

  /// Converts a value to nodes, all of them at the start of a file.
  init(_ json: JSONValue, in file: SourceFile) {
    let content: Content =
      switch json {
      case .null: .scalar("null", isPlain: true)
      case .bool(let value): .scalar(value ? "true" : "false", isPlain: true)
      case .integer, .number: .scalar(json.text(), isPlain: true)
      case .string(let text): .scalar(text, isPlain: false)
      case .array(let items): .sequence(items.map { YAMLNode($0, in: file) })
      case .object(let object):
        .mapping(
          object.map { name, value in
            YAMLEntry(key: name, place: .offset(0), value: YAMLNode(value, in: file))
          })
      }
    self.init(content: content, place: .offset(0), file: file)
  }

  /// Parses a JSON document to nodes with locations, so that it can be read as strictly as a YAML file.
  ///
  /// A YAML parser cannot do it: JSON allows characters, escapes and line breaks that YAML does not. Throws a
  /// ``SourceError`` with the location of a syntax error or of a duplicate name.
  package static func parseJSON(_ file: SourceFile) throws(SourceError) -> YAMLNode {
    do throws(JSONSyntaxError) {
      _ = try JSONValue(parsing: file.bytes)
    } catch {
      throw SourceError(
        Diagnostic(
          "json.syntax", error.message, in: file, at: error.offset, hint: "check it as JSON"))
    }
    var reader = JSONNodeReader(file: file)
    return try reader.value()
  }
}

/// Converts validated JSON into nodes.
private struct JSONNodeReader {
  let file: SourceFile
  private var place = 0

  init(file: SourceFile) {
    self.file = file
  }

  private var byte: UInt8 { place < file.bytes.count ? file.bytes[place] : 0 }

  mutating func value() throws(SourceError) -> YAMLNode {
    skipBlanks()
    let start = place
    switch byte {
    case UInt8(ascii: "{"): return node(.mapping(try members()), at: start)
    case UInt8(ascii: "["): return node(.sequence(try elements()), at: start)
    case UInt8(ascii: "\""): return node(.scalar(string(), isPlain: false), at: start)
    default:
      while place < file.bytes.count, !",]}".utf8.contains(byte), byte > 0x20 { place += 1 }
      let text = String(decoding: file.bytes[start..<place], as: UTF8.self)
      return node(.scalar(text, isPlain: true), at: start)
    }
  }

  private func node(_ content: YAMLNode.Content, at start: Int) -> YAMLNode {
    YAMLNode(content: content, place: .offset(start), file: file)
  }

  private mutating func members() throws(SourceError) -> [YAMLEntry] {
    var entries: [YAMLEntry] = []
    var names: Set<String> = []
    place += 1
    while isAnother(before: UInt8(ascii: "}")) {
      let start = place
      let name = string()
      guard names.insert(name).inserted else {
        throw SourceError(
          Diagnostic(
            "json.duplicate", "\(file.isQuoted ? "'\(name)'" : "a name") is there twice",
            in: file, at: start,
            hint: "keep one of them"))
      }
      skipBlanks()
      place += 1
      entries.append(YAMLEntry(key: name, place: .offset(start), value: try value()))
    }
    return entries
  }

  private mutating func elements() throws(SourceError) -> [YAMLNode] {
    var nodes: [YAMLNode] = []
    place += 1
    while isAnother(before: UInt8(ascii: "]")) { nodes.append(try value()) }
    return nodes
  }

  /// Advances to the next value, past a comma; returns false after the closing bracket.
  private mutating func isAnother(before closing: UInt8) -> Bool {
    skipBlanks()
    if byte == UInt8(ascii: ",") {
      place += 1
      skipBlanks()
    }
    guard byte == closing || place >= file.bytes.count else { return true }
    place += 1
    return false
  }

  /// Reads the string at the current position and decodes its escapes.
  private mutating func string() -> String {
    let start = place
    place += 1
    while place < file.bytes.count, byte != UInt8(ascii: "\"") {
      place += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    place += 1
    let token = file.bytes[start..<min(place, file.bytes.count)]
    return (try? JSONValue(parsing: token))?.string ?? ""
  }

  private mutating func skipBlanks() {
    while place < file.bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { place += 1 }
  }
}
