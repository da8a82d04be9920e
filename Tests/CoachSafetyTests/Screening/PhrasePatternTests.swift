import Testing

@testable import CoachSafety

@Suite("A pattern stands for several phrases")
struct PhrasePatternTests {
  private let groups = ["who": ["my aunt", "they"]]

  @Test(
    "choices and groups become parts",
    arguments: [
      ("a b", [["a b"]]),
      ("a (b|c d) e", [["a "], ["b", "c d"], [" e"]]),
      ("(|do )x", [[""], ["", "do "], ["x"]]),
      ("<who> sing", [[""], ["my aunt", "they"], [" sing"]]),
    ] as [(String, [[String]])])
  func parts(text: String, parts: [[String]]) throws {
    #expect(try PhrasePattern(text, groups: groups).parts == parts)
  }

  @Test(
    "what cannot be read is refused with a way to mend it",
    arguments: ["a b)", "a | b", "a >", "a (b", "a <who", "a (b (c))", "(<who>|x)", "<whom> sing"])
  func mistakes(text: String) {
    let problem = #expect(throws: PhrasePattern.Problem.self) {
      try PhrasePattern(text, groups: groups)
    }
    #expect(problem?.hint.isEmpty == false)
  }

  @Test("a pattern that nobody can look through is refused")
  func many() throws {
    let ten = "(a|b|c|d|e|f|g|h|i|j) "
    #expect(try PhrasePattern(ten + ten + ten, groups: [:]).parts.count == 7)
    #expect(throws: PhrasePattern.Problem.self) {
      try PhrasePattern(ten + ten + ten + ten, groups: [:])
    }
  }
}
