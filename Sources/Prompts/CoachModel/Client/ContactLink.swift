package import Documents

/// One way to reach a service that an app can open with a tap.
///
/// ```swift
/// for link in resource.links { buttons.append(Button(link.kind, opens: link.url)) }
/// ```
public struct ContactLink: Sendable, Hashable {
  /// What a tap on it does.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Dials a number: `tel:988` (RFC 3966).
    case call
    /// Begins a text message: `sms:741741?body=HOME` (RFC 5724).
    case text
    /// Opens a chat with people, in a browser or a messenger.
    case chat
    /// Opens a page.
    case web
  }

  /// What a tap on it does.
  public var kind: Kind
  /// What to choose or say once connected, in the person's language; `nil` if there is nothing.
  public var label: String?
  /// The address: `tel:`, `sms:` or `https:`.
  ///
  /// Numbers are those to dial within the country, or begin with `+` and the country's code. They have no `phone-context`,
  /// which RFC 3966 asks for in the first case: dialers take it for a part of the number.
  public var url: String

  /// Creates a link. Its address is not checked.
  public init(kind: Kind, label: String? = nil, url: String) {
    self.kind = kind
    self.label = label
    self.url = url
  }

  package static let members = JSONObjectForm<ContactLink>(
    "a contact link", .required("kind", \.kind, .choice), .optional("label", \.label, .text),
    .required("url", \.url, .text)
  ) { ContactLink(kind: $0.kind, label: $0.label, url: $0.url) }
}

extension ContactLink {
  /// What is wrong with the address for this kind of link; `nil` if nothing is.
  package var problem: String? {
    switch kind {
    case .call:
      return url.hasPrefix("tel:") && Self.isNumber(url.dropFirst(4))
        ? nil : "a call is 'tel:' and digits, or '+' and 7 to 15 digits (RFC 3966)"
    case .text:
      let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      guard url.hasPrefix("sms:"), Self.isNumber(parts[0].dropFirst(4)) else {
        return "a text message is 'sms:' and digits, or '+' and 7 to 15 digits (RFC 5724)"
      }
      guard parts.count == 2 else { return nil }
      return parts[1].hasPrefix("body=") && parts[1].utf8.count > 5
        && parts[1].dropFirst(5).utf8.allSatisfy(Self.isPlain)
        ? nil : "what follows '?' is 'body=' and a word, percent-encoded (RFC 5724)"
    case .chat, .web:
      let host = url.dropFirst(8).prefix { $0 != "/" }
      return url.hasPrefix("https://") && host.contains(".") && !host.hasPrefix(".")
        && url.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        ? nil : "it is a web address that begins with 'https://'"
    }
  }

  /// The digits that are dialled or written to; `nil` for a page.
  package var number: String? {
    switch kind {
    case .call, .text:
      String(url.dropFirst(4).prefix { $0 != "?" }.filter { $0.isASCII && $0.isNumber })
    case .chat, .web: nil
    }
  }

  /// Returns whether a text is a number within a country, short codes included, or one of E.164 with its `+`.
  private static func isNumber(_ text: some StringProtocol) -> Bool {
    let isGlobal = text.hasPrefix("+")
    let digits = isGlobal ? text.utf8.dropFirst() : text.utf8[...]
    let isDigits = digits.allSatisfy { (0x30...0x39).contains($0) }
    return isDigits && (isGlobal ? 7...15 : 2...12).contains(digits.count)
      && !(isGlobal && digits.first == UInt8(ascii: "0"))
  }

  /// Returns whether a byte needs no encoding in a query, or is the sign of an encoded one.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~%".utf8.contains(byte)
    }
  }
}
