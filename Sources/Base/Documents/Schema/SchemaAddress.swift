/// Resolves the addresses of schemas by RFC 3986, section 5.2, as far as `$id` and `$ref` need it.
enum SchemaAddress {
  /// Splits a reference at its `#`.
  static func split(_ reference: String) -> (address: String, fragment: String?) {
    guard let hash = reference.firstIndex(of: "#") else { return (reference, nil) }
    return (String(reference[..<hash]), String(reference[reference.index(after: hash)...]))
  }

  /// Resolves a reference without fragment against a base address.
  static func resolve(_ reference: String, from base: String) -> String {
    if reference.isEmpty { return base }
    if scheme(of: reference) != nil { return reference }
    let root = String(base[..<rootEnd(of: base)])
    if reference.hasPrefix("//") {
      return (scheme(of: base).map { $0 + ":" } ?? "") + reference
    }
    if reference.hasPrefix("/") { return root + withoutDots(reference) }
    let path = String(base[rootEnd(of: base)...])
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return root + withoutDots(folder + reference)
  }

  /// Returns the names of the JSON pointer in a fragment.
  static func pointer(_ fragment: String) -> [String] {
    unescaped(fragment).split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      $0.utf8.contains(UInt8(ascii: "~"))
        ? String($0).replacing("~1", with: "/").replacing("~0", with: "~") : String($0)
    }
  }

  /// Returns a name with the escapes of a JSON pointer.
  static func escaped(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return name
    }
    return name.replacing("~", with: "~0").replacing("/", with: "~1")
  }

  private static func scheme(of address: String) -> String? {
    guard let colon = address.firstIndex(of: ":") else { return nil }
    let name = address[..<colon]
    let isName = name.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0))
    }
    return isName && name.first?.isLetter == true ? String(name) : nil
  }

  /// Returns the index after scheme and authority.
  private static func rootEnd(of address: String) -> String.Index {
    var rest = address[...]
    if let scheme = scheme(of: address) { rest = rest.dropFirst(scheme.count + 1) }
    guard rest.hasPrefix("//") else { return rest.startIndex }
    let authority = rest.dropFirst(2)
    return authority.firstIndex(of: "/") ?? authority.endIndex
  }

  private static func withoutDots(_ path: some StringProtocol) -> String {
    var kept: [Substring] = []
    let parts = String(path).split(separator: "/", omittingEmptySubsequences: false)
    for (position, part) in parts.enumerated() {
      let isLast = position == parts.count - 1
      switch part {
      case ".": if isLast { kept.append("") }
      case "..":
        if kept.count > 1 { kept.removeLast() }
        if isLast { kept.append("") }
      default: kept.append(part)
      }
    }
    return kept.joined(separator: "/")
  }

  private static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
