/// What replaces the data of one person's chats: the same for the same, each time.
///
/// Stand-ins are of the kind that nobody can have (names of hosts, numbers and addresses that are set
/// aside for documentation and fiction), so that the text reads naturally and no stranger is reached.
struct StandIns {
  private struct Key: Hashable {
    let kind: PersonalDataKind
    let text: String
  }

  private var known: [Key: String] = [:]
  private var counts: [PersonalDataKind: Int] = [:]

  /// The stand-in of something that is not a name.
  mutating func standIn(for text: String, _ kind: PersonalDataKind) -> String {
    let key = Key(kind: kind, text: Self.normal(text, kind))
    if let found = known[key] { return found }
    let number = counts[kind, default: 0] + 1
    counts[kind] = number
    let standIn = Self.make(number, for: text, kind)
    known[key] = standIn
    return standIn
  }

  /// What is the same in all ways to write something.
  private static func normal(_ text: String, _ kind: PersonalDataKind) -> String {
    switch kind {
    case .phone, .paymentCard: text.filter(\.isNumber)
    case .bankAccount, .postcode: text.uppercased().filter { $0 != " " }
    case .email, .handle, .networkAddress, .streetAddress, .name: text.lowercased()
    case .link, .birthDate: text
    }
  }

  private static func make(_ number: Int, for text: String, _ kind: PersonalDataKind) -> String {
    switch kind {
    case .name: text
    case .email: "someone\(number)@example.org"
    case .link: "https://example.org/\(number)"
    case .handle: "@someone\(number)"
    // Numbers that Ofcom keeps for drama.
    case .phone: "07700 900\(padded(number % 1000, 3))"
    case .bankAccount: "XX00 0000 0000 0000 \(padded(number, 4))"
    case .paymentCard: "0000 0000 0000 \(padded(number, 4))"
    // RFC 5737.
    case .networkAddress: "192.0.2.\(number % 256)"
    case .birthDate: firstOfJanuary(text)
    case .streetAddress: "\(number) Example Street"
    case .postcode: text.contains(where: \.isLetter) ? "ZZ99 9ZZ" : zeros(text)
    }
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static func zeros(_ text: String) -> String {
    String(text.map { $0.isNumber ? "0" : $0 })
  }

  /// The first day of the year in the same form: the year says how old somebody is, which a chat may turn
  /// on, and tells little else.
  private static func firstOfJanuary(_ text: String) -> String {
    let groups = text.split { !$0.isNumber }
    let year = groups.first { $0.count == 4 }
    guard text.contains(where: \.isLetter) else {
      let last = year.map { $0 != groups.first } ?? true
      let separator = text.first { !$0.isNumber }.map(String.init) ?? "/"
      let shown = year ?? groups.last ?? ""
      return (last ? ["01", "01", String(shown)] : [String(shown), "01", "01"])
        .joined(separator: separator)
    }
    return "1 January" + (year.map { " \($0)" } ?? "")
  }

  /// Names of hosts that are set aside for documentation (RFC 2606). Others may end the same.
  private static let exampleHosts = ["example.org", "example.com", "example.net"]

  /// Whether a text that was cut is the beginning of a stand-in.
  static func isStart(_ text: String, of kind: PersonalDataKind) -> Bool {
    switch kind {
    case .email:
      let parts = text.lowercased().split(separator: "@", maxSplits: 1)
      let host = parts.count > 1 ? parts[1] : ""
      return exampleHosts.contains { $0.hasPrefix(host) }
        && (parts.first ?? "").isNumbered("someone")
    case .phone:
      return "07700900".hasPrefix(text.filter(\.isNumber).prefix(8))
    default: return false
    }
  }

  /// Whether a text is what this type puts in: it tells of nobody and stays.
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
    case .phone:
      let digits = plain.filter(\.isNumber)
      return digits.hasPrefix("07700900") && digits.count == 11
    case .bankAccount, .paymentCard: return false
    case .networkAddress:
      return ["192.0.2.", "127.0.0.1", "0.0.0.0", "2001:db8:"].contains(where: plain.hasPrefix)
    case .birthDate: return firstOfJanuary(text) == text
    case .streetAddress: return plain.hasSuffix(" example street")
    case .postcode: return plain == "zz99 9zz" || !plain.contains { ("1"..."9").contains($0) }
    }
  }
}

extension Substring {
  /// Whether this is a word with a number behind it.
  fileprivate func isNumbered(_ word: String) -> Bool {
    hasPrefix(word) && count > word.count && dropFirst(word.count).allSatisfy(\.isNumber)
  }
}
