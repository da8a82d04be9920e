/// The name of a content: equal contents have equal digests, on every machine.
public struct ContentDigest: Sendable, Hashable, CustomStringConvertible {
  /// 64 lower-case hexadecimal digits.
  public let hexadecimal: String

  /// The SHA-256 of some bytes.
  public init(of bytes: some Collection<UInt8>) {
    var hash = SHA256()
    hash.update(bytes)
    let digits = Array("0123456789abcdef".utf8)
    let text = hash.finish().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    hexadecimal = String(decoding: text, as: UTF8.self)
  }

  /// The SHA-256 of a text's UTF-8.
  public init(of text: String) {
    self.init(of: text.utf8)
  }

  /// The SHA-256 of several texts, told apart by their lengths, so that no two different lists have the same.
  public init(ofParts parts: [String]) {
    self.init(of: parts.map { "\($0.utf8.count):\($0)" }.joined())
  }

  /// The first twelve digits, enough to tell things apart on a screen.
  public var short: String { String(hexadecimal.prefix(12)) }

  /// `sha256:` and the digits.
  public var description: String { "sha256:\(hexadecimal)" }
}
