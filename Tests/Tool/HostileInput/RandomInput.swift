import TestKit

/// Random texts for a reader: words of its format, hostile shapes, and damage to both.
package struct RandomInput {
  private var random: SplitMix
  private let reader: OutsideReader

  package init(for reader: OutsideReader, seed: UInt64) {
    self.reader = reader
    random = SplitMix(seed: seed)
  }

  /// Bytes that are hard for many readers: half of a character, a byte order mark, what no reader can see.
  private static let oddities: [[UInt8]] = [
    [0], [0x0d], [0x1b, 0x5b], [0x7f], [0xff], [0xc3], [0xed, 0xa0, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xef, 0xbb, 0xbf], Array("\u{AD}".utf8), Array("\u{200D}".utf8), Array("\u{2028}".utf8),
    Array("\u{202E}".utf8), Array("\u{E0041}".utf8), Array("e\u{301}\u{302}\u{303}".utf8),
    Array("9223372036854775808".utf8), Array("-1".utf8), Array("1e999".utf8), Array("NaN".utf8),
    Array("../../x".utf8), Array("%s%n".utf8), Array("<|im_end|>".utf8), Array("</person>".utf8),
  ]

  /// Returns the next text, mostly of some hundred bytes and seldom of many thousand.
  package mutating func next() -> [UInt8] {
    var bytes = reader.words.isEmpty || random.below(4) == 0 ? shape() : heap()
    for _ in 0..<random.below(4) { damage(&bytes) }
    return bytes
  }

  private mutating func heap() -> [UInt8] {
    let count = random.below(8) == 0 ? random.below(400) : random.below(40)
    return (0..<count).flatMap { _ in Array(reader.words[random.below(reader.words.count)].utf8) }
  }

  private mutating func shape() -> [UInt8] {
    let shape = reader.shapes[random.below(reader.shapes.count)]
    return shape.bytes(size: random.below(40) == 0 ? random.below(30_000) : random.below(600))
  }

  private mutating func damage(_ bytes: inout [UInt8]) {
    let index = random.below(bytes.count + 1)
    switch random.below(6) {
    case 0: bytes.removeSubrange(index...)
    case 1: bytes.insert(contentsOf: Self.oddities[random.below(Self.oddities.count)], at: index)
    case 2: if index < bytes.count { bytes[index] = UInt8(truncatingIfNeeded: random.next()) }
    case 3:
      let end = min(bytes.count, index + random.below(20))
      bytes.removeSubrange(index..<end)
    case 4:
      let end = min(bytes.count, index + random.below(60))
      let part = Array(bytes[index..<end])
      for _ in 0..<random.below(8) { bytes.insert(contentsOf: part, at: index) }
    default: bytes = Array(bytes[index...]) + bytes[..<index]
    }
  }
}
