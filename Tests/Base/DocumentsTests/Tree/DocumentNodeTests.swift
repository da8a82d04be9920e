import Documents
import SourceFiles
import Testing
import TestKit

private func parse(_ text: String, limits: DocumentNode.Limits = .init()) throws -> DocumentNode {
  try DocumentNode.parse(SourceFile(path: "f.yaml", text: text), limits: limits)
}

@Suite("Reading YAML with the core schema")
struct DocumentNodeTests {
  @Test(
    "scalars",
    arguments: [
      ("1", JSONValue.integer(1)), ("1.5", 1.5), ("-3e2", -300.0), ("0x1F", 31), ("true", true),
      ("yes", "yes"), ("no", "no"), ("~", nil), ("null", nil), ("'1'", "1"), ("\"true\"", "true"),
      ("2026-03-31", "2026-03-31"), ("1:30", "1:30"), ("+", "+"), ("1_000", "1_000"), (".", "."),
      ("!!str 12", "12"), ("é", "é"),
    ] as [(String, JSONValue)])
  func scalars(text: String, value: JSONValue) throws {
    try expect(parse(text).json, equals: value)
  }

  @Test("mappings keep their order, block texts their lines, aliases their values")
  func structures() throws {
    let node = try parse(
      """
      b: &x {k: [1, 2]}
      a: |
        one
        two
      c: *x
      """)
    #expect(node.json == ["b": ["k": [1, 2]], "a": "one\ntwo\n", "c": ["k": [1, 2]]])
    #expect(node.json.object?.keys == ["b", "a", "c"])
  }

  @Test("every value knows its location")
  func places() throws {
    var map = try MappingReader(try parse("ä: 1\nlist:\n  - x\n  - y\n"), "it")
    let list = try map.required("list").list("list")
    #expect(list[1].location == FileLocation(file: "f.yaml", line: 4, column: 5))
  }
}

@Suite("Errors in a YAML file have a location")
struct YAMLErrorTests {
  @Test(
    "each error has a code, line and column",
    arguments: [
      ("", "yaml.empty", 1, 1),
      ("a: 1\na: 2\n", "yaml.duplicate-key", 2, 1),
      ("a: b: c\n", "yaml.syntax", 1, 5),
      ("a:\n\tb: 1\n", "yaml.syntax", 2, 1),
      ("a: 'x\n", "yaml.syntax", 2, 1),
      ("a: [1, 2\n", "yaml.syntax", 2, 1),
      ("a: 1\n---\nb: 2\n", "yaml.several-documents", 2, 1),
      ("a: *nowhere\n", "yaml.alias", 1, 4),
      ("a: !custom 1\n", "yaml.tag", 1, 4),
      ("? [1]\n: 2\n", "yaml.key", 1, 3),
      ("a: &a [*a]\n", "yaml.alias", 1, 8),
      ("a: 1\nb: \u{7}x\n", "yaml.syntax", 2, 4),
      ("a:\u{A0}x\nb: 2\n", "yaml.syntax", 1, 3),
      ("c: 1\na:\n  - x\n\u{A0} - y\nb: 2\n", "yaml.syntax", 4, 1),
      ("a: \"q :\u{A0}x\"\nb: [1\n", "yaml.syntax", 3, 1),
      ("a: &x {b: 1}\nc:\n  <<: *x\n", "yaml.merge-key", 3, 3),
    ])
  func errors(text: String, code: String, line: Int, column: Int) {
    let error = #expect(throws: SourceError.self) { try parse(text) }
    #expect(error?.diagnostics.first?.code == code)
    #expect(error?.diagnostics.first?.location?.line == line)
    #expect(error?.diagnostics.first?.location?.column == column)
  }

  @Test("what looks like a merge key or a repeated key and is none can be a key")
  func keys() throws {
    let node = try parse("\"<<\": 1\ncaf\u{E9}: 2\ncafe\u{301}: 3\n")
    #expect(node.json.object?.keys.count == 3)
    var map = try MappingReader(node, "it")
    let (value, other) = (map.optional("cafe\u{301}")?.json, map.optional("<<")?.json)
    #expect(value == 3 && other == 1)
    #expect(throws: SourceError.self) { try map.finish() }
  }

  @Test("invalid UTF-8 is rejected")
  func encoding() {
    let file = SourceFile(path: "f.yaml", bytes: Array("a: ".utf8) + [0xff])
    let error = #expect(throws: SourceError.self) { try DocumentNode.parse(file) }
    #expect(error?.diagnostics.first?.code == "yaml.encoding")
  }

  @Test("aliases of aliases cannot exhaust the memory")
  func billionLaughs() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1..<12 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(aliases)]\n"
    }
    let error = #expect(throws: SourceError.self) { try parse(text) }
    #expect(error?.diagnostics.first?.code == "yaml.too-large")
  }

  @Test("nesting is limited across aliases, too")
  func aliasDepth() {
    var text = "a0: &a0 x\n"
    for level in 1...80 {
      let nested =
        String(repeating: "[", count: 5) + "*a\(level - 1)" + String(repeating: "]", count: 5)
      text += "a\(level): &a\(level) \(nested)\n"
    }
    let error = #expect(throws: SourceError.self) { try parse(text) }
    #expect(error?.diagnostics.first?.code == "yaml.depth")
  }

  @Test("nesting is limited")
  func depth() {
    let error = #expect(throws: SourceError.self) {
      try parse(String(repeating: "[", count: 5_000))
    }
    #expect(error?.diagnostics.first?.code == "yaml.depth")
  }
}

@Suite("Reading mappings")
struct MappingReaderTests {
  private func read(_ text: String, _ body: (inout MappingReader) throws -> Void) throws {
    var map = try MappingReader(try parse(text), "a thing")
    try body(&map)
    try map.finish()
  }

  @Test("a misspelt key is reported as missing, with the closest match")
  func misspelt() {
    let error = #expect(throws: SourceError.self) {
      try read("nmae: x\n") { _ = try $0.string("name") }
    }
    #expect(error?.description.contains("is 'nmae' meant to be 'name'?") ?? false)
  }

  @Test("an unknown key is an error with a suggestion")
  func unknown() {
    let error = #expect(throws: SourceError.self) {
      try read("name: x\ntoen: y\n") {
        _ = try $0.string("name")
        _ = $0.optional("tone")
      }
    }
    #expect(error?.diagnostics.first?.location?.line == 2)
    #expect(error?.diagnostics.first?.hint == "did you mean 'tone'?")
  }

  @Test(
    "a value of the wrong kind is reported with its kind",
    arguments: [
      ("k: [1]", "'k' must be a text, not a list"),
      ("k: 12", "'k' must be a text, not a number"),
      ("k: ''", "'k' is empty"),
      ("k:", "'k' has no value"),
    ])
  func kinds(text: String, message: String) {
    let error = #expect(throws: SourceError.self) { try read(text) { _ = try $0.string("k") } }
    #expect(error?.diagnostics.first?.message == message)
  }

  @Test("numbers are validated against their range")
  func ranges() {
    #expect(throws: SourceError.self) {
      try read("k: 3") { _ = try $0.required("k").number("k", in: 0...2) }
    }
    #expect(throws: SourceError.self) {
      try read("k: 1.5") { _ = try $0.required("k").integer("k", in: 0...2) }
    }
    #expect(throws: SourceError.self) { try read("- a") { _ in } }
  }
}

@Suite("Forms in which other programs write texts")
struct TextFormTests {
  @Test(
    "escapes of characters beyond U+FFFF in two halves, as JSON has them",
    arguments: [
      (#"{"a": "x \ud83d\ude00 y"}"#, "x 😀 y"), (#"{"a": "\\ud83d \uD83D\uDE00"}"#, #"\ud83d 😀"#),
    ])
  func surrogates(text: String, value: String) throws {
    let node = try DocumentNode.parse(SourceFile(path: "f", text: text))
    guard case .mapping(let entries) = node.content else { throw CancellationError() }
    try expect(entries[0].value.text("a"), equals: value)
  }

  @Test(
    "half of such a pair is an error", arguments: [#"{"a": "\ud83d"}"#, #"{"a": "\ude00\ud83d"}"#])
  func half(text: String) {
    #expect(throws: SourceError.self) { try DocumentNode.parse(SourceFile(path: "f", text: text)) }
  }

  @Test("a byte order mark is not part of the text")
  func mark() throws {
    let file = SourceFile(path: "f", text: "\u{FEFF}a: 1")
    #expect(file.bytes == Array("a: 1".utf8))
    #expect(file.location(at: 3).column == 4)
  }
}
