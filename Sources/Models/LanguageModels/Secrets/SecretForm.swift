/// The format of a common kind of credential.
struct SecretForm {
  /// The prefix by which the credential is recognized.
  private let opening: [UInt8]
  /// Whether the prefix stays in the text because it is not part of the secret.
  private let keepsOpening: Bool
  /// The minimum number of bytes after the prefix.
  private let minimumLength: Int
  /// Whether the rest consists of capital letters and digits only.
  private let isCapital: Bool
  /// Whether the prefix may directly follow a letter or a digit. False if the prefix could be the end of a word.
  private let startsAnywhere: Bool

  private init(
    _ opening: String, minimumLength: Int, keepsOpening: Bool = false, startsAnywhere: Bool = false,
    isCapital: Bool = false
  ) {
    self.opening = Array(opening.utf8)
    self.minimumLength = minimumLength
    self.keepsOpening = keepsOpening
    self.startsAnywhere = startsAnywhere
    self.isCapital = isCapital
  }

  private static let forms: [SecretForm] = [
    SecretForm("sk-", minimumLength: 16), SecretForm("sk_live_", minimumLength: 16),
    SecretForm("sk_test_", minimumLength: 16), SecretForm("rk_live_", minimumLength: 16),
    SecretForm("AIza", minimumLength: 30), SecretForm("gsk_", minimumLength: 20),
    SecretForm("xai-", minimumLength: 20),
    SecretForm("hf_", minimumLength: 20), SecretForm("r8_", minimumLength: 20),
    SecretForm("pplx-", minimumLength: 20),
    SecretForm("ghp_", minimumLength: 20), SecretForm("gho_", minimumLength: 20),
    SecretForm("ghs_", minimumLength: 20),
    SecretForm("github_pat_", minimumLength: 20), SecretForm("glpat-", minimumLength: 16),
    SecretForm("xoxb-", minimumLength: 16), SecretForm("xoxp-", minimumLength: 16),
    SecretForm("AKIA", minimumLength: 16, isCapital: true),
    SecretForm("ASIA", minimumLength: 16, isCapital: true), SecretForm("eyJ", minimumLength: 40),
    SecretForm("Bearer ", minimumLength: 12, keepsOpening: true),
    SecretForm("bearer ", minimumLength: 12, keepsOpening: true),
    SecretForm("Basic ", minimumLength: 12, keepsOpening: true),
    SecretForm("basic ", minimumLength: 12, keepsOpening: true),
    SecretForm("api_key=", minimumLength: 6, keepsOpening: true, startsAnywhere: true),
    SecretForm("apikey=", minimumLength: 6, keepsOpening: true, startsAnywhere: true),
    SecretForm("api-key=", minimumLength: 6, keepsOpening: true, startsAnywhere: true),
    SecretForm("?key=", minimumLength: 6, keepsOpening: true, startsAnywhere: true),
    SecretForm("&key=", minimumLength: 6, keepsOpening: true, startsAnywhere: true),
    SecretForm("token=", minimumLength: 6, keepsOpening: true, startsAnywhere: true),
    SecretForm("password=", minimumLength: 4, keepsOpening: true, startsAnywhere: true),
    SecretForm("secret=", minimumLength: 6, keepsOpening: true, startsAnywhere: true),
    SecretForm("signature=", minimumLength: 6, keepsOpening: true, startsAnywhere: true),
  ]

  /// The formats by first byte, so that most bytes of a text are rejected in one step.
  private static let byFirst: [[SecretForm]] = {
    var table = [[SecretForm]](repeating: [], count: 256)
    for form in forms { table[Int(form.opening[0])].append(form) }
    return table
  }()

  /// Returns the range of the secret that starts at an index; nil if there is none.
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
      // Already redacted.
      if bytes[body..<end].elementsEqual(Redactor.mark.utf8) { continue }
      // A field name marks the value as a secret whatever it looks like.
      guard end - body >= form.minimumLength, form.startsAnywhere || bytes[body..<end].looksRandom
      else {
        continue
      }
      return (form.keepsOpening ? body : start)..<end
    }
    return nil
  }

  /// Whether a byte continues the secret. After a field name almost any character may.
  private func covers(_ byte: UInt8) -> Bool {
    if isCapital { return byte.isCapital }
    if startsAnywhere { return byte > 0x20 && !"\"'`&<>\\,;)".utf8.contains(byte) }
    return byte.isKeyByte
  }

  /// Whether the byte before an index ends a JSON escape, such as the `n` of `\n`.
  private static func followsEscape(_ index: Int, in bytes: [UInt8]) -> Bool {
    guard index >= 2 else { return false }
    if bytes[index - 2] == UInt8(ascii: "\\") { return "nrtbf".utf8.contains(bytes[index - 1]) }
    guard index >= 6 else { return false }
    return bytes[index - 6] == UInt8(ascii: "\\") && bytes[index - 5] == UInt8(ascii: "u")
      && bytes[(index - 4)..<index].allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
      }
  }

  private static let begin = Array("-----BEGIN ".utf8)
  private static let end = Array("-----END ".utf8)
  private static let privateMark = Array("PRIVATE KEY".utf8)

  /// Returns the range of a PEM private key, up to its last line or the end of the text.
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

  /// Returns the range of the user name and password of a URL: the text between `://` and `@`.
  private static func password(at start: Int, in bytes: [UInt8]) -> Range<Int>? {
    guard bytes[start...].starts(with: "://".utf8) else { return nil }
    let begin = start + 3
    let authority = bytes[begin...].prefix { $0 > 0x20 && !"/?#\"'<>\\".utf8.contains($0) }
    // A password may contain an @.
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

  /// Whether the byte can be part of a word: a letter, a digit or `_`.
  fileprivate var isWordByte: Bool {
    isCapital || (0x61...0x7a).contains(self) || self == UInt8(ascii: "_")
  }

  /// Whether the byte can be part of a key or token: a letter, a digit, or one of `-._~+/%`.
  fileprivate var isKeyByte: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    default: "-._~+/%".utf8.contains(self)
    }
  }
}

extension ArraySlice<UInt8> {
  /// Whether the text looks random: it contains a digit or a capital letter, unlike a hyphenated word.
  fileprivate var looksRandom: Bool {
    contains { (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) }
  }
}
