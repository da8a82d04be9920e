import Testing
import TestKit
import TextAnalysis

@Suite("Words have numbers")
struct WordTableTests {
  @Test("a word keeps the number that it was given, however many follow")
  func numbers() {
    var table = WordTable()
    let words = (0..<5000).map { "word\($0)" } + ["", "ñandú", "🍐"]
    for (number, word) in words.enumerated() {
      expect(table.insert(word.utf8), equals: Int32(number))
    }
    expect(table.insert("word17".utf8), equals: 17)
    #expect(table.count == words.count)
    for (number, word) in words.enumerated() {
      expect(table.number(of: word), equals: Int32(number))
      expect(table.word(Int32(number)), equals: word)
    }
    for word in ["word", "word5000", "Word1", "nandu", "🍎"] {
      #expect(table.number(of: word) == WordTable.unknown)
    }
    #expect(WordTable().number(of: "word") == WordTable.unknown)
  }

  @Test("a word is found inside other bytes")
  func inside() {
    var table = WordTable()
    _ = table.insert("pear".utf8)
    let bytes = Array("apple pear".utf8)
    #expect(table.number(of: 6..<10, in: bytes) == 0)
    #expect(table.number(of: 6..<9, in: bytes) == WordTable.unknown)
  }
}

@Suite("Tokens of a text")
struct PhraseTokenTests {
  @Test("tokens know their sentences and their bytes")
  func sentences() throws {
    let tokens = try FruitVocabulary.read().tokens(of: "I wanna eat. Apples! ")
    #expect(tokens.sentences == [0..<4, 4..<5])
    #expect(tokens.sentences.map { tokens.bytes(of: $0) } == [0..<11, 13..<19])
    #expect(tokens.bytes(of: 2..<2).isEmpty && [PhraseToken]().sentences.isEmpty)
  }
}
