import Documents
import Foundation
import TestKit
import Testing

@Suite("coachkit copy")
struct CopyCommandTests {
  @Test("texts are shown by the beginning of their keys, in a language and a style")
  func shown() throws {
    let german = try Tool.run(["copy", "app", "--language", "de"])
    #expect(german.code == 0 && german.output.hasPrefix("app.offline\n  Du bist gerade offline."))
    #expect(!german.output.contains("usage."))
    let plain = try Tool.run(["copy", "refusal.period_limit", "--copy-style", "plain"])
    expect(plain.output, contains: "You're out of messages for now")
    let unknown = try Tool.run(["copy", "refusel"])
    #expect(unknown.code == 1 && unknown.errors.contains("no key begins with 'refusel'"))
    #expect(try Tool.run(["copy", "--language", "german"]).code == 64)
    #expect(try Tool.run(["copy", "--copy-style", "loud"]).code == 64)
  }

  @Test("a file's texts override the others, also in a chat, and mistakes in it are located")
  func ownFile() throws {
    try Tool.inFolder { folder in
      let path = "\(folder)/copy.yaml"
      try "usage.gentle: {en: {one: 'One.', other: 'Still {count}.'}}\n".write(
        toFile: path, atomically: true, encoding: .utf8)
      let json = try JSONValue(
        parsing: Tool.run(["copy", "usage.gentle", "--copy-file", path, "--json"]).output)
      #expect(json.array?.count == 1 && json.array?.first?["text"] == "Still {count}.")
      #expect(json.array?.first?["one"] == "One.")
      try "usage.gentel: {en: x}\n".write(toFile: path, atomically: true, encoding: .utf8)
      for arguments in [["copy"], ["chat", "--model", "echo"]] {
        let wrong = try Tool.run(arguments + ["--copy-file", path])
        #expect(wrong.code == 1, "\(arguments): \(wrong)")
        #expect(wrong.errors.contains("copy.yaml:1:1") && wrong.errors.contains("usage.gentle"))
      }
    }
  }
}
