import Testing
import TestKit
@testable import TextAnalysis

@Suite("Patterns that describe several phrases")
struct PhrasePatternTests {
  private let groups = ["who": ["my aunt", "they"], "what": ["apples"]]

  @Test(
    "choices, groups and gaps become parts",
    arguments: [
      ("a b", [.choices(["a b"])]),
      ("a  b ", [.choices(["a b"])]),
      ("a (b|c d) e", [.choices(["a"]), .choices(["b", "c d"]), .choices(["e"])]),
      ("(|do )x", [.choices(["", "do "]), .choices(["x"])]),
      ("<who> sing", [.choices(["my aunt", "they"]), .choices(["sing"])]),
      ("<who><what>", [.choices(["my aunt", "they"]), .choices(["apples"])]),
      ("a .. b", [.choices(["a"]), .gap(3), .choices(["b"])]),
      ("a ..1 b", [.choices(["a"]), .gap(1), .choices(["b"])]),
      ("a b ..6 c d", [.choices(["a b"]), .gap(6), .choices(["c d"])]),
      (
        "a .. b ..8 c",
        [.choices(["a"]), .gap(3), .choices(["b"]), .gap(8), .choices(["c"])]
      ),
      ("(a|b) .. <who>", [.choices(["a", "b"]), .gap(3), .choices(["my aunt", "they"])]),
      ("a .. b (c|)", [.choices(["a"]), .gap(3), .choices(["b"]), .choices(["c", ""])]),
    ] as [(String, [PhrasePattern.Part])])
  func parts(text: String, parts: [PhrasePattern.Part]) throws {
    try expect(PhrasePattern(text, groups: groups).parts, equals: parts)
  }

  @Test(
    "an invalid pattern is rejected with a fix",
    arguments: [
      ("a b)", "')'"), ("a | b", "'|'"), ("a >", "'>'"), ("a (b", "'('"), ("a <who", "'<'"),
      ("a (b (c))", "nested"), ("(<who>|x)", "nested"), ("<whom> sing", "'whom'"),
      ("a ..0 b", "'..0'"), ("a ..9 b", "'..9'"), ("a ..few b", "'..few'"), ("a ... b", "'...'"),
      ("a ..-1 b", "'..-1'"), (".. a", "gap"), ("a ..", "gap"), ("(a|b) ..2", "gap"),
      ("..4 <who>", "gap"), ("..", "gap"),
    ])
  func mistakes(text: String, named: String) {
    let problem = #expect(throws: PhrasePattern.Problem.self) {
      try PhrasePattern(text, groups: groups)
    }
    #expect(problem?.message.contains(named) == true)
    #expect(problem?.hint.isEmpty == false)
  }

  @Test("an unknown group is reported with the known ones")
  func unknownGroup() {
    let problem = #expect(throws: PhrasePattern.Problem.self) {
      try PhrasePattern("<whom> sing", groups: groups)
    }
    #expect(problem?.hint == "known: what, who")
  }

  @Test("an empty pattern is invalid", arguments: ["", "  "])
  func empty(text: String) {
    #expect(throws: PhrasePattern.Problem.self) { try PhrasePattern(text, groups: groups) }
  }

  @Test("a phrase that may start or end with only a gap is rejected")
  func hiddenGap() {
    for text in ["(a|) .. b", "a .. (b|)"] {
      #expect(throws: PhrasePattern.Problem.self, "\(text)") {
        try PhrasePattern(text, groups: groups)
      }
    }
  }
}
