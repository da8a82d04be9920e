/// A tag that a prompt allows the model to write into its reply.
///
/// Only declared tags are removed from the visible text. Everything else in brackets (links, footnotes, a person
/// quoting a tag) is treated as text.
public struct ReplyTagDeclaration: Sendable, Hashable {
  /// The syntax of a tag, and whether the person sees its content.
  public enum Form: String, Sendable, Hashable, CaseIterable {
    /// `[NAME]`, optionally followed by a JSON payload; none of it is shown.
    case signal
    /// `[NAME: words]`; the words are shown, set apart from the text.
    case inline
  }

  /// The tag's name: upper-case letters, digits and underscores, such as `DISCOVERY_COMPLETE`.
  public let name: String
  /// The tag's syntax and visibility.
  public let form: Form
  /// Whether the signal carries a payload. If so, the parser waits for a payload that does not follow immediately,
  /// since some models write their last sentence in between. Always `false` for inline tags.
  public let expectsPayload: Bool

  /// Creates a declaration; `nil` if the name contains other characters or does not start with a letter.
  public init?(name: String, form: Form, expectsPayload: Bool = false) {
    let isNameByte = { (byte: UInt8) in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
    }
    guard let first = name.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first),
      name.utf8.allSatisfy(isNameByte)
    else { return nil }
    self.name = name
    self.form = form
    self.expectsPayload = expectsPayload && form == .signal
  }
}
