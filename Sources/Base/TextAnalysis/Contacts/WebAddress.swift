/// A web or email address in a text.
package struct WebAddress: Hashable {
  /// The form for comparison: the host without `www.`, or the whole email address; in lower case.
  package var key: String
  /// The range in the text, in Unicode scalars.
  package var range: Range<Int>

  package var isMail: Bool { key.contains("@") }

  /// The endings by which a host counts as an address without `www.`, a scheme or a path.
  private static let endings: Set<String> = [
    "com", "org", "net", "info", "gov", "edu", "help", "chat", "uk", "ie", "au", "nz", "ca", "de",
    "at", "ch", "es", "mx", "ar", "fr", "nl", "in", "us", "eu", "io", "app", "coach", "shop",
    "site",
    "online", "store", "xyz", "link", "dev", "blog", "club", "page",
  ]
  /// Hosts of short links whose endings are rare elsewhere.
  private static let hosts: Set<String> = [
    "t.me", "wa.me", "bit.ly", "linktr.ee", "discord.gg", "is.gd", "cutt.ly", "paypal.me",
  ]

  /// Returns the addresses in a text, in order.
  ///
  /// The path of a web address may continue in letters beyond ASCII, and the word that an address begins in may begin
  /// with them; they belong to its range, but not to its key.
  package static func addresses(in text: some Collection<Unicode.Scalar>) -> [WebAddress] {
    let scalars = text.map(plain)
    var addresses: [WebAddress] = []
    var position = 0
    while position < scalars.count {
      var start = position
      var hasPath = false
      while position < scalars.count,
        isPart(scalars[position]) || hasPath && scalars[position].isInSpacedWord
      {
        if scalars[position] == "/", position > start, isWord(scalars[position - 1]) {
          hasPath = true
        }
        position += 1
      }
      var end = position
      while end > start, scalars[end - 1] != "/", !scalars[end - 1].isInSpacedWord { end -= 1 }
      if end > start, let key = key(of: scalars[start..<end].filter { !$0.isInvisible }) {
        let previousEnd = addresses.last?.range.upperBound ?? 0
        while start > previousEnd, scalars[start - 1].isInSpacedWord { start -= 1 }
        addresses.append(WebAddress(key: key, range: start..<end))
      }
      position += 1
    }
    return addresses
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    isWord(scalar) || "-._@:/~%?=&#+".unicodeScalars.contains(scalar) || scalar.isInvisible
  }

  /// Returns the ASCII character that a fullwidth one stands for, and any other character as it is.
  private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    (0xFF01...0xFF5E).contains(scalar.value)
      ? Unicode.Scalar(UInt8(scalar.value - 0xFF01 + 0x21)) : scalar
  }

  private static func key(of scalars: [Unicode.Scalar]) -> String? {
    guard scalars.contains(".") else { return nil }
    var text = Substring(String(String.UnicodeScalarView(scalars)))
    var isCertain = false
    for scheme in ["https://", "http://", "mailto:", "www."]
    where text.lowercased().hasPrefix(scheme) {
      text = text.dropFirst(scheme.count)
      isCertain = true
    }
    let authority = text.prefix { !"/?#".contains($0) }
    let host = withoutPort(authority)
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, labels.allSatisfy({ !$0.isEmpty }), let ending = labels.last else {
      return nil
    }
    let hasPath = text.dropFirst(authority.count).first == "/" && couldBeEnding(ending)
    let isAddress = isCertain || hasPath || host.contains("@") || isEnding(ending)
    let key = host.lowercased()
    return isAddress || hosts.contains(key) ? key : nil
  }

  /// Returns `example.com` for `example.com:8080`.
  private static func withoutPort(_ authority: Substring) -> Substring {
    guard let colon = authority.lastIndex(of: ":") else { return authority }
    let port = authority[colon...].dropFirst()
    let isPort = !port.isEmpty && port.allSatisfy { ("0"..."9").contains($0) }
    return isPort ? authority[..<colon] : authority
  }

  /// Returns whether a label is a known ending.
  ///
  /// An ending of two letters has to be in lower case: "todavía.Es" lacks a space and is not an address.
  private static func isEnding(_ label: Substring) -> Bool {
    endings.contains(label.utf8.count > 2 ? label.lowercased() : String(label))
  }

  /// Returns whether a label has the form of an ending, so that a path after it shows that it is one.
  private static func couldBeEnding(_ label: Substring) -> Bool {
    (2...12).contains(label.utf8.count) && label.allSatisfy { $0.isASCII && $0.isLetter }
  }
}
