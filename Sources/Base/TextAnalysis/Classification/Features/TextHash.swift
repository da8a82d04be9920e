/// A 32-bit hash of bytes, the same on every machine and in every version, since models depend on it: FNV-1a, with
/// the final mixing of MurmurHash3.
package struct TextHash: Sendable {
  private var state: UInt32

  /// Creates a hash; different seeds keep kinds of features apart.
  package init(seed: UInt32) {
    state = 2_166_136_261 ^ (seed &* 0x9E37_79B1)
  }

  package mutating func add(_ byte: UInt8) {
    state = (state ^ UInt32(byte)) &* 16_777_619
  }

  package mutating func add(_ number: UInt32) {
    add(UInt8(truncatingIfNeeded: number))
    add(UInt8(truncatingIfNeeded: number >> 8))
    add(UInt8(truncatingIfNeeded: number >> 16))
    add(UInt8(truncatingIfNeeded: number >> 24))
  }

  package var value: UInt32 {
    var mixed = state
    mixed ^= mixed >> 16
    mixed = mixed &* 0x85EB_CA6B
    mixed ^= mixed >> 13
    mixed = mixed &* 0xC2B2_AE35
    mixed ^= mixed >> 16
    return mixed
  }
}
