/// A web or email address in a reply.
package struct WebAddress: Hashable {
  /// The form for comparison: the host without `www.`, or the whole email address; in lower case.
  package var key: String
  /// The range in the text, in Unicode scalars.
  package var range: Range<Int>

  /// The endings by which a host counts as an address without `www.` or a scheme before it.
  private static let endings: Set<String> = [
    "com", "org", "net", "info", "gov", "edu", "help", "chat", "uk", "ie", "au", "nz", "ca", "de",
    "at", "ch", "es", "mx", "ar", "fr", "nl", "in", "us", "eu", "io",
  ]

  /// Returns the addresses in a text.
  package static func addresses(in text: some Collection<Unicode.Scalar>) -> [WebAddress] {
    let scalars = Array(text)
    var addresses: [WebAddress] = []
    var position = 0
    while position < scalars.count {
      let start = position
      while position < scalars.count, isPart(scalars[position]) { position += 1 }
      var end = position
      while end > start, !isWord(scalars[end - 1]), scalars[end - 1] != "/" { end -= 1 }
      if end > start, let key = key(of: scalars[start..<end]) {
        addresses.append(WebAddress(key: key, range: start..<end))
      }
      position = max(position, start + 1)
    }
    return addresses
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    isWord(scalar) || "-._@:/~%?=&#+".unicodeScalars.contains(scalar)
  }

  private static func key(of scalars: ArraySlice<Unicode.Scalar>) -> String? {
    var host = Substring(String(String.UnicodeScalarView(scalars)))
    var isCertain = false
    for scheme in ["https://", "http://", "mailto:", "www."]
    where host.lowercased().hasPrefix(scheme) {
      host = host.dropFirst(scheme.count)
      isCertain = true
    }
    host = host.prefix { !"/?#".contains($0) }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, labels.allSatisfy({ !$0.isEmpty }), let ending = labels.last else {
      return nil
    }
    return isCertain || host.contains("@") || isEnding(ending) ? host.lowercased() : nil
  }

  /// Returns whether a label is a known ending.
  ///
  /// An ending of two letters has to be in lower case: "todavía.Es" lacks a space and is not an address.
  private static func isEnding(_ label: Substring) -> Bool {
    endings.contains(label.utf8.count > 2 ? label.lowercased() : String(label))
  }
}
