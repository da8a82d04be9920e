import Documents
import Testing

@Suite("Texts are told apart by their code points")
struct ExactTextTests {
  /// Spellings of one name that Swift's own equality does not tell apart.
  private static let spellings: [String] = (0..<512).map { number in
    (0..<9).map { number >> $0 & 1 == 0 ? "\u{E9}" : "e\u{301}" }.joined()
  }

  @Test("canonically equivalent spellings are different keys with different hashes")
  func keys() {
    #expect(Set(Self.spellings).count == 1)
    let keys = Self.spellings.map(ExactText.init)
    #expect(Set(keys).count == 512)
    #expect(Set(keys.map(\.hashValue)).count > 500)
    #expect(Set(Self.spellings.map { JSONValue.string($0).hashValue }).count > 500)
  }

  @Test("an object keeps a member for each spelling, and its hash depends on them")
  func members() {
    var object = JSONObject()
    for (number, name) in Self.spellings.enumerated() { object[name] = .integer(number) }
    #expect(object.count == 512)
    #expect(Self.spellings.indices.allSatisfy { object[Self.spellings[$0]] == .integer($0) })
    let hashes = Self.spellings.map { JSONObject(dictionaryLiteral: ($0, 1)).hashValue }
    #expect(Set(hashes).count > 500)
  }

  @Test("equal objects in another order have equal hashes")
  func order() {
    let object: JSONObject = ["\u{E9}": 1, "e\u{301}": 2]
    let turned: JSONObject = ["e\u{301}": 2, "\u{E9}": 1]
    #expect(object == turned && object.hashValue == turned.hashValue)
  }
}
