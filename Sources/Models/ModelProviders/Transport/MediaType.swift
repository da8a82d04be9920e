/// The media type of a body (RFC 9110, section 8.3.1): `text/event-stream; charset=utf-8`.
struct MediaType: Sendable, Hashable {
  /// Type and subtype in lower case, without parameters; empty if the header is missing or states none.
  let name: String
  /// Parses the value of a `content-type` header; nil stands for a missing one. A value that servers joined from
  /// several headers is read up to its first comma.
  init(_ value: String?) {
    let type = (value ?? "").prefix { $0 != "," && $0 != ";" }.drop(while: \.isWhitespace)
    name = type.prefix { !$0.isWhitespace }.lowercased()
  }

  /// Whether a body of this type may be a stream although the type does not say so: it is missing, says nothing, or is
  /// one that servers give to all that they send. The first bytes then decide; see
  /// ``isStartOfEvents(_:)`` and ``isStartOfLines(_:)``.
  var isVague: Bool {
    name.isEmpty || name == "text/plain" || name == "application/octet-stream"
      || name == "binary/octet-stream" || name == "application/json"
      || name == "application/jsonl" || name.hasSuffix("stream+json")
      || name.hasSuffix("ndjson") || name == "text/event-stream"
  }

  /// The number of bytes from which a start can always be told.
  static let decisiveLength = 64

  /// Returns whether a body that starts with some bytes is a stream of server-sent events, which begin with the name of
  /// a field or a comment; nil if more bytes are needed to tell.
  static func isStartOfEvents(_ bytes: some Collection<UInt8>) -> Bool? {
    let rest = content(of: bytes)
    let isShort = bytes.count < decisiveLength
    guard let first = rest.first else { return isShort ? nil : false }
    if first == UInt8(ascii: ":") { return true }
    for field in ["data", "event", "id", "retry"] {
      if rest.starts(with: "\(field):".utf8) { return true }
      // An unfinished name.
      if isShort, field.utf8.starts(with: rest) { return nil }
    }
    return false
  }

  /// Returns whether a body that starts with some bytes is a stream of values on lines; nil if more bytes are needed to
  /// tell. The values are objects, and so is an error in their place, which the reader of the stream finds.
  static func isStartOfLines(_ bytes: some Collection<UInt8>) -> Bool? {
    guard let first = content(of: bytes).first else {
      return bytes.count < decisiveLength ? nil : false
    }
    return first == UInt8(ascii: "{")
  }

  /// Returns the start of a body without the byte order mark, blank lines and spaces that may precede it.
  private static func content(of bytes: some Collection<UInt8>) -> ArraySlice<UInt8> {
    var rest = Array(bytes.prefix(decisiveLength))[...]
    if rest.starts(with: [0xef, 0xbb, 0xbf]) { rest = rest.dropFirst(3) }
    return rest.drop { $0 == 0x20 || $0 == 0x0a || $0 == 0x0d || $0 == 0x09 }
  }
}
