import SourceFiles
import Testing
import TestKit

@Suite("Merge conflicts are found by their markers")
struct MergeConflictTests {
  private func lines(_ text: String) -> [Int] {
    SourceFile(path: "f", text: text).mergeConflicts.compactMap(\.location?.line)
  }

  @Test(
    "a whole conflict is found at its first line, whoever wrote it",
    arguments: [
      ("a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> alice\nd\n", [2]),
      ("<<<<<<< HEAD\r\nb\r\n=======\r\nc\r\n>>>>>>> alice\r\n", [1]),
      ("<<<<<<< HEAD\nb\n||||||| 12ab34c\nx\n=======\nc\n>>>>>>> feature/tone", [1]),
      ("<<<<<<< .mine\nb\n=======\nc\n>>>>>>> .r12\n", [1]),
      ("<<<<<<<\nb\n=======\nc\n>>>>>>>\n", [1]),
      // A side may be empty, and its text may have a rule of its own.
      ("<<<<<<< HEAD\n=======\nc\n>>>>>>> alice\n", [1]),
      ("<<<<<<< HEAD\nTitle\n=======\nb\n=======\nc\n>>>>>>> alice\n", [1]),
      // A conflict in what both sides come from has longer markers.
      ("<<<<<<<<< one\nb\n=========\nc\n>>>>>>>>> two\n", [1]),
      (
        "<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> alice\nx\n<<<<<<< HEAD\nd\n=======\n>>>>>>> alice\n",
        [1, 7]
      ),
    ])
  func whole(text: String, found: [Int]) throws {
    expect(lines(text), equals: found)
    let first = try #require(SourceFile(path: "f", text: text).mergeConflicts.first)
    #expect(first.code == "file.conflict" && first.message.contains("is not resolved"))
  }

  @Test(
    "a line that is left of a conflict is found if it names a side",
    arguments: [
      ("a\n>>>>>>> alice\nb\n", [2]), ("<<<<<<< HEAD\na\n", [1]),
      ("a\n||||||| merged common ancestors\nb", [2]),
      ("<<<<<<< HEAD\na\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\n", [1, 3]),
      ("a\n=======\nb\n>>>>>>> alice\n", [4]),
    ])
  func remains(text: String, found: [Int]) { expect(lines(text), equals: found) }

  @Test(
    "what only looks like a marker is text",
    arguments: [
      "Title\n=======\ntext\n", "=======\n", "========== \n",
      "> a\n>>>>>>> a reply to a reply\n>>>>>> and the one before\n",
      "Between <<<<<<< and >>>>>>> stands the text.\n", "<<<<<<<\n{{text}}\n>>>>>>>\n",
      " <<<<<<< HEAD\n =======\n >>>>>>> alice\n", "<<<<<< HEAD\n", "<<<<<<<HEAD\n",
      "||||||| a | b |\n", "|||||||\n", ">>>>>>>>> nine deep\n",
      "{{! }}<<<<<<< SEARCH\n=======\n{{! }}>>>>>>> REPLACE\n",
    ])
  func text(text: String) { expect(lines(text), equals: []) }

  @Test("in a prompt, the hint says how to show such a line", arguments: ["p.prompt", "p.yaml"])
  func hint(path: String) throws {
    let conflict = "<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> alice\n"
    let found = try #require(SourceFile(path: path, text: conflict).mergeConflicts.first)
    expect(found.hint?.contains("{{! }}") == true, equals: path == "p.prompt")
  }

  @Test("where the format has no such lines, any marker counts")
  func certain() {
    let file = SourceFile(path: "f", text: "a: 1\n=======\nb: 2\n")
    expect(file.certainMergeConflicts.compactMap(\.location?.line), equals: [2])
    #expect(MergeConflict.isMarker("=======\r".utf8) && MergeConflict.isMarker("<<<<<<< a".utf8))
    #expect(!MergeConflict.isMarker("{\"a\": 1}".utf8) && !MergeConflict.isMarker("".utf8))
  }

  @Test("of many conflicts only the first are listed, and a file that is not quoted stays so")
  func bounds() throws {
    let one = "<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> alice\n"
    let many = SourceFile(path: "f", text: String(repeating: one, count: 50))
    expect(many.mergeConflicts.count, equals: SourceError.maximumListed)
    let hidden = SourceFile(path: "f", bytes: Array(one.utf8), isQuoted: false)
    #expect(try #require(hidden.mergeConflicts.first).excerpt == nil)
  }
}
