/// A tag that a prompt allows the model to put into its reply.
///
/// Only declared tags are taken out of the visible text. Everything else in brackets (links,
/// footnotes, a person quoting a tag) is text.
public struct ReplyTagDeclaration: Sendable, Hashable {
  /// What a tag looks like and whether the person sees its content.
  public enum Form: String, Sendable, Hashable, CaseIterable {
    /// `[NAME]`, perhaps followed by a JSON payload; nothing of it is shown.
    case signal
    /// `[NAME: words]`; the words are shown, set apart.
    case inline
  }

  /// Upper-case letters, digits and underscores, such as `DISCOVERY_COMPLETE`.
  public let name: String
  /// The tag's form.
  public let form: Form
  /// Whether the signal is to bring a payload. One that does not follow at once is then waited for, since
  /// some models write their last sentence in between.
  public let expectsPayload: Bool

  /// Creates a declaration; nil when the name has other characters or does not start with a letter.
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
