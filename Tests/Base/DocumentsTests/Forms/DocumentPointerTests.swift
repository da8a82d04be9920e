import Documents
import SourceFiles
import Testing
import TestKit

@Suite("Pointers to what an error is about")
struct DocumentPointerTests {
  /// The pointer in a body in which `§` marks the location.
  private func pointer(_ marked: String) throws -> String? {
    let before = marked.prefix { $0 != "§" }
    let line = before.count { $0 == "\n" } + 1
    let column = before.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    let file = SourceFile(path: "body", text: marked.replacing("§", with: ""))
    return try DocumentNode.parseJSON(file).pointer(
      toLine: line, column: column.unicodeScalars.count + 1)
  }

  @Test(
    "the pointer of a value is that of its members",
    arguments: [
      ("§{}", ""), ("{\"a\": §1}", "/a"), ("{\"a\": {\"b\": [1, {\"c\": §\"x\"}]}}", "/a/b/1/c"),
      ("[[], [0, §true]]", "/1/1"), ("{\"é\": \"ü,{\", \"a_b\":\n  §[]}", "/a_b"),
      ("{\"a\": \"\\\"}\", \"b\": §null}", "/b"), ("{§\"mesage\": 1}", "/mesage"),
      ("{\"my own words\": §1}", "/*"), ("{\"a\": 1, \"b\": {\"c\": 2}, \"d\": §-3}", "/d"),
      ("{\"a\": 12§34}", nil), ("{}§", nil),
    ])
  func members(body: String, expected: String?) throws {
    try expect(pointer(body), equals: expected)
  }
}
