import CommandLineSupport
import Foundation
import TestKit
import Testing

@Suite(
  "Files that cannot be read or written are reported in plain words, before anything is paid for")
struct UnwritableFileTests {
  /// A workspace with a scripted reply, a link to nowhere and a pipe.
  private func inFolder(_ body: (String) throws -> Void) throws {
    try Tool.inFolder { folder in
      try Data("Hello.".utf8).write(to: URL(filePath: "\(folder)/reply.txt"))
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/link", withDestinationPath: "nowhere")
      #expect(mkfifo("\(folder)/pipe", 0o600) == 0)
      try body(folder)
    }
  }

  @Test(
    "a log or a cache that fails does not fail the call, but is mentioned",
    arguments: [
      ("--log", "/dev/full", "warning: the log is incomplete: /dev/full cannot be written"),
      ("--cache", "/dev/null/x", "warning: replies are not cached: "),
    ])
  func warned(option: String, path: String, message: String) throws {
    try inFolder { folder in
      let result = try Tool.run(["ask", "scripted:\(folder)/reply.txt", "hi", option, path])
      #expect(result.code == 0 && result.output == "Hello.\n")
      #expect(result.errors.contains(message), "\(result.errors)")
      #expect(!result.errors.contains("NSCocoaErrorDomain"))
    }
  }

  @Test(
    "an output that cannot be written is an error before the first call",
    arguments: [
      ["chat", "--state", "/dev/null/x", "--model", "scripted:F/reply.txt"],
      ["ask", "scripted:F/reply.txt", "hi", "--log", "/dev/null/x/y.log"],
      [
        "eval", "run", "Evals/suites/discovery-ab.yaml", "--record", "/dev/null/x", "--out",
        "F/out",
      ],
    ])
  func refused(arguments: [String]) throws {
    try inFolder { folder in
      let result = try Tool.run(
        arguments.map { $0.replacing("F/", with: "\(folder)/") }, input: "hello\n")
      #expect(result.code == 1 && result.output.isEmpty, "\(result.output)")
      #expect(result.errors.contains("cannot be written"), "\(result.errors)")
      #expect(!result.errors.contains("NSCocoaErrorDomain"))
    }
  }

  @Test(
    "hints say what a path is",
    arguments: [
      ("link", "it is a link to 'nowhere', which does not exist"),
      ("pipe", "is a pipe or a device, not a file"),
    ])
  func hints(name: String, hint: String) throws {
    try inFolder { folder in
      for command in [["eval", "run"], ["personas", "review"]] {
        let result = try Tool.run(command + ["\(folder)/\(name)"])
        #expect(result.code == 1 && result.errors.contains(hint), "\(result.errors)")
      }
    }
  }

  @Test("a second chat on one file of state is refused, and the file is left as it is")
  func secondChat() throws {
    try inFolder { folder in
      let lock = try RunLock(run: "me.json", folder: folder)
      defer { lock.release() }
      let result = try Tool.run(
        ["chat", "--state", "\(folder)/me.json", "--model", "scripted:\(folder)/reply.txt"],
        input: "hello\n")
      #expect(result.code == 1 && result.errors.contains("is in use by another chat"))
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/me.json"))
    }
  }

  @Test("labels that several processes set at once are all kept")
  func labelsAtOnce() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "coachkit-\(UUID().uuidString)").path()
    try FileManager.default.copyItem(atPath: "\(ProjectFolder.path)/Prompts", toPath: folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let names = ["check-in", "nudge", "paywall", "journal-themes"]
    await withTaskGroup(of: Int32?.self) { group in
      for name in names {
        group.addTask {
          try? Tool.run(["prompts", "label", name, "beta", "v1", "--prompts", folder]).code
        }
      }
      for await code in group { #expect(code == 0) }
    }
    let labels = try String(contentsOfFile: "\(folder)/labels.yaml", encoding: .utf8)
    #expect(labels.split(separator: "beta").count == names.count + 1, "\(labels)")
  }

  @Test("a name with an escape sequence does not reach the terminal")
  func escapes() throws {
    try inFolder { folder in
      let career = try String(
        contentsOfFile: "\(ProjectFolder.path)/DomainConfigs/career.yaml", encoding: .utf8)
      let name = try #require(career.split(separator: "\n").first { $0.hasPrefix("name:") })
      try Data(career.replacing(name, with: #"name: "\e]0;t\aC\u202ereer""#).utf8)
        .write(to: URL(filePath: "\(folder)/career.yaml"))
      for command in [["list"], ["show", "career"]] {
        let result = try Tool.run(["domains"] + command + ["--domains", folder])
        #expect(!result.output.isEmpty && result.output.allSatisfy { $0 != "\u{1b}" }, "\(command)")
        #expect(!result.output.unicodeScalars.contains { $0.value == 7 || $0.value == 0x202e })
      }
    }
  }
}
