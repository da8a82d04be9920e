@testable import JSON
import Testing

@Suite("Detection of patterns with exponential running time")
struct PatternRiskTests {
  @Test(
    "in Swift's dialect",
    arguments: [
      ("(a+)+", true), ("(a*b)*", true), ("((a+)b)*", true), ("(a|a)*b", true),
      (#"(\w|\d)+x"#, true),
      ("(?:a+,){2,}", true), ("(a+)?", false), ("(ab|cd)+", false), ("[(+]+", false),
      (#"\(a+\)+"#, false), ("(a+){2}", false), ("(?:foo|bar)*", false), ("a+b+", false),
      ("(?<name>a+)b", false), ("[^.]*[?]", false), ("([[a-z]]b+)*", true), ("([]a]b+)*", true),
    ])
  func swift(pattern: String, isRisky: Bool) {
    #expect((PatternRisk(pattern) != nil) == isRisky)
  }

  @Test(
    "in the schema dialect, without nested classes, repeated alternatives are allowed",
    arguments: [
      ("(a+)+", true), ("(?:[a-z]+,){2,}", true), ("([[]b+)*", true), ("([]b+)*", true),
      ("(a|a)*b", false), ("^(a|b)+$", false), ("[(+]+", false), ("a+b+", false),
      ("(a|a)*(b+)+", true),
    ])
  func schema(pattern: String, isRisky: Bool) {
    #expect((PatternRisk(pattern, in: .schema) != nil) == isRisky)
  }
}
