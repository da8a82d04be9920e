/// SplitMix64 (Steele, Lea and Flood, 2014): the same seed gives the same numbers on every system.
package struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator; every seed is as good as any other.
  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// Returns a uniformly distributed position below `count`, which must be positive.
  ///
  /// The standard library's ranges may draw differently in another release, which would change the
  /// results of a seed. The bias of taking the high word of a product is at most count/2⁶⁴.
  package mutating func position(below count: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(count)).high)
  }
}
