import Documents
import SourceFiles

/// Parses the content of a tag: a path, a literal, or a helper call.
struct ExpressionParser {
  private let file: SourceFile
  private let start: Int
  private let end: Int
  private var at: Int
  private var depth = 0

  private static let maximumDepth = 32

  init(file: SourceFile, content: Range<Int>) {
    self.file = file
    start = content.lowerBound
    at = content.lowerBound
    end = content.upperBound
  }

  typealias Named = [(name: String, value: TemplateExpression)]

  /// Parses a whole tag: a name alone is a path, a name with arguments is a call.
  mutating func wholeTag() throws(SourceError) -> TemplateExpression {
    let first = try operand()
    let (arguments, named) = try rest()
    guard !arguments.isEmpty || !named.isEmpty else { return first }
    return .call(try call(first, arguments: arguments, named: named))
  }

  /// Parses what follows `#`: always a call, optionally with names for the values that it passes to its body.
  mutating func blockCall() throws(SourceError) -> (call: TemplateCall, parameters: [String]) {
    let first = try operand()
    let (arguments, named) = try rest()
    return (try call(first, arguments: arguments, named: named), try blockParameters())
  }

  /// Parses `as |item index|` at the end of a block's opening tag.
  private mutating func blockParameters() throws(SourceError) -> [String] {
    guard peek == UInt8(ascii: "|") else { return [] }
    let start = at
    at += 1
    var names: [String] = []
    while true {
      skipBlanks()
      if peek == UInt8(ascii: "|") { break }
      let name = word(Self.isNameByte)
      guard !name.isEmpty else {
        throw error(at: start, "these names have no end", hint: "write as |item index|")
      }
      names.append(name)
    }
    at += 1
    skipBlanks()
    guard (1...2).contains(names.count), at == end else {
      throw error(at: start, "a block names one or two values", hint: "write as |item index|")
    }
    return names
  }

  /// Parses what follows `>`: a name, an optional context and optional arguments.
  mutating func partial(indentation: String, offset: Int) throws(SourceError)
    -> TemplatePartial
  {
    skipBlanks()
    let start = at
    let name: String
    if let byte = peek, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      guard case .literal(.string(let text), _) = try operand() else {
        throw error(at: start, "a partial needs a name", hint: "write {{> name}}")
      }
      name = text
    } else {
      name = word { Self.isNameByte($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
    }
    guard !name.isEmpty else {
      throw error(at: start, "a partial needs a name", hint: "write {{> name}}")
    }
    let (arguments, named) = try rest()
    guard arguments.count <= 1 else {
      throw error(
        at: start, "a partial takes one context at most", hint: "pass values as name=value")
    }
    return TemplatePartial(
      name: name, context: arguments.first, arguments: named, indentation: indentation,
      offset: offset)
  }

  private func call(
    _ first: TemplateExpression, arguments: [TemplateExpression], named: Named
  ) throws(SourceError) -> TemplateCall {
    guard case .path(let path) = first, path.levelsUp == 0, !path.isVariable, path.names.count == 1
    else {
      throw error(
        at: first.offset, "only a helper's name can have arguments", hint: "one value a tag")
    }
    return TemplateCall(
      name: path.names[0], arguments: arguments, named: named, offset: path.offset)
  }

  private mutating func rest() throws(SourceError) -> ([TemplateExpression], Named) {
    var arguments: [TemplateExpression] = []
    var named: Named = []
    while true {
      skipBlanks()
      guard let byte = peek, byte != UInt8(ascii: ")"), !startsBlockParameters() else {
        return (arguments, named)
      }
      if let name = name(before: UInt8(ascii: "=")) {
        named.append((name, try operand()))
      } else {
        let start = at
        arguments.append(try operand())
        if !named.isEmpty {
          throw error(at: start, "a value without name follows a named one", hint: "put it first")
        }
      }
    }
  }

  /// Consumes `as` if names between bars follow.
  private mutating func startsBlockParameters() -> Bool {
    let start = at
    if word(Self.isNameByte) == "as" {
      skipBlanks()
      if peek == UInt8(ascii: "|") { return true }
    }
    at = start
    return false
  }

  /// Returns a name that is followed by `=`; otherwise consumes nothing and returns nil.
  private mutating func name(before sign: UInt8) -> String? {
    let start = at
    let name = word(Self.isNameByte)
    guard !name.isEmpty, peek == sign else {
      at = start
      return nil
    }
    at += 1
    return name
  }

  private mutating func operand() throws(SourceError) -> TemplateExpression {
    skipBlanks()
    let start = at
    guard let byte = peek else {
      let message = start == self.start ? "this tag is empty" : "a value is missing here"
      throw error(at: start, message, hint: "name a value")
    }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return .literal(.string(try string(quote: byte)), offset: start)
    case UInt8(ascii: "("):
      at += 1
      depth += 1
      defer { depth -= 1 }
      guard depth <= Self.maximumDepth else {
        throw error(at: start, "parentheses nest more than \(Self.maximumDepth) deep")
      }
      let inner = try wholeTag()
      skipBlanks()
      guard peek == UInt8(ascii: ")") else {
        throw error(at: start, "this parenthesis is not closed", hint: "close it with ')'")
      }
      at += 1
      return inner
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return try number()
    default: return try path()
    }
  }

  private mutating func string(quote: UInt8) throws(SourceError) -> String {
    let start = at
    at += 1
    var text: [UInt8] = []
    while let byte = peek, byte != quote {
      // A backslash only escapes the closing quote; anywhere else it is a plain character.
      let isEscape = byte == UInt8(ascii: "\\") && at + 1 < end && file.bytes[at + 1] == quote
      text.append(isEscape ? quote : byte)
      at += isEscape ? 2 : 1
    }
    guard at < end else {
      throw error(at: start, "this text has no closing quote", hint: "close it")
    }
    at += 1
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func number() throws(SourceError) -> TemplateExpression {
    let start = at
    let text = word { Self.isNameByte($0) || $0 == UInt8(ascii: ".") }
    guard let value = try? JSONValue(parsing: text), value.number != nil else {
      throw error(
        at: start, "'\(text)' is not a number",
        hint: "write one such as 3 or 0.5, or put a text in quotes")
    }
    return .literal(value, offset: start)
  }

  private mutating func path() throws(SourceError) -> TemplateExpression {
    let start = at
    var path = TemplatePath(levelsUp: 0, isVariable: false, names: [], offset: start)
    if peek == UInt8(ascii: "@") {
      path.isVariable = true
      at += 1
    }
    while file.bytes[at..<end].starts(with: "..".utf8) {
      path.levelsUp += 1
      at += 2
      if peek == UInt8(ascii: "/") { at += 1 }
    }
    if path.levelsUp == 0, !path.isVariable, peek == UInt8(ascii: ".") {
      path.isExplicit = true
      at += 1
      if peek == UInt8(ascii: "/") { at += 1 }
      if peek.map(Self.isEndOfOperand) ?? true { return .path(path) }
    }
    while true {
      let name = try self.name()
      if name.isEmpty {
        guard path.names.isEmpty, path.levelsUp > 0, !path.isVariable else {
          throw unexpected(start)
        }
        break
      }
      path.names.append(name)
      guard let next = peek, next == UInt8(ascii: ".") || next == UInt8(ascii: "/") else { break }
      at += 1
    }
    if let next = peek, !Self.isEndOfOperand(next) { throw unexpected(start) }
    if path.levelsUp == 0, !path.isVariable, !path.isExplicit {
      switch path.names {
      case ["true"]: return .literal(true, offset: start)
      case ["false"]: return .literal(false, offset: start)
      case ["null"], ["undefined"]: return .literal(nil, offset: start)
      default: break
      }
    }
    if !path.isVariable, path.names.first == "this" {
      path.names.removeFirst()
      path.isExplicit = true
    }
    return .path(path)
  }

  /// Parses one name of a path: letters and digits of any script, `_`, `-`, or anything in `[…]`.
  private mutating func name() throws(SourceError) -> String {
    guard peek == UInt8(ascii: "[") else { return word(Self.isNameByte) }
    let start = at
    at += 1
    guard let close = file.bytes[at..<end].firstIndex(of: UInt8(ascii: "]")) else {
      throw error(at: start, "this '[' is not closed", hint: "close it with ']'")
    }
    defer { at = close + 1 }
    return String(decoding: file.bytes[at..<close], as: UTF8.self)
  }

  private mutating func word(_ belongs: (UInt8) -> Bool) -> String {
    let start = at
    while let byte = peek, belongs(byte) { at += 1 }
    return String(decoding: file.bytes[start..<at], as: UTF8.self)
  }

  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { at += 1 }
  }

  private var peek: UInt8? { at < end ? file.bytes[at] : nil }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), 0x80...:
      true
    default: false
    }
  }

  private static func isEndOfOperand(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 || byte == UInt8(ascii: ")")
  }

  private func unexpected(_ start: Int) -> SourceError {
    let text = String(decoding: file.bytes[start..<end], as: UTF8.self)
    return error(at: start, "'\(text)' cannot be read as a value", hint: "write a path such as a.b")
  }

  private func error(at offset: Int, _ message: String, hint: String? = nil) -> SourceError {
    SourceError(Diagnostic("template.syntax", message, in: file, at: offset, hint: hint))
  }
}
