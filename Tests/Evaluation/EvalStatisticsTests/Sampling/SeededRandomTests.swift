@testable import EvalStatistics
import Testing

@Suite("Seeded random numbers")
struct SeededRandomTests {
  @Test("SplitMix64's first numbers from seed 0")
  func reference() {
    var random = SeededRandom(seed: 0)
    #expect(random.next() == 0xe220_a839_7b1d_cdaf)
    #expect(random.next() == 0x6e78_9e6a_a1b9_65f4)
    #expect(random.next() == 0x06c4_5d18_8009_454f)
  }

  @Test("positions are almost uniformly distributed")
  func positions() {
    var random = SeededRandom(seed: 1)
    var counts = Array(repeating: 0, count: 7)
    for _ in 0..<70_000 { counts[random.position(below: 7)] += 1 }
    #expect(counts.allSatisfy { abs($0 - 10_000) < 400 })
  }
}
