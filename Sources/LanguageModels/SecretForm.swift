/// What secrets of the usual makers look like.
struct SecretForm {
  /// How it begins.
  private let opening: [UInt8]
  /// Whether the opening stays in the text, since it is no part of the secret.
  private let keepsOpening: Bool
  /// The fewest bytes of the rest.
  private let least: Int
  /// Whether the rest is made of capitals and digits alone.
  private let isCapital: Bool
  /// Whether it may follow a letter or a digit: not where the opening could be the end of a word.
  private let startsAnywhere: Bool

  private init(
    _ opening: String, least: Int, keepsOpening: Bool = false, startsAnywhere: Bool = false,
    isCapital: Bool = false
  ) {
    self.opening = Array(opening.utf8)
    self.least = least
    self.keepsOpening = keepsOpening
    self.startsAnywhere = startsAnywhere
    self.isCapital = isCapital
  }

  private static let forms: [SecretForm] = [
    SecretForm("sk-", least: 16), SecretForm("sk_live_", least: 16),
    SecretForm("sk_test_", least: 16), SecretForm("rk_live_", least: 16),
    SecretForm("AIza", least: 30), SecretForm("gsk_", least: 20), SecretForm("xai-", least: 20),
    SecretForm("hf_", least: 20), SecretForm("r8_", least: 20), SecretForm("pplx-", least: 20),
    SecretForm("ghp_", least: 20), SecretForm("gho_", least: 20), SecretForm("ghs_", least: 20),
    SecretForm("github_pat_", least: 20), SecretForm("glpat-", least: 16),
    SecretForm("xoxb-", least: 16), SecretForm("xoxp-", least: 16),
    SecretForm("AKIA", least: 16, isCapital: true),
    SecretForm("ASIA", least: 16, isCapital: true), SecretForm("eyJ", least: 40),
    SecretForm("Bearer ", least: 12, keepsOpening: true),
    SecretForm("bearer ", least: 12, keepsOpening: true),
    SecretForm("Basic ", least: 12, keepsOpening: true),
    SecretForm("basic ", least: 12, keepsOpening: true),
    SecretForm("api_key=", least: 6, keepsOpening: true, startsAnywhere: true),
    SecretForm("apikey=", least: 6, keepsOpening: true, startsAnywhere: true),
    SecretForm("api-key=", least: 6, keepsOpening: true, startsAnywhere: true),
    SecretForm("?key=", least: 6, keepsOpening: true, startsAnywhere: true),
    SecretForm("&key=", least: 6, keepsOpening: true, startsAnywhere: true),
    SecretForm("token=", least: 6, keepsOpening: true, startsAnywhere: true),
    SecretForm("password=", least: 4, keepsOpening: true, startsAnywhere: true),
    SecretForm("secret=", least: 6, keepsOpening: true, startsAnywhere: true),
    SecretForm("signature=", least: 6, keepsOpening: true, startsAnywhere: true),
  ]

  /// The forms by their first byte, so that most bytes of a text are passed in one step.
  private static let byFirst: [[SecretForm]] = {
    var table = [[SecretForm]](repeating: [], count: 256)
    for form in forms { table[Int(form.opening[0])].append(form) }
    return table
  }()

  /// The secret that begins at a place; nil when none does.
  static func secret(at start: Int, in bytes: [UInt8]) -> Range<Int>? {
    let first = bytes[start]
    if first == UInt8(ascii: "-"), let key = privateKey(at: start, in: bytes) { return key }
    if first == UInt8(ascii: ":"), let password = password(at: start, in: bytes) { return password }
    let forms = byFirst[Int(first)]
    guard !forms.isEmpty else { return nil }
    let followsWord = start > 0 && bytes[start - 1].isWordByte && !followsEscape(start, in: bytes)
    for form in forms where !followsWord || form.startsAnywhere {
      guard bytes[start...].starts(with: form.opening) else { continue }
      let body = start + form.opening.count
      var end = body
      while end < bytes.count, form.covers(bytes[end]) { end += 1 }
      // A secret that was taken out before.
      if bytes[body..<end].elementsEqual(Redactor.mark.utf8) { continue }
      // What stands behind the name of a field is a secret whatever it looks like.
      guard end - body >= form.least, form.startsAnywhere || bytes[body..<end].looksDrawn else {
        continue
      }
      return (form.keepsOpening ? body : start)..<end
    }
    return nil
  }

  /// Whether a byte goes on with the secret. What stands behind the name of a field is of any signs.
  private func covers(_ byte: UInt8) -> Bool {
    if isCapital { return byte.isCapital }
    if startsAnywhere { return byte > 0x20 && !"\"'`&<>\\,;)".utf8.contains(byte) }
    return byte.isKeyByte
  }

  /// Whether the byte before a place is the end of an escape in JSON, such as the n of a line feed.
  private static func followsEscape(_ place: Int, in bytes: [UInt8]) -> Bool {
    guard place >= 2 else { return false }
    if bytes[place - 2] == UInt8(ascii: "\\") { return "nrtbf".utf8.contains(bytes[place - 1]) }
    guard place >= 6 else { return false }
    return bytes[place - 6] == UInt8(ascii: "\\") && bytes[place - 5] == UInt8(ascii: "u")
      && bytes[(place - 4)..<place].allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
      }
  }

  private static let begin = Array("-----BEGIN ".utf8)
  private static let end = Array("-----END ".utf8)
  private static let privateMark = Array("PRIVATE KEY".utf8)

  /// A private key in PEM, to its last line, or to the end of the text.
  private static func privateKey(at start: Int, in bytes: [UInt8]) -> Range<Int>? {
    guard bytes[start...].starts(with: begin) else { return nil }
    let name = bytes[(start + begin.count)...].prefix(40)
    guard name.indices.contains(where: { name[$0...].starts(with: privateMark) }) else {
      return nil
    }
    var at = start + begin.count
    while at < bytes.count, !bytes[at...].starts(with: end) { at += 1 }
    while at < bytes.count, bytes[at] != 0x0a { at += 1 }
    return start..<at
  }

  /// The name and password of an address: what stands between `://` and `@`.
  private static func password(at start: Int, in bytes: [UInt8]) -> Range<Int>? {
    guard bytes[start...].starts(with: "://".utf8) else { return nil }
    let begin = start + 3
    let authority = bytes[begin...].prefix { $0 > 0x20 && !"/?#\"'<>\\".utf8.contains($0) }
    // A password may hold an @ of its own.
    guard let end = authority.lastIndex(of: UInt8(ascii: "@")), end > begin + 1,
      authority[..<end].contains(UInt8(ascii: ":"))
    else { return nil }
    return begin..<end
  }
}

extension UInt8 {
  fileprivate var isCapital: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5a).contains(self)
  }

  /// Whether it belongs to a word: letters, digits and `_`.
  fileprivate var isWordByte: Bool {
    isCapital || (0x61...0x7a).contains(self) || self == UInt8(ascii: "_")
  }

  /// Whether keys and tokens are made of it: letters, digits, and `-._~+/%`.
  fileprivate var isKeyByte: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    default: "-._~+/%".utf8.contains(self)
    }
  }
}

extension ArraySlice<UInt8> {
  /// Whether a text looks drawn by lot: it holds a digit or a capital. A hyphenated word has neither.
  fileprivate var looksDrawn: Bool {
    contains { (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) }
  }
}
