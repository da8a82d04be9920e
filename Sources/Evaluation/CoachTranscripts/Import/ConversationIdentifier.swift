import CoachModel
import Documents
import SourceFiles

/// Derives the id of an imported conversation from the id in its file, or from its messages.
enum ConversationIdentifier {
  /// The maximum length of the readable part of an id; a longer one would make an unwieldy file name.
  private static let maximumLength = 80

  /// Returns an id that is a valid file name on any system: lower-case letters, digits, `-`, `_` and `.`.
  ///
  /// If characters had to be removed, digits of the original's digest keep ids distinct that would otherwise be the
  /// same.
  static func id(from original: String, prefix: String) -> String {
    let lowered = original.trimmingWhitespace.lowercased()
    let slug = slug(of: lowered)
    let isWhole = slug == lowered && slug.utf8.count <= maximumLength
    let short = isWhole ? slug : String(slug.prefix(maximumLength))
    return prefix
      + (isWhole ? short : [short, digits(original)].filter { !$0.isEmpty }.joined(separator: "-"))
  }

  /// Returns whether a text can begin a file name unchanged.
  static func isWhole(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "."),
      bytes.count <= maximumLength
    else { return false }
    // A trailing dash is removed from an id, and useful in a prefix.
    return slug(of: text + "x") == text + "x"
  }

  /// Returns the id of messages; the same messages always have the same id.
  static func id(of messages: [Message], prefix: String) -> String {
    prefix + "chat-" + digest(of: messages).short
  }

  /// Returns the digest of messages, which chats share if they are the same, word for word.
  static func digest(of messages: [Message]) -> ContentDigest {
    let content = messages.flatMap { message -> [JSONValue] in
      [.string(message.role.rawValue), .string(message.text)]
    }
    return ContentDigest(of: JSONValue.array(content).text(.canonical))
  }

  private static func digits(_ text: String) -> String {
    String(ContentDigest(of: text).hexadecimal.prefix(8))
  }

  /// Returns a text in lower case with every run of characters that an id cannot contain replaced by a dash.
  static func slug(of text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "_"):
        bytes.append(byte)
      // A file name that begins with one of these is hidden, or read as an option.
      case UInt8(ascii: "."), UInt8(ascii: "-"): if !bytes.isEmpty { bytes.append(byte) }
      default:
        if bytes.last.map({ $0 != UInt8(ascii: "-") }) ?? false { bytes.append(UInt8(ascii: "-")) }
      }
    }
    while bytes.last == UInt8(ascii: "-") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
