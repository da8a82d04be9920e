import EvalStatistics
import Testing
import TestKit

@Suite("The sign-flip test")
struct SignFlipTestTests {
  @Test("small samples are counted exactly")
  func exact() {
    let (maize, sleep): (Double, Double) = (1726 / 32768, 4 / 1024)
    #expect(SignFlipTest.p(ReferenceData.maize) == maize)
    #expect(SignFlipTest.p(ReferenceData.sleep) == sleep)
    #expect(SignFlipTest.p([0, 0, 0]) == 1)
    #expect(SignFlipTest.p([1]) == 1)
    #expect(SignFlipTest.p([1, 1, 1, 1, 1, 1]) == 0.03125)
    // The scale of the values does not matter.
    #expect(SignFlipTest.p(ReferenceData.maize.map { $0 * 1e-12 }) == maize)
  }

  @Test("Gray code order visits the same sums as brute force")
  func bruteForce() throws {
    var random = SeededRandom(seed: 1)
    for count in 1...10 {
      let values = (0..<count).map { _ in Double(random.position(below: 21)) - 10 }
      let observed = abs(values.reduce(0, +))
      let hits = (0..<(1 << count)).count { signs in
        let sum = values.indices.reduce(0) {
          $0 + (signs >> $1 & 1 == 0 ? values[$1] : -values[$1])
        }
        return abs(sum) >= observed
      }
      let p = try #require(SignFlipTest.p(values))
      #expect(p == Double(hits) / Double(1 << count))
    }
  }

  @Test("whole clusters are flipped")
  func clusters() {
    let differences = ["a", "a", "a", "b", "b", "b"].map { PairedDifference(value: 1, cluster: $0) }
    #expect(SignFlipTest.p(differences) == 0.5)
    #expect(SignFlipTest.p(Array(repeating: 1.0, count: 6)) == 2.0 / 64)
  }

  @Test("beyond twenty clusters it samples with a seed, and p is never 0")
  func drawn() throws {
    let many = ReferenceData.maize + ReferenceData.maize.map { -$0 / 2 }
    let p = try #require(SignFlipTest.p(many))
    #expect(p == SignFlipTest.p(many))
    #expect(SignFlipTest.p(many, seed: 2) != p)
    #expect((0.01...1).contains(p))
    #expect(SignFlipTest.p(Array(repeating: 1, count: 40), draws: 999) == 1.0 / 1000)
    // Twenty-one values, of which one is 0, have the exact p of the other twenty.
    let twenty = (0..<20).map { Double($0) - 7 }
    let exact = try #require(SignFlipTest.p(twenty))
    #expect(abs(try #require(SignFlipTest.p(twenty + [0], draws: 100_000)) - exact) < 0.005)
  }

  @Test("without data, p is undefined")
  func undefined() {
    #expect(SignFlipTest.p([Double]()) == nil)
    #expect(SignFlipTest.p([1, .nan]) == nil)
    #expect(SignFlipTest.p([PairedDifference]()) == nil)
  }
}
