import PromptEvals
import Testing

@Suite("Two sides are compared transcript by transcript")
struct PairedComparisonTests {
  @Test("pairs are matched by transcript")
  func pairing() throws {
    let comparison = try #require(
      PairedComparison(first: ["a": 0, "b": 0.5, "x": 1], second: ["b": 1, "a": 1, "y": 0]))
    #expect(comparison.difference.count == 2)
    #expect(comparison.difference.value == 0.75)
    #expect(PairedComparison(first: ["a": 1], second: ["b": 1]) == nil)
  }

  @Test("clusters are what counts")
  func clusters() throws {
    let first = Dictionary(uniqueKeysWithValues: (0..<12).map { ("t\($0)", 0.5) })
    let second = Dictionary(
      uniqueKeysWithValues: (0..<12).map { ("t\($0)", 0.6 + Double($0) / 100) })
    let alone = try #require(PairedComparison(first: first, second: second))
    #expect(alone.p == 2.0 / 4096)
    let persons = Dictionary(
      uniqueKeysWithValues: (0..<12).map { ("t\($0)", $0 < 6 ? "ann" : "bo") })
    let together = try #require(
      PairedComparison(first: first, second: second, clusters: persons))
    #expect(together.p == 0.5)
    #expect(together.difference.clusters == 2)
    #expect(together.refusal == nil)
    let naive = PairedComparison(
      first: first, second: second, clusters: persons, method: .independent)
    #expect(naive?.refusal != nil)
  }

  @Test("a transcript's own cluster is not confused with a person of the same name")
  func names() {
    let comparison = PairedComparison(
      first: ["a": 0, "b": 0, "c": 0], second: ["a": 1, "b": 0.5, "c": 0.2], clusters: ["b": "a"])
    #expect(comparison?.difference.clusters == 3)
  }

  @Test("only an adjusted p shows a difference")
  func shown() throws {
    var comparison = try #require(
      PairedComparison(
        first: Dictionary(uniqueKeysWithValues: (0..<9).map { ("\($0)", 0) }),
        second: Dictionary(uniqueKeysWithValues: (0..<9).map { ("\($0)", 0.5) })))
    #expect(!comparison.isShown)
    comparison.adjustedP = comparison.p
    #expect(comparison.isShown)
  }
}
