/// An incremental parser that provides the JSON value received so far.
///
/// ``value`` contains everything that is final or only grows: the text of an open string, and members that
/// have a value. It leaves out what could still turn into something else: an incomplete number, literal,
/// escape or character, and a name without its value. The parser reads each byte once.
public struct PartialJSONParser: Sendable {
  /// A list or object that is still open.
  private enum Container {
    case array([JSONValue])
    case object(JSONObject, name: String?)
  }

  /// The tokens that are valid next.
  private enum Expectation {
    case value, valueOrEnd, nameOrEnd, name, colon, commaOrEnd, nothing
  }

  private var open: [Container] = []
  private var expectation = Expectation.value
  private var root: JSONValue?
  /// The bytes of the current string, number or literal, as they were received.
  private var token: [UInt8] = []
  private var isInString = false
  private var string = StringProgress()
  private var offset = 0

  static let maximumDepth = 128

  /// Creates a parser without input.
  public init() {}

  /// Whether the value is complete. A number at the top level is complete only after whitespace or
  /// ``finish()``.
  public var isComplete: Bool { root != nil }

  /// Parses more bytes. Throws a ``JSONSyntaxError`` at the first byte that cannot continue the value;
  /// ``value`` then still contains what came before.
  public mutating func feed(_ bytes: some Sequence<UInt8>) throws(JSONSyntaxError) {
    for byte in bytes {
      try take(byte)
      offset += 1
    }
  }

  /// Ends the input. Throws a ``JSONSyntaxError`` if the value is incomplete.
  ///
  /// A number at the top level could continue until then.
  public mutating func finish() throws(JSONSyntaxError) {
    if !isInString, !token.isEmpty { try endScalar() }
    guard isComplete else { throw error("the value is incomplete") }
  }

  /// The value received so far; nil if nothing of it can be shown yet.
  public var value: JSONValue? {
    if let root { return root }
    // Not `nil`, which would be the literal for JSON's null.
    var inner: JSONValue? = isInString && !isName ? .some(shownString) : .none
    for container in open.reversed() {
      switch container {
      case .array(let elements): inner = .array(elements + (inner.map { [$0] } ?? []))
      case .object(var object, let name):
        if let name, let inner { object[name] = inner }
        inner = .object(object)
      }
    }
    return inner
  }

  private var isName: Bool { expectation == .name || expectation == .nameOrEnd }

  /// The open string up to the end of its last complete escape or character.
  private var shownString: JSONValue {
    Self.string(token[..<string.wholeCount]) ?? ""
  }

  private static func string(_ content: ArraySlice<UInt8>) -> JSONValue? {
    let quote = UInt8(ascii: "\"")
    return try? JSONValue(parsing: [quote] + content + [quote])
  }

  // MARK: The grammar

  private mutating func take(_ byte: UInt8) throws(JSONSyntaxError) {
    if isInString { return try takeInString(byte) }
    if !token.isEmpty {
      if isPartOfScalar(byte) {
        token.append(byte)
        return
      }
      try endScalar()
    }
    switch byte {
    case 0x20, 0x0a, 0x0d, 0x09: return
    case UInt8(ascii: "\""):
      switch expectation {
      case .value, .valueOrEnd, .name, .nameOrEnd: isInString = true
      default: throw error("a string is not allowed here")
      }
    case UInt8(ascii: "{"): try begin(.object([:], name: nil), expecting: .nameOrEnd)
    case UInt8(ascii: "["): try begin(.array([]), expecting: .valueOrEnd)
    case UInt8(ascii: "}"): try end(isObject: true)
    case UInt8(ascii: "]"): try end(isObject: false)
    case UInt8(ascii: ":") where expectation == .colon: expectation = .value
    case UInt8(ascii: ",") where expectation == .commaOrEnd:
      if case .object? = open.last { expectation = .name } else { expectation = .value }
    default:
      guard expectation == .value || expectation == .valueOrEnd, isPartOfScalar(byte) else {
        throw error("this character is not allowed here")
      }
      token = [byte]
    }
  }

  private func isPartOfScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private mutating func takeInString(_ byte: UInt8) throws(JSONSyntaxError) {
    if byte == UInt8(ascii: "\""), !string.isAfterBackslash {
      isInString = false
      return try endString()
    }
    guard byte >= 0x20 else { throw error("a control character in a string") }
    token.append(byte)
    string.take(byte)
  }

  private mutating func endString() throws(JSONSyntaxError) {
    guard let text = Self.string(token[...]) else {
      throw error("a string with a broken escape or character")
    }
    token = []
    string = StringProgress()
    if isName, case .object(let object, _)? = open.popLast() {
      open.append(.object(object, name: text.string))
      expectation = .colon
    } else {
      add(text)
    }
  }

  private mutating func endScalar() throws(JSONSyntaxError) {
    guard let scalar = try? JSONValue(parsing: token) else {
      throw error("'\(String(decoding: token.prefix(40), as: UTF8.self))' is not a value")
    }
    token = []
    add(scalar)
  }

  private mutating func begin(_ container: Container, expecting next: Expectation)
    throws(JSONSyntaxError)
  {
    guard expectation == .value || expectation == .valueOrEnd else {
      throw error("a value is not allowed here")
    }
    guard open.count < Self.maximumDepth else {
      throw error("nested more than \(Self.maximumDepth) levels deep")
    }
    open.append(container)
    expectation = next
  }

  private mutating func end(isObject: Bool) throws(JSONSyntaxError) {
    let mayEnd =
      expectation == .commaOrEnd || expectation == (isObject ? .nameOrEnd : .valueOrEnd)
    switch open.last {
    case .object(let object, _)? where isObject && mayEnd:
      open.removeLast()
      add(.object(object))
    case .array(let elements)? where !isObject && mayEnd:
      open.removeLast()
      add(.array(elements))
    default: throw error("a closing bracket is not allowed here")
    }
  }

  private mutating func add(_ value: JSONValue) {
    // The container is removed while it grows, which avoids a copy.
    switch open.popLast() {
    case nil:
      root = value
      expectation = .nothing
    case .array(var elements)?:
      elements.append(value)
      open.append(.array(elements))
      expectation = .commaOrEnd
    case .object(var object, let name)?:
      if let name { object[name] = value }
      open.append(.object(object, name: nil))
      expectation = .commaOrEnd
    }
  }

  private func error(_ message: String) -> JSONSyntaxError {
    JSONSyntaxError(offset: offset, message: message)
  }
}
