import SourceFiles
import Testing
import TestKit
@testable import TextAnalysis

@Suite("Serialised tables round-trip")
struct TableTests {
  private let vocabulary: PhraseVocabulary

  init() throws {
    vocabulary = try FruitVocabulary.read()
  }

  private func finder() throws -> PhraseFinder {
    var builder = PhraseFinder.Builder(vocabulary: vocabulary)
    let rules = [
      PhraseRule(phrase: "eat .. (red|green|) apples", language: "en", unlessNext: ["pie"]),
      PhraseRule(phrase: "pears", language: "en", unlessBefore: ["no"]),
      PhraseRule(phrase: "two pears", language: "en", unlessWith: ["on television"]),
    ]
    for rule in rules { _ = builder.insert(rule, try PhrasePattern(rule.phrase, groups: [:])) }
    return try builder.build()
  }

  private func table(_ value: some TableValue) throws -> TableReader {
    var table = TableWriter()
    value.write(to: &table)
    return try TableReader(base64: table.base64)
  }

  @Test("numbers, texts and lists")
  func values() throws {
    var writer = TableWriter()
    writer.write(-7)
    writer.write(0.25)
    writer.write([Int32.min, 0, .max])
    writer.write("ñandú 🍐")
    writer.write(["", "a", "ñ"])
    PackedLists([[1, 2], [], [3]]).write(to: &writer)
    var reader = try TableReader(base64: writer.base64)
    try expect(reader.number(), equals: -7)
    try expect(reader.double(), equals: 0.25)
    try expect(reader.numbers(), equals: [.min, 0, .max])
    try expect(reader.text(), equals: "ñandú 🍐")
    try expect(reader.texts(), equals: ["", "a", "ñ"])
    let lists = try PackedLists(from: &reader)
    #expect((0..<lists.count).map { Array(lists[$0]) } == [[1, 2], [], [3]])
    #expect(reader.isAtEnd)
  }

  @Test(
    "a finder finds the same",
    arguments: [
      "eat two red apples", "eat apples pie", "no pears", "pears. two pears",
      "two pears on television",
    ])
  func finders(text: String) throws {
    let finder = try finder()
    var reader = try table(finder)
    let read = try PhraseFinder(from: &reader)
    #expect(reader.isAtEnd && read.ruleCount == finder.ruleCount)
    let tokens = read.vocabulary.tokens(of: text)
    #expect(read.matches(in: tokens) == finder.matches(in: tokens))
  }

  @Test("a vocabulary normalises words in the same way")
  func vocabularies() throws {
    var reader = try table(vocabulary)
    let read = try PhraseVocabulary(from: &reader)
    for text in ["I wanna green apple pie just so", "s p a c e d a p p l e", "im hes i'll 🍒🍒"] {
      #expect(read.texts(of: text) == vocabulary.texts(of: text))
    }
  }

  @Test("a table that is truncated anywhere, or invalid, is rejected")
  func damage() throws {
    var writer = TableWriter()
    try finder().write(to: &writer)
    let text = writer.base64
    for length in stride(from: 0, to: text.utf8.count - 4, by: 4) {
      #expect(throws: TableDamage.self) {
        var reader = try TableReader(base64: String(text.prefix(length)))
        _ = try PhraseFinder(from: &reader)
      }
    }
    #expect(throws: TableDamage.self) { _ = try TableReader(base64: "no table!") }
  }
}
