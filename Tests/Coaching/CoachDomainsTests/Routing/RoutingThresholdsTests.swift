@testable import CoachDomains
import SourceFiles
import Testing
import TestKit

@Suite("The file of routing thresholds")
struct RoutingThresholdsTests {
  private func read(_ text: String) throws -> RoutingThresholds {
    try RoutingThresholds(SourceFile(path: "D/_thresholds.yaml", text: text))
  }

  private static var sample: RoutingThresholds {
    var thresholds = RoutingThresholds()
    thresholds.slope = 4.25
    thresholds.usual = 0.4375
    thresholds.byClass = ["life": 0.64, "career": 0.5, "none": 1, "new-job": 0]
    thresholds.digest = "335e48882ecc"
    return thresholds
  }

  @Test("a written file reads back unchanged")
  func roundTrip() throws {
    try expect(read(Self.sample.yaml), equals: Self.sample)
    var empty = Self.sample
    empty.byClass = [:]
    try expect(read(empty.yaml), equals: empty)
    #expect(RoutingThresholds.fileName == "_thresholds.yaml")
  }

  @Test("numbers have four decimals and classes are in order")
  func text() throws {
    var thresholds = Self.sample
    thresholds.slope = 4.612_49
    thresholds.byClass = ["b": 0.333_333_3, "a": 0.123_45]
    let lines = thresholds.yaml.split(separator: "\n").map(String.init)
    #expect(lines.first?.hasPrefix("#") == true)
    #expect(
      lines.dropFirst() == [
        "fitted_to: \"335e48882ecc\"", "slope: 4.6125", "usual: 0.4375", "by_class:", "  a: 0.1235",
        "  b: 0.3333",
      ])
    try expect(read(thresholds.yaml).byClass, equals: ["b": 0.3333, "a": 0.1235])
  }

  @Test("the built-in thresholds read back unchanged")
  func builtIn() throws {
    try expect(read(RoutingThresholds().yaml), equals: RoutingThresholds())
  }

  @Test(
    "any digest reads back, even one that looks like a number",
    arguments: ["123456789012", "000000000000", "12345678e901", "1234567890e1", "abcdefabcdef"])
  func digests(digest: String) throws {
    var thresholds = Self.sample
    thresholds.digest = digest
    try expect(read(thresholds.yaml), equals: thresholds)
  }

  @Test("a class without a threshold gets the default")
  func usual() {
    #expect(Self.sample.threshold(of: "life") == 0.64)
    #expect(Self.sample.threshold(of: "fitness") == 0.4375)
  }

  private static let valid = """
    fitted_to: abc
    slope: 4
    usual: 0.4
    by_class:
      career: 0.5
    """

  @Test(
    "every error has a code, a line, a column and, where possible, a hint",
    arguments: [
      ("slope: 4\n", "", "yaml.missing", "1:1", "add it"),
      ("slope: 4", "slop: 4", "yaml.missing", "1:1", "is 'slop' meant to be 'slope'?"),
      ("slope: 4", "slope: steep", "yaml.range", "2:8", nil),
      ("slope: 4", "slope: -1", "yaml.range", "2:8", nil),
      ("slope: 4", "slope: 101", "yaml.range", "2:8", nil),
      ("slope: 4", "slope: .inf", "yaml.range", "2:8", nil),
      ("usual: 0.4", "usual: 1.1", "yaml.range", "3:8", nil),
      ("usual: 0.4", "usual: '0.4'", "yaml.range", "3:8", nil),
      (
        "usual: 0.4", "usually: 0.4", "yaml.missing", "1:1",
        "is 'usually' meant to be 'usual'?"
      ),
      ("by_class:\n  career: 0.5", "by_class: 0.5", "yaml.type", "4:11", nil),
      ("by_class:\n  career: 0.5", "by_class: [career]", "yaml.type", "4:11", nil),
      ("career: 0.5", "career: high", "yaml.range", "5:11", nil),
      ("career: 0.5", "career: 2", "yaml.range", "5:11", nil),
      (
        "career: 0.5", "career: 0.5\n  career: 0.6", "yaml.duplicate-key", "6:3",
        "it was first set on line 5; keep one of them"
      ),
      ("fitted_to: abc", "fitted_to: [abc]", "yaml.type", "1:12", nil),
      (
        "career: 0.5", "career: 0.5\nby_clas: {}", "yaml.unknown-key", "6:1",
        "did you mean 'by_class'?"
      ),
      ("fitted_to: abc", "- a", "yaml.syntax", "2:1", nil),
    ] as [(String, String, String, String, String?)])
  func mistakes(good: String, bad: String, code: String, place: String, hint: String?) {
    let text = Self.valid.replacing(good, with: bad)
    #expect(text != Self.valid)
    let error = #expect(throws: SourceError.self) { try read(text) }
    let diagnostic = error?.diagnostics.first
    #expect(diagnostic?.code == code)
    #expect(diagnostic?.location.map { "\($0)" } == "D/_thresholds.yaml:\(place)")
    if let hint { #expect(diagnostic?.hint == hint) }
  }
}
