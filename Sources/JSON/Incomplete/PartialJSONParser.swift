/// Reads a JSON value that is still being written, and says at any time what there is of it.
///
/// What has begun and can be shown is in ``value``: the letters of an open string, the members that
/// have a value. What could still turn into something else is not: half a number, half a word, a
/// name without its value, half an escape or character. Each byte is looked at once.
public struct PartialJSONParser: Sendable {
  /// A list or object that is not closed yet.
  private enum Container {
    case array([JSONValue])
    case object(JSONObject, name: String?)
  }

  /// What may come next.
  private enum Expectation {
    case value, valueOrEnd, nameOrEnd, name, colon, commaOrEnd, nothing
  }

  private var open: [Container] = []
  private var expectation = Expectation.value
  private var root: JSONValue?
  /// The bytes of the string, number or word that is being read, as they were written.
  private var token: [UInt8] = []
  private var isInString = false
  private var string = StringProgress()
  private var offset = 0

  static let maximumDepth = 128

  /// Creates a parser that has seen nothing.
  public init() {}

  /// Whether the value is whole.
  public var isComplete: Bool { root != nil }

  /// Takes the next bytes. Throws at the first byte that no JSON value goes on with; ``value`` then
  /// still holds what came before it.
  public mutating func feed(_ bytes: some Sequence<UInt8>) throws(JSONSyntaxError) {
    for byte in bytes {
      try take(byte)
      offset += 1
    }
  }

  /// Says that nothing follows: a number at the top can only now be whole.
  public mutating func finish() throws(JSONSyntaxError) {
    if !isInString, !token.isEmpty { try endScalar() }
    guard isComplete else { throw error("the value is not whole") }
  }

  /// What there is of the value; nil when nothing can be shown yet.
  public var value: JSONValue? {
    if let root { return root }
    // Not `nil`, which would be JSON's null here.
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

  /// The open string up to the last place at which no escape or character was half read.
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
      default: throw error("a string where none can be")
      }
    case UInt8(ascii: "{"): try begin(.object([:], name: nil), .nameOrEnd)
    case UInt8(ascii: "["): try begin(.array([]), .valueOrEnd)
    case UInt8(ascii: "}"): try end(isObject: true)
    case UInt8(ascii: "]"): try end(isObject: false)
    case UInt8(ascii: ":") where expectation == .colon: expectation = .value
    case UInt8(ascii: ",") where expectation == .commaOrEnd:
      if case .object? = open.last { expectation = .name } else { expectation = .value }
    default:
      guard expectation == .value || expectation == .valueOrEnd, isPartOfScalar(byte) else {
        throw error("a character where none like it can be")
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
      throw error("'\(String(decoding: token.prefix(40), as: UTF8.self))' is no value")
    }
    token = []
    add(scalar)
  }

  private mutating func begin(_ container: Container, _ next: Expectation) throws(JSONSyntaxError) {
    guard expectation == .value || expectation == .valueOrEnd else {
      throw error("a value where none can be")
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
    default: throw error("a closing bracket where none can be")
    }
  }

  private mutating func add(_ value: JSONValue) {
    // The container is taken out while it grows, so that it is not copied.
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
