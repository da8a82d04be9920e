@testable import EvalStatistics
import Foundation
import Testing
import TestKit

/// Comparisons whose true difference is exactly the margin, of which a gate may pass 2.5 % at most.
///
/// `COACHKIT_CASES` sets the number of random comparisons of each kind, at most 10,000. Beyond 1,000 all sizes from 6 to
/// 200 are computed, and not a selection.
@Suite("Simulated level of gates")
struct GateLevelSimulationTests {
  private static let cases = Int(max(100, min(TestCases.asked ?? 300, 10_000)))
  private static let isThorough = cases > 1_000
  private static let sizes =
    isThorough ? Array(6...200) : [6, 9, 12, 15, 20, 25, 29, 30, 36, 37, 45, 60]
  /// The nominal level is 2.5 %; the rest is the tolerance for chance and for what a proof does not cover.
  private static let level = 0.027

  private static func passes(_ groups: [[Double]], margin: Double) -> Bool {
    guard let totals = ClusterTotals(groups),
      let low = BoundedMean.lowerLimit(totals, lowest: -1, tail: 0.025)
    else { return false }
    return low > -margin
  }

  /// The smallest number of gains with which each number of losses passes; `nil` if none is enough.
  private static func boundary(_ size: Int, gain: Double, margin: Double) -> [Int?] {
    (0...size).map { losses in
      func holds(_ gains: Int) -> Bool {
        passes(
          (Array(repeating: -1, count: losses) + Array(repeating: gain, count: gains)
            + Array(repeating: 0, count: size - losses - gains)).map { [$0] }, margin: margin)
      }
      // The limit is monotone, which another test checks for each table.
      var low = -1
      var high = size - losses + 1
      while high - low > 1 {
        let middle = (low + high) / 2
        if holds(middle) { high = middle } else { low = middle }
      }
      return high > size - losses ? nil : high
    }
  }

  @Test(
    "paired shares: the exact probability of passing at the margin, for each discordance",
    arguments: [(0.1, 1.0), (0.1, 1.0 / 3), (0.05, 1), (0.2, 0.5)])
  func exact(margin: Double, gain: Double) throws {
    var worst = 0.0
    for size in Self.sizes {
      let boundary = Self.boundary(size, gain: gain, margin: margin)
      for step in 0...50 {
        // Gains with probability p, and losses with margin + gain·p, so that the mean is -margin.
        let gains = Double(step) / 50 * (1 - margin) / (1 + gain)
        let losses = margin + gain * gains
        var probability = 0.0
        for (count, needed) in boundary.enumerated() {
          guard let needed,
            let lost = BinomialDistribution.probability(of: count, trials: size, p: losses),
            let gained = BinomialDistribution.upperTail(
              needed, trials: size - count, p: min(1, gains / (1 - losses)))
          else { continue }
          probability += lost * gained
        }
        worst = max(worst, probability)
        #expect(probability <= 0.025 + 1e-9, "n = \(size), gains \(gains), losses \(losses)")
      }
    }
    print("margin \(margin), gains of \(gain): passes at the margin in at most \(worst)")
    // And it is not merely cautious.
    #expect(worst > 0.015)
  }

  @Test("a result that is at least as good never gets a worse decision, in any table of pairs")
  func monotone() throws {
    let sizes = Self.isThorough ? Array(6...60) : [6, 13, 20, 36]
    for size in sizes {
      var above: [Double] = []
      for losses in (0...size).reversed() {
        let row = try (0...(size - losses)).map { gains in
          let values =
            Array(repeating: -1.0, count: losses) + Array(repeating: 1.0 / 3, count: gains)
            + Array(repeating: 0, count: size - losses - gains)
          let totals = try #require(ClusterTotals(values.map { [$0] }))
          return try #require(BoundedMean.lowerLimit(totals, lowest: -1, tail: 0.025))
        }
        // One more gain in place of a tie, and a tie or a gain in place of a loss.
        #expect(zip(row, row.dropFirst()).allSatisfy { $0 <= $1 + 1e-9 }, "n = \(size)")
        #expect(zip(above, row).allSatisfy { $0 <= $1 + 1e-9 }, "n = \(size)")
        #expect(zip(above, row.dropFirst()).allSatisfy { $0 <= $1 + 1e-9 }, "n = \(size)")
        above = row
      }
    }
  }

  @Test("raising any value never lowers a limit, paired or not, in clusters of any size")
  func raising() throws {
    var draw = Draw(seed: 41)
    for _ in 0..<min(Self.cases, 2_000) {
      var groups = (0..<(2 + Int(draw.uniform() * 12))).map { _ in
        (0...Int(draw.uniform() * 4)).map { _ in (draw.uniform() * 6).rounded() / 3 - 1 }
      }
      func limits() throws -> [Double] {
        let totals = try #require(ClusterTotals(groups))
        let members = groups.enumerated().flatMap { cluster, values in
          values.map { PairedDifference(value: ($0 + 1) / 2, cluster: "\(cluster)") }
        }
        let other = [0.2, 0.9, 1, 0.4].independent
        let unpaired = try #require(
          LimitTest(first: other, second: members, limit: 0, within: 0...1)?.estimate.interval)
        let paired = try #require(BoundedMean.interval(totals, bounds: -1...1, tail: 0.025))
        return [paired.lowerBound, paired.upperBound, unpaired.lowerBound, unpaired.upperBound]
      }
      let before = try limits()
      let cluster = Int(draw.uniform() * Double(groups.count))
      let member = Int(draw.uniform() * Double(groups[cluster].count))
      groups[cluster][member] += draw.uniform() * (1 - groups[cluster][member])
      let after = try limits()
      #expect(zip(before, after).allSatisfy { $0 <= $1 + 1e-9 }, "\(groups)")
    }
  }

  /// A kind of comparison whose mean difference is exactly minus the margin.
  private struct World: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var margin: Double
    /// The sizes of the clusters.
    var sizes: @Sendable (Int, inout Draw) -> [Int] = { count, _ in
      Array(repeating: 1, count: count)
    }
    /// The differences of a cluster's transcripts.
    var cluster: @Sendable (Int, inout Draw) -> [Double]

    static let all = [
      World(
        testDescription: "a whole sample lost in 11.7 %, a third gained in 5 %", margin: 0.1,
        cluster: { size, draw in
          let place = draw.uniform() - 0.1 - 0.05 / 3
          return Array(repeating: place < 0 ? -1 : place < 0.05 ? 1.0 / 3 : 0, count: size)
        }),
      World(
        testDescription: "clusters of 1 to 5 that are lost as a whole", margin: 0.1,
        sizes: { count, draw in (0..<count).map { _ in 1 + Int(draw.uniform() * 5) } },
        cluster: { size, draw in Array(repeating: draw.uniform() < 0.1 ? -1 : 0, count: size) }),
      World(
        testDescription: "clusters of 1 or 5 with gains", margin: 0.1,
        sizes: { count, draw in (0..<count).map { _ in draw.uniform() < 0.3 ? 5 : 1 } },
        cluster: { size, draw in
          let place = draw.uniform()
          return Array(repeating: place < 0.2 ? -1 : place < 0.5 ? 1.0 / 3 : 0, count: size)
        }),
      World(
        testDescription: "transcripts of three turns, each lost in 10 %", margin: 0.1,
        cluster: { size, draw in
          (0..<size).map { _ in -Double(draw.successes(3, 0.1)) / 3 }
        }),
      World(
        testDescription: "uniform differences", margin: 0.2,
        cluster: { size, draw in (0..<size).map { _ in draw.uniform() * 1.6 - 1 } }),
      World(
        testDescription: "a few persons lose much", margin: 0.05,
        cluster: { size, draw in
          Array(repeating: draw.uniform() < 0.1 ? -0.5 : 0, count: size)
        }),
    ]
  }

  @Test("random comparisons at the margin pass in 2.7 % at most", arguments: World.all)
  private func level(world: World) {
    let sizes = Self.isThorough ? [6, 12, 20, 30, 50, 80, 120, 200] : [12, 30, 60]
    var all = 0
    for size in sizes {
      var draw = Draw(seed: UInt64(size))
      var passed = 0
      for _ in 0..<Self.cases {
        let groups = world.sizes(size, &draw).map { world.cluster($0, &draw) }
        if Self.passes(groups, margin: world.margin) { passed += 1 }
      }
      all += passed
      let share = Double(passed) / Double(Self.cases)
      let chance = 3 * (0.025 * 0.975 / Double(Self.cases)).squareRoot()
      #expect(share <= (Self.isThorough ? Self.level : 0.025) + chance, "n = \(size)")
    }
    print("\(world.testDescription): \(all) of \(sizes.count * Self.cases) pass")
  }

  @Test("unpaired comparisons at the margin pass in 2.7 % at most")
  func unpaired() throws {
    for (first, second, rate, margin) in [
      (20, 20, 0.95, 0.2), (40, 40, 1, 0.1), (30, 60, 0.9, 0.15), (60, 30, 0.5, 0.3),
    ] {
      var draw = Draw(seed: 7)
      var passed = 0
      var decisions: [SIMD2<Int>: Bool] = [:]
      for _ in 0..<Self.cases {
        let counts = SIMD2(
          (0..<first).count { _ in draw.uniform() < rate },
          (0..<second).count { _ in draw.uniform() < rate - margin })
        if decisions[counts] == nil {
          let old = (0..<first).map { $0 < counts.x ? 1.0 : 0 }.independent
          let new = (0..<second).map { $0 < counts.y ? 1.0 : 0 }.independent
          let interval = LimitTest(first: old, second: new, limit: 0, within: 0...1)?.estimate
            .interval
          decisions[counts] = try #require(interval).lowerBound > -margin
        }
        if decisions[counts] == true { passed += 1 }
      }
      let chance = 3 * (0.025 * 0.975 / Double(Self.cases)).squareRoot()
      #expect(Double(passed) / Double(Self.cases) <= 0.025 + chance, "\(first), \(second)")
    }
  }
}
