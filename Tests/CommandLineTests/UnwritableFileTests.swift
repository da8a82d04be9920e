import Foundation
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
}
