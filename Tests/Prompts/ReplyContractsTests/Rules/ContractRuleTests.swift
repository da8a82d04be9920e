import Documents
import SourceFiles
import Testing

@testable import ReplyContracts

/// Reads rules as they stand in front matter.
func rules(_ yaml: String) throws -> [ContractRule] {
  try ContractRule.list(try DocumentNode.parse(SourceFile(path: "rules.yaml", text: yaml)))
}

@Suite("Rules of a contract as written")
struct ContractRuleTests {
  @Test(
    "a mistake is an error with its place and the way to repair it",
    arguments: [
      ("- {quot: a, from: b}", "says nothing"),
      ("- {quote: a, items: b, from: c}", "two in one"),
      ("- {quote: a}", "'from' is missing"),
      ("- {quote: 'a b', from: c}", "not a path"),
      ("- {words: a}", "no limit"),
      ("- {words: a, maximum: [1]}", "a path"),
      ("- {words: a, maximum: 3, otherwise: repair}", "no value of its own"),
      ("- {words: a, maximum: 3, otherwise: ignore}", "ignore"),
      ("- {words: a, maximum: 3, minimun: 1}", "minimun"),
      ("- {sum: a, over: b, add: ['x * y']}", "not a term"),
      ("- {lacks: a, pattern: '(', because: no}", "'('"),
      ("- {lacks: a, pattern: x}", "'because' is missing"),
      ("- {some: 'a[]', pattern: x}", "'because' is missing"),
      ("- {equals: a}", "'to'"),
      ("- {equals: a, to: 1, as: b}", "'to'"),
      ("- words", "must be a mapping"),
      ("- {quote: [], from: a}", "no place"),
      ("- {words: a, minimum: 9, maximum: 1}", "larger than the maximum"),
    ])
  func mistakes(yaml: String, words: String) {
    let error = #expect(throws: SourceError.self) { try rules(yaml) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    #expect(error?.diagnostics.first?.location?.line == 1)
  }

  @Test("a rule says what happens if it is broken, by default what suits its kind")
  func responses() throws {
    let read = try rules(
      """
      - {words: a, maximum: 3}
      - {quote: a, from: b}
      - {quote: a, from: b, otherwise: retry}
      - {sum: a, over: b, add: [c]}
      """)
    #expect(read.map(\.response) == [.retry, .drop, .retry, .repair])
    #expect(read.map(\.kind) == ["words", "quote", "quote", "sum"])
    #expect(read[1] != read[2])
    #expect(try read[0] == rules("- {words: a, maximum: 3}")[0])
  }

  @Test("a rule about something that does not exist is found without data")
  func unreachable() throws {
    let reply: JSONValue = ["type": "object", "properties": ["a": ["type": "string"]]]
    let inputs: JSONValue = ["type": "object", "properties": ["b": ["type": "string"]]]
    func problems(_ yaml: String) throws -> [String] {
      try #require(try rules(yaml).first).problems(reply: reply, inputs: inputs)
    }
    #expect(try problems("- {quote: a, from: b}") == [])
    #expect(try problems("- {quote: c, from: b}").count == 1)
    #expect(try problems("- {quote: a, from: c}").count == 1)
    #expect(try problems("- {words: a, maximum: 3, unless: d}").count == 1)
    // A limit may be an input, or another part of the reply.
    #expect(try problems("- {words: a, maximum: b}") == [])
    #expect(try problems("- {words: a, maximum: a}") == [])
    #expect(try problems("- {words: a, maximum: c}").count == 1)
  }

  @Test(
    "a rule about a value of another type is found without data",
    arguments: [
      ("- {words: n, maximum: 3}", "'n' is a number, not a text"),
      ("- {choice: list, among: names}", "'list' is a list: write list[]"),
      ("- {choice: 'list[]', among: names}", "'names' is a list: write names[]"),
      ("- {items: text, maximum: 3}", "'text' is a text, not a list"),
      ("- {sum: n, over: parts, add: [minuets]}", "no 'minuets'"),
    ])
  func types(yaml: String, words: String) throws {
    let reply: JSONValue = [
      "type": "object",
      "properties": [
        "n": ["type": "integer"], "text": ["type": "string"],
        "list": ["type": "array", "items": ["type": "string"]],
        "parts": [
          "type": "array",
          "items": ["type": "object", "properties": ["minutes": ["type": "integer"]]],
        ],
      ],
    ]
    let inputs: JSONValue = [
      "type": "object",
      "properties": ["names": ["type": "array", "items": ["type": "string"]]],
    ]
    let found = try #require(try rules(yaml).first).problems(reply: reply, inputs: inputs)
    #expect(found.joined().contains(words), "\(found)")
  }

  @Test("a missing part keeps what demands nothing of it")
  func missing() throws {
    for (yaml, isKept) in [
      ("- {characters: date, maximum: 0}", true),
      ("- {lacks: date, pattern: x, because: no}", true),
      ("- {characters: date, minimum: 1}", false), ("- {equals: date, to: x}", false),
      ("- {matches: 'date[]', pattern: x, because: yes it is}", false),
    ] {
      let rule = try #require(try rules(yaml).first)
      #expect(rule.finds(in: ["other": 1]) == isKept, "\(yaml)")
      #expect(rule.finds(in: ["date": ""]))
    }
  }

  @Test("a list of places is as many rules")
  func places() throws {
    let read = try rules("- {characters: [a, 'b[].c'], maximum: 9}\n- {items: b, maximum: 1}")
    #expect(read.map(\.target) == ["a", "b[].c", "b"])
    #expect(try read[0] == rules("- {characters: a, maximum: 9}")[0])
  }
}
