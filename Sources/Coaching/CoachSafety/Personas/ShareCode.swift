/// The code by which a shared persona is found, such as `k7rm2wxd`.
///
/// Eight of 27 signs, none of which is read as another and none a vowel, so that no code is a word: 280 billion codes. It is
/// no secret: who has it can use the persona.
public struct ShareCode: Sendable, Hashable {
  /// The signs in the form that is stored.
  public let text: String

  private static let signs = Array("23456789bcdfghjkmnpqrstvwxz".utf8)
  private static let length = 8

  /// Makes a code from random numbers.
  public init(random: () -> UInt64) {
    let count = UInt64(Self.signs.count)
    // Numbers beyond the last multiple would make the first signs more frequent.
    let limit = UInt64.max - UInt64.max % count
    var bytes: [UInt8] = []
    var draws = 0
    while bytes.count < Self.length {
      let number = random()
      draws += 1
      // A source that returns nothing but such numbers must not hold up the caller.
      guard number < limit || draws > 100 * Self.length else { continue }
      bytes.append(Self.signs[Int(number % count)])
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// Reads a code as people type or paste it: in capitals, with spaces or hyphens, or at the end of a link. `nil` if it is none.
  public init?(reading text: some StringProtocol) {
    let path = text.prefix { $0 != "?" && $0 != "#" }
    let kept = (path.split(separator: "/").last ?? "").lowercased().utf8.filter {
      $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ")
    }
    guard kept.count == Self.length, kept.allSatisfy(Self.signs.contains) else { return nil }
    self.text = String(decoding: kept, as: UTF8.self)
  }

  /// Returns the link of a template that has `{code}`, such as `https://coachapp.ai/c/{code}`; `nil` if it has none.
  public func link(in template: String) -> String? {
    let parts = template.split(separator: "{code}", omittingEmptySubsequences: false)
    return parts.count > 1 ? parts.joined(separator: text) : nil
  }
}
