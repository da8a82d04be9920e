import EvalStatistics
import Testing
import TestKit

@Suite("Krippendorff's α")
struct KrippendorffAlphaTests {
  /// Krippendorff's example: four raters, twelve items, values missing.
  private static let raters: [[Double?]] = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, nil, nil, nil], [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, nil, 3],
    [nil, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, nil], [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, nil],
  ]
  private static let items = (0..<12).map { item in raters.map { $0[item] } }

  @Test(
    "the published values",
    arguments: [
      (KrippendorffAlpha.Scale.nominal, 0.743421052631579), (.ordinal, 0.8153875037548814),
      (.interval, 0.8491071428571428),
    ])
  func published(scale: KrippendorffAlpha.Scale, value: Double) throws {
    let alpha = try #require(
      KrippendorffAlpha.estimate(Self.items, scale: scale, seed: 1, draws: 2_000))
    #expect(isClose(alpha.value, value, 1e-12))
    // The twelfth item has one rating only.
    #expect(alpha.count == 11)
    let interval = try #require(alpha.interval)
    #expect(interval.lowerBound < value && interval.upperBound > value)
  }

  @Test("nominal values may be strings", arguments: KrippendorffAlpha.Scale.allCases)
  func renaming(scale: KrippendorffAlpha.Scale) throws {
    let renamed = Self.items.map { $0.map { $0.map { 7 - $0 * $0 } } }
    let plain = try #require(
      KrippendorffAlpha.estimate(Self.items, scale: scale, seed: 1, draws: 100))
    let other = try #require(
      KrippendorffAlpha.estimate(renamed, scale: scale, seed: 1, draws: 100))
    // A reversed order is still an order; distances change.
    #expect((abs(plain.value - other.value) < 1e-12) == (scale != .interval))
  }

  @Test("without pairs or variation, α is undefined")
  func undefined() {
    #expect(KrippendorffAlpha.estimate([], scale: .nominal, seed: 1) == nil)
    #expect(KrippendorffAlpha.estimate([[1, nil], [nil, 2]], scale: .nominal, seed: 1) == nil)
    #expect(KrippendorffAlpha.estimate([[1, 1], [1, 1]], scale: .interval, seed: 1) == nil)
    #expect(KrippendorffAlpha.estimate([[1, .nan]], scale: .interval, seed: 1) == nil)
    let complete = KrippendorffAlpha.estimate([[1, 1], [2, 2]], scale: .nominal, seed: 1)
    #expect(complete?.value == 1 && complete?.interval == nil)
  }
}
