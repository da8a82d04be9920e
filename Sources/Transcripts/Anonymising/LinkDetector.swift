/// Addresses of pages, with or without a scheme.
enum LinkDetector {
  /// Endings that make a bare `name.ending` a link; those that are also words (`me`, `so`) need a path.
  private static let endings: Set<String> = [
    "com", "org", "net", "info", "io", "dev", "app", "eu", "uk", "de", "fr", "es", "pt", "br",
  ]
  private static let endingsWithPath: Set<String> = [
    "me", "co", "us", "it", "gg", "tv", "ly", "in", "ch", "at", "nl", "be", "se", "ai", "ee",
    "link",
  ]

  static func find(in text: TextTokens) -> [PersonalDatum] {
    let bytes = text.shape
    var found: [PersonalDatum] = []
    var at = 0
    while at < bytes.count {
      let isAtStart =
        at == 0 || !(bytes[at - 1].isWordByte || "@.-_/+".utf8.contains(bytes[at - 1]))
      guard isAtStart, bytes[at].isDigit || bytes[at].isASCIILetter,
        let end = linkEnd(bytes, at)
      else {
        at += 1
        continue
      }
      found.append(PersonalDatum(kind: .link, range: at..<end))
      at = end
    }
    return found
  }

  private static func linkEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
    let head = String(decoding: bytes[start...].prefix(8), as: UTF8.self).lowercased()
    if let scheme = ["https://", "http://", "www."].first(where: head.hasPrefix) {
      let end = trimmedEnd(bytes, start)
      return end > start + scheme.utf8.count ? end : nil
    }
    return bareEnd(bytes, start)
  }

  /// The end of `name.ending` and the path behind it.
  private static func bareEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
    let host = bytes[start...].prefix {
      $0.isDigit || $0.isASCIILetter || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
    }
    var name = host
    while name.last == UInt8(ascii: ".") || name.last == UInt8(ascii: "-") { name.removeLast() }
    let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let next = host.endIndex < bytes.count && name.count == host.count ? bytes[host.endIndex] : 0x20
    guard labels.count > 1, labels.allSatisfy({ !$0.isEmpty }), next != UInt8(ascii: "@"),
      labels[0].count > 1, labels[0].contains(where: \.isASCIILetter), let last = labels.last
    else { return nil }
    let ending = String(decoding: last, as: UTF8.self).lowercased()
    let hasPath = next == UInt8(ascii: "/")
    guard endings.contains(ending) || hasPath && endingsWithPath.contains(ending), next < 0x80,
      next != UInt8(ascii: "_")
    else { return nil }
    return hasPath ? trimmedEnd(bytes, start) : name.endIndex
  }

  /// Up to the next white space or bracket, without the punctuation that belongs to the sentence.
  private static func trimmedEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    var link = bytes[start...].prefix {
      $0 > 0x20 && !"<>\"`|".utf8.contains($0) || $0 == TextShape.letter
    }
    while let last = link.last {
      let isBracket = last == UInt8(ascii: ")") && !link.contains(UInt8(ascii: "("))
      guard isBracket || ".,;:!?'*]}".utf8.contains(last) else { break }
      link.removeLast()
    }
    return link.endIndex
  }
}
