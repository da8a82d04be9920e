/// Random numbers from a seed, the same on every machine (SplitMix64; Steele, Lea and Flood, 2014), so that a failure
/// can be reproduced.
package struct SplitMix: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number below a positive one.
  package mutating func below(_ count: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(count)).high)
  }

  /// True with a probability of one in `count`.
  package mutating func once(in count: Int) -> Bool { below(count) == 0 }

  /// True with this probability.
  package mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }

  /// Returns an element, all with the same probability.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// The bytes in pieces of 1 to 40.
  package mutating func chunks(of bytes: [UInt8]) -> [[UInt8]] {
    var chunks: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...40, using: &self)
      chunks.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return chunks
  }
}
