/// Replacements for the personal data in one person's chats, always the same for the same text.
///
/// Stand-ins are values that nobody can have (host names, numbers and addresses reserved for documentation and
/// fiction), so that the text reads naturally and no stranger is reached.
struct StandIns {
  /// By kind, the stand-ins of texts, keyed by what all ways to write a text have in common.
  private var known: [PersonalDataKind: [String: String]] = [:]

  /// Returns the stand-in of a text that is not a name.
  mutating func standIn(for text: String, _ kind: PersonalDataKind) -> String {
    let plain = text.lowercased()
    let key = kind == .number ? plain.filter { $0.isNumber || $0.isLetter } : plain
    if let found = known[kind]?[key] { return found }
    let standIn = Self.make(number: (known[kind]?.count ?? 0) + 1, for: text, kind: kind)
    known[kind, default: [:]][key] = standIn
    return standIn
  }

  private static func make(number: Int, for text: String, kind: PersonalDataKind) -> String {
    switch kind {
    case .name: text
    case .email: "someone\(number)@example.org"
    case .link: "https://example.org/\(number)"
    case .handle: "@someone\(number)"
    // Numbers that Ofcom reserves for drama.
    case .number: "07700 900\((number % 1000).padded)"
    }
  }

  /// Host names reserved for documentation (RFC 2606), to be compared as a whole: other names may end the same.
  private static let exampleHosts = ["example.org", "example.com", "example.net"]

  /// Returns whether a text is a stand-in already, which identifies nobody and is kept.
  static func isStandIn(_ text: String, for kind: PersonalDataKind) -> Bool {
    let plain = text.lowercased()
    switch kind {
    case .name: return false
    case .email:
      return exampleHosts.contains { plain.hasSuffix("@\($0)") }
    case .link:
      let place = plain.firstRange(of: "://").map { plain[$0.upperBound...] } ?? plain[...]
      let host = place.prefix { !"/?#:".contains($0) }
      return exampleHosts.contains { host == $0 || host == "www.\($0)" }
    case .handle:
      return plain.hasPrefix("@someone") && plain.dropFirst(8).allSatisfy(\.isNumber)
    case .number:
      let digits = plain.filter(\.isNumber)
      return digits.hasPrefix("07700900") && digits.count == 11
    }
  }
}

extension Int {
  /// The number with at least three digits, padded with zeros.
  var padded: String { "000".dropLast(String(self).count) + String(self) }
}
