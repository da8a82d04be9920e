import _StringProcessing
import Documents
import Testing
import TestKit

@Suite("Regular expressions in linear time")
struct RegularExpressionTests {
  @Test(
    "the first match, as a backtracking engine chooses it",
    arguments: [
      ("b+", "abbbc", "bbb"), ("b+?", "abbbc", "b"), ("a|ab", "ab", "a"), ("ab|a", "ab", "ab"),
      ("(a|ab)(c|bcd)", "abcd", "abcd"), ("a{2,3}", "aaaa", "aaa"), ("a{2,3}?", "aaaa", "aa"),
      ("a{0}b", "ab", "b"), ("x{,2}", "x{,2}", "x{,2}"), ("(?:)*b", "aab", "b"), ("a*", "baa", ""),
      ("^b", "ab", nil), ("b$", "ab\n", "b"), ("b$", "ab\r\n", "b"), ("b$", "ab\n\n", nil),
      ("b$", "b\na", nil), ("!$", "Oh!\n", "!"), (#"^\d items?$"#, "2 items\n", "2 items"),
      ("$", "", ""), (#"b\Z"#, "ab\n", "b"), (#"b\z"#, "ab\n", nil),
      (#"\Aa"#, "ba", nil),
      ("(?m)^b$", "a\nb\nc", "b"), ("a.b", "a\nb", nil), ("(?s)a.b", "a\nb", "a\nb"),
      ("(?i)ÄÖ", "xäÖ", "äÖ"), ("(?i:a)b", "AB", nil), ("(?i:a)b", "Ab", "Ab"),
      ("(?i)[a-c]+", "xABCd", "ABC"), ("(?i)[^a]", "A", nil),
      (#"\bone\b"#, "none one", "one"), (#"\Bone"#, "none", "one"), (#"\w+"#, "…über_1!", "über_1"),
      (#"\d+"#, "a٣٤", "٣٤"), (#"[\w.]+@\w"#, "to a.b@c", "a.b@c"), (#"[^\W\d]+"#, "12ab", "ab"),
      (#"\p{Lu}\p{Ll}+"#, "an Apple", "Apple"), (#"\P{L}"#, "ab1", "1"),
      (#"[[:digit:]]"#, "a1", "1"),
      (#"\u00e4\x41\u{1F600}"#, "äA😀", "äA😀"), (#"\t\.\["#, "\t.[", "\t.["),
      ("[]a]+", "]a]", "]a]"), ("[a-]+", "-a-", "-a-"), ("[-a]+", "-a-", "-a-"),
      ("you (?!might)", "you might, you will", "you "),
      ("you (?=will)", "you might, you will", "you "),
      ("(?<=not )good", "good, not good", "good"), ("(?<!not )good", "not good", nil),
      (#"(?<=\d{2})a"#, "1a 12a", "a"), ("(?<name>a)(?P<other>b)", "ab", "ab"),
      (#"a\R"#, "a\r\n", "a\r\n"),
    ] as [(String, String, String?)])
  func match(pattern: String, text: String, match: String?) throws {
    let expression = try RegularExpression(pattern)
    try expect(expression.firstMatch(in: text).map(String.init), equals: match)
  }

  @Test("a match keeps its place in the text")
  func place() throws {
    let text = "good, not good"
    let match = try RegularExpression("(?<=not )good").firstMatch(in: text)
    #expect(match?.startIndex == text.index(text.startIndex, offsetBy: 10))
  }

  @Test(
    "in schemas, classes are ASCII",
    arguments: [
      (#"^\w$"#, "ä", false), (#"^\d$"#, "٣", false), (#"^\s$"#, "\u{FEFF}", true),
      (#"^\s$"#, "\u{85}", false), ("a$", "a\n", false), (#"\cA"#, "\u{1}", true),
      (#"^🐲*$"#, "🐲🐲", true), (#"\ud83d\udc32"#, "🐲", true), ("^[]$", "a", false),
      ("[[a]", "[", true),
    ])
  func schema(pattern: String, text: String, isMatch: Bool) throws {
    let expression = try RegularExpression(pattern, syntax: .schema)
    #expect((try expression.firstMatch(in: text) != nil) == isMatch)
  }

  @Test("in schemas, an escape that JavaScript does not have is rejected")
  func foreignEscape() {
    #expect(throws: RegularExpressionError.self) {
      try RegularExpression(#"a\z"#, syntax: .schema)
    }
  }

  @Test(
    "invalid patterns are rejected with the reason",
    arguments: [
      ("(a", "a '(' has no ')'"), ("a)", "a ')' has no '('"), ("[a", "a '[' has no ']'"),
      ("*a", "'*' has nothing to repeat"), ("a**", "'a**' repeats a repetition"),
      ("a{2}{3}", "'a{2}{3}' repeats a repetition"), ("a++", "'a++' repeats a repetition"),
      ("(?=a)*", "'(?=a)*' repeats a condition"),
      ("a{3,2}", "'{3,2}' has a maximum below its minimum"),
      ("[b-a]", "the range 'b-a' is in reverse order"),
      (#"[a-\d]"#, #"a range cannot end in '\d'"#),
      (#"a\"#, "a backslash ends the pattern"), (#"\y"#, #"there is no escape '\y'"#),
      (#"(a)\1"#, #"'\1' refers back to a group, which is not supported"#),
      (#"\u12"#, "'12' is not the number of a character"),
      (#"\ud83d"#, "'d83d' is not the number of a character"),
      (#"\p{Klingon}"#, "there is no property 'Klingon'"), (#"\p{L"#, #"'\p{' has no '}'"#),
      ("(?>a)", "groups that begin with '(?>' are not supported"), ("(?i", "a '(' has no ')'"),
      ("[a[b]]", "brackets within brackets and operators between them are not supported"),
      (
        String(repeating: "(", count: 101) + String(repeating: ")", count: 101),
        "groups are nested more than 100 deep"
      ),
      ("a{10000}", "the pattern is too large: it repeats its parts more than 10000 times"),
      (
        "((a{100}){100}){100}",
        "the pattern is too large: it repeats its parts more than 10000 times"
      ),
      (
        "((((){99999}){99999}){99999}){99999}",
        "the pattern is too large: it repeats its parts more than 10000 times"
      ),
      (String(repeating: "a", count: 20_001), "the pattern has more than 20000 bytes"),
    ])
  func invalid(pattern: String, reason: String) {
    #expect { try RegularExpression(pattern) } throws: { error in
      (error as? RegularExpressionError)?.message == reason
    }
  }

  /// Each takes a backtracking engine longer than a lifetime.
  @Test(
    "patterns that make others backtrack are matched within their steps",
    arguments: [
      "(a+)+b", "(a|a)*b", "(?:a?){30}a{30}b", "(.*a){20}b", "(a*)*(a*)*b", "(?:a{0,50}){50}b",
      "^(([a-z])+.)+[A-Z]([a-z])+$",
      "((((((((((((((((((((a+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+)+b",
    ])
  func backtracking(pattern: String) throws {
    let text = String(repeating: "a", count: 1_000)
    #expect(try RegularExpression(pattern).firstMatch(in: text) == nil)
  }

  @Test("a search beyond its steps is given up")
  func tooManySteps() throws {
    let expression = try RegularExpression("x(?=(?:a{900}){9})")
    #expect(throws: RegularExpressionError.tooManySteps) {
      try expression.firstMatch(in: String(repeating: "x", count: 30_000))
    }
  }

  @Test("agrees with Swift's engine on random patterns and texts")
  func agreement() throws {
    for seed in TestCases.seeds(2_000) {
      var random = SplitMix(seed: seed)
      let pattern = RandomPattern.make(using: &random)
      let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        ["a", "b", "c", "\n"].randomElement(using: &random) ?? "a"
      }.joined()
      let ours = try RegularExpression(pattern).firstMatch(in: text)
      // Swift's own dollar sign is what others write as `\z`.
      let reference = try Regex(pattern.replacing("$", with: #"\Z"#)).matchingSemantics(
        .unicodeScalar
      )
      .wordBoundaryKind(.simple).firstMatch(in: text)
      #expect(ours == reference.map { text[$0.range] }, "\(seed): \(pattern) in '\(text)'")
    }
  }
}

private enum RandomPattern {
  static func make(
    depth: Int = 3, using random: inout some RandomNumberGenerator
  ) -> String {
    let atoms = ["a", "b", "c", ".", "[ab]", "[^a]", "^", "$", #"\b"#]
    guard depth > 0 else { return atoms.randomElement(using: &random) ?? "a" }
    func inner() -> String { make(depth: depth - 1, using: &random) }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return inner() + inner()
    case 1: return "(?:\(inner())|\(inner()))"
    case 2:
      let repetition = ["*", "+", "?", "*?", "+?", "{2}", "{1,2}"].randomElement(using: &random)
      return "(?:a\(inner()))\(repetition ?? "*")"
    case 3: return "(?\(Bool.random(using: &random) ? "=" : "!")\(inner()))"
    default: return inner()
    }
  }
}
