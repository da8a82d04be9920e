@testable import coachkit
@testable import CommandLineSupport
import Foundation
import Testing
import TestKit

@Suite("Output files appear when complete, and only regular files are replaced")
struct OutputFileTests {
  private func content(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  private func isLink(_ path: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
  }

  /// The error when writing a few words to a path.
  private func problem(_ path: String) -> CommandError? {
    #expect(throws: CommandError.self) { try OutputFile.write(text: path) { try $0("words") } }
  }

  @Test("missing folders are created, and nothing else is left behind")
  func folders() throws {
    try Tool.inFolder { folder in
      try OutputFile.write(text: "\(folder)/a/b/c.txt") { write in
        try write("one ")
        try write("two")
      }
      try expect(content("\(folder)/a/b/c.txt"), equals: "one two")
      try expect(
        FileManager.default.contentsOfDirectory(atPath: "\(folder)/a/b"), equals: ["c.txt"])
    }
  }

  @Test("a failure keeps the old file unchanged")
  func failure() throws {
    try Tool.inFolder { folder in
      let path = "\(folder)/a.txt"
      try OutputFile.write(text: path) { try $0("old") }
      #expect(throws: CommandError.self) {
        try OutputFile.write(text: path) { write in
          try write("new")
          throw CommandError("x", hint: "y")
        }
      }
      try expect(content(path), equals: "old")
      try expect(FileManager.default.contentsOfDirectory(atPath: folder), equals: ["a.txt"])
    }
  }

  @Test("a link stays, and its target is replaced")
  func links() throws {
    try Tool.inFolder { folder in
      try OutputFile.write(text: "\(folder)/a.txt") { try $0("old") }
      try link("\(folder)/b.txt", to: "\(folder)/a.txt")
      try OutputFile.write(text: "\(folder)/b.txt") { try $0("new") }
      try expect(content("\(folder)/a.txt"), equals: "new")
      #expect(isLink("\(folder)/b.txt"))
    }
  }

  // Through a link, so that the machine's own device is safe even if the test fails.
  @Test(
    "a full device is reported, and stays a device",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func device() throws {
    try Tool.inFolder { folder in
      let path = "\(folder)/full"
      try link(path, to: "/dev/full")
      let problem = problem(path)
      #expect(problem?.message == "\(path) cannot be written: No space left on device")
      #expect(isLink(path) && !OutputFile.isFile(path))
    }
  }

  @Test("a pipe receives the text")
  func pipe() throws {
    try Tool.inFolder { folder in
      let path = "\(folder)/pipe"
      try #require(mkfifo(path, 0o600) == 0)
      // Opened for reading and writing, a pipe accepts a writer without a reader.
      let reader = open(path, O_RDWR | O_NONBLOCK)
      try #require(reader >= 0)
      defer { close(reader) }
      try OutputFile.write(text: path) { try $0("words") }
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(reader, &bytes, bytes.count)
      #expect(count == 5 && String(decoding: bytes.prefix(5), as: UTF8.self) == "words")
      #expect(!OutputFile.isFile(path))
    }
  }

  @Test("an impossible path is reported with the reason and a fix")
  func paths() throws {
    try Tool.inFolder { folder in
      try OutputFile.write(text: "\(folder)/file") { try $0("old") }
      let below = problem("\(folder)/file/x/y.csv")
      #expect(below?.message == "\(folder)/file/x/y.csv cannot be written: Not a directory")
      #expect(below?.hint.contains("name another path") ?? false)
      #expect(problem("\(folder)/file/y.csv")?.message.hasSuffix("Not a directory") ?? false)
      #expect(problem(folder)?.hint == "it is a folder: name a file in it")
      try expect(content("\(folder)/file"), equals: "old")
    }
  }
}
