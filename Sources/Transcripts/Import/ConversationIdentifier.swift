import CoachModel
import JSON
import SourceFiles

/// The id of an imported conversation: from the id that its file gives it, or from what is said in it.
enum ConversationIdentifier {
  /// Longer ones would make unwieldy names of files.
  private static let maximumLength = 80

  /// An id that can be the name of a file on any system: small letters, digits, `-`, `_` and `.`.
  ///
  /// Where signs had to go, some digits of the original's digest keep ids apart that would be one.
  static func id(from original: String, prefix: String) -> String {
    let lowered = original.trimmingWhitespace.lowercased()
    let slug = slug(of: lowered)
    let isWhole = slug == lowered && slug.utf8.count <= maximumLength
    let short = isWhole ? slug : String(slug.prefix(maximumLength))
    return prefix
      + (isWhole ? short : [short, digits(original)].filter { !$0.isEmpty }.joined(separator: "-"))
  }

  /// Whether a text can begin the name of a file as it is.
  static func isWhole(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "."),
      bytes.count <= maximumLength
    else { return false }
    // An ending dash is cut from an id, and welcome in a prefix.
    return slug(of: text + "x") == text + "x"
  }

  /// The same messages always have the same id.
  static func id(of messages: [Message], prefix: String) -> String {
    prefix + "chat-" + digest(of: messages).short
  }

  /// What two chats share when they are the same, word for word.
  static func digest(of messages: [Message]) -> ContentDigest {
    let content = messages.flatMap { message -> [JSONValue] in
      [.string(message.role.rawValue), .string(message.text)]
    }
    return ContentDigest(of: JSONValue.array(content).text(.canonical))
  }

  private static func digits(_ text: String) -> String {
    String(ContentDigest(of: text).hexadecimal.prefix(8))
  }

  /// A text in small letters with all that cannot be in an id made one dash.
  static func slug(of text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "_"):
        bytes.append(byte)
      // A name that begins with one of these is hidden, or an option.
      case UInt8(ascii: "."), UInt8(ascii: "-"): if !bytes.isEmpty { bytes.append(byte) }
      default:
        if bytes.last.map({ $0 != UInt8(ascii: "-") }) ?? false { bytes.append(UInt8(ascii: "-")) }
      }
    }
    while bytes.last == UInt8(ascii: "-") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
