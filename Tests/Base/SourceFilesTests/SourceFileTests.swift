import SourceFiles
import Testing
import TestKit

@Suite("Locations in a file")
struct SourceFileTests {
  @Test("columns count characters, not bytes")
  func columnsAreScalars() {
    let file = SourceFile(path: "a.txt", text: "one\nzwölf drei\nend")
    let offset = Array("one\nzwölf ".utf8).count
    #expect(file.location(at: offset) == FileLocation(file: "a.txt", line: 2, column: 7))
  }

  @Test("an offset beyond the end is the end")
  func pastTheEnd() {
    let file = SourceFile(path: "a", text: "x\n")
    #expect(file.location(at: 99) == FileLocation(file: "a", line: 2, column: 1))
    #expect(file.location(at: -1) == FileLocation(file: "a", line: 1, column: 1))
  }

  @Test("lines have no line ends, not even Windows' ones")
  func lines() {
    let file = SourceFile(path: "a", text: "one\r\ntwo\n")
    #expect(file.line(1) == "one")
    #expect(file.line(2) == "two")
    #expect(file.line(3) == "")
    #expect(file.line(4) == nil)
    #expect(file.line(0) == nil)
  }

  @Test("the first byte that is not UTF-8 is found")
  func invalidByte() {
    #expect(SourceFile(path: "a", text: "äöü").firstInvalidByte == nil)
    #expect(SourceFile(path: "a", bytes: [0x61, 0xc3, 0xa4, 0xff]).firstInvalidByte == 3)
  }
}

@Suite("Diagnostics in the format of compilers")
struct DiagnosticTests {
  @Test("location, line, caret and hint")
  func description() {
    let file = SourceFile(path: "p.prompt", text: "hello\n\t{{nme}}\n")
    let diagnostic = Diagnostic("x", "unknown variable 'nme'", in: file, at: 9, hint: "try name")
    expect(
      diagnostic.description,
      equals: """
        p.prompt:2:4: error: unknown variable 'nme'
          2 | \t{{nme}}
            | \t  ^
          → try name
        """)
  }

  @Test("without a location there is only the message")
  func placeless() {
    #expect(Diagnostic("x", "no such thing").description == "error: no such thing")
  }

  @Test("an error needs at least one diagnostic")
  func emptyError() {
    #expect(SourceError([]) == nil)
  }
}

@Suite("The closest match of a misspelt word")
struct ClosestMatchTests {
  @Test(
    "similar words are found, others are not",
    arguments: [
      ("carer", "career"), ("persn", "person"), ("lfie", "life"), ("Career", "career"),
    ])
  func near(word: String, match: String) {
    #expect(["life", "career", "person"].closestMatch(to: word) == match)
  }

  @Test("without a similar word, the list is shown")
  func far() {
    #expect(["life", "career"].closestMatch(to: "gardening") == nil)
    #expect(["life", "career"].hint(for: "gardening") == "known: career, life")
    #expect([String]().hint(for: "x") == nil)
    #expect(["a"].closestMatch(to: "") == "a" || ["a"].closestMatch(to: "") == nil)
  }
}

@Suite("The in-memory file system")
struct FileSystemTests {
  private let files = InMemoryFileSystem(["a/b.txt": "x", "a/c/d.txt": "y"])

  @Test("files are read, folders listed, kinds known")
  func reading() throws {
    try expect(files.read("a/b.txt").bytes, equals: Array("x".utf8))
    try expect(files.names(in: "a"), equals: ["b.txt", "c"])
    #expect(files.kind(of: "a/c") == .folder)
    #expect(files.kind(of: "a/b.txt") == .file)
    #expect(files.kind(of: "z") == nil)
  }

  @Test("a missing file is reported with a suggestion")
  func missing() {
    let error = #expect(throws: SourceError.self) { try files.read("a/b.tx") }
    #expect(error?.diagnostics.first?.hint == "did you mean 'a/b.txt'?")
    #expect(throws: SourceError.self) { try files.names(in: "zzz") }
  }

  @Test("the disk suggests similar names")
  func realDisk() {
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let error = #expect(throws: SourceError.self) {
      try DiskFileSystem().read("/\(folder)/SourceFileTest.swift")
    }
    #expect(error?.description.contains("SourceFileTests.swift") ?? false)
    #expect(throws: SourceError.self) { try DiskFileSystem().read("/\(folder)") }
  }
}
