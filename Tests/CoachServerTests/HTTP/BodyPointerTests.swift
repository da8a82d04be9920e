#if Server
  @testable import CoachServer
  import Testing

  @Suite("Places in bodies")
  struct BodyPointerTests {
    /// A body in which `§` marks the place.
    private func pointer(_ marked: String) -> String? {
      let before = marked.prefix { $0 != "§" }
      let line = before.count { $0 == "\n" } + 1
      let column = before.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
      return BodyPointer.pointer(
        to: (line, column.unicodeScalars.count + 1), in: Array(marked.replacing("§", with: "").utf8)
      )
    }

    @Test(
      "the pointer of a value is that of its members",
      arguments: [
        ("§{}", ""), ("{\"a\": §1}", "/a"), ("{\"a\": {\"b\": [1, {\"c\": §\"x\"}]}}", "/a/b/1/c"),
        ("[[], [0, §true]]", "/1/1"), ("{\"é\": \"ü,{\", \"a_b\":\n  §[]}", "/a_b"),
        ("{\"a\": \"\\\"}\", \"b\": §null}", "/b"), ("{§\"mesage\": 1}", "/mesage"),
        ("{\"my own words\": §1}", "/*"), ("{\"a\": 1, \"b\": {\"c\": 2}, \"d\": §-3}", "/d"),
      ])
    func members(body: String, expected: String) { #expect(pointer(body) == expected) }

    @Test("no place and no JSON have no pointer", arguments: ["", "{}§", "]§", "{\"a§", "\"\\"])
    func none(body: String) { #expect(pointer(body) == nil) }
  }
#endif
