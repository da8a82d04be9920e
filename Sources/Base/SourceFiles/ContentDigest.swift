/// A SHA-256 digest that identifies content: equal contents have equal digests on every machine.
public struct ContentDigest: Sendable, Hashable, CustomStringConvertible {
  /// The digest as 64 lower-case hexadecimal digits.
  public let hexadecimal: String

  /// Computes the SHA-256 of a collection of bytes.
  public init(of bytes: some Collection<UInt8>) {
    var hash = SHA256()
    hash.update(bytes)
    let digits = Array("0123456789abcdef".utf8)
    let text = hash.finish().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    hexadecimal = String(decoding: text, as: UTF8.self)
  }

  /// Computes the SHA-256 of a text's UTF-8 bytes.
  public init(of text: String) {
    self.init(of: text.utf8)
  }

  /// Computes the SHA-256 of several texts, each prefixed with its length, so that different lists never produce the
  /// same input.
  public init(ofParts parts: [String]) {
    self.init(of: parts.map { "\($0.utf8.count):\($0)" }.joined())
  }

  /// Creates a digest from its ``description``; nil if it is not one.
  public init?(description: String) {
    let digits = description.dropFirst("sha256:".count)
    guard description.hasPrefix("sha256:"), digits.utf8.count == 64,
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    hexadecimal = String(digits)
  }

  /// The first twelve digits, enough to tell digests apart in output for people.
  public var short: String { String(hexadecimal.prefix(12)) }

  /// `sha256:` followed by the 64 digits.
  public var description: String { "sha256:\(hexadecimal)" }
}
