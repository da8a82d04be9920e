import Foundation
import Testing
import TestKit

@Suite("Failed writes to standard output are reported")
struct StandardOutputTests {
  private static let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")

  /// Runs the tool with a given standard output; returns its standard error and exit code.
  private func run(_ arguments: [String], into output: FileHandle) throws -> (String, Int32) {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "coachkit")
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: ProjectFolder.path)
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (text, process.terminationStatus)
  }

  private func checkFull(_ arguments: [String]) throws {
    let device = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let (errors, code) = try run(arguments, into: device)
    #expect(code == 1, "\(arguments)")
    let words = "error: standard output cannot be written: No space left on device\n"
    #expect(errors.ranges(of: words).count == 1, "\(arguments): \(errors)")
  }

  @Test("a full disk exits with 1 and is reported once", .enabled(if: Self.hasFullDevice))
  func full() throws {
    try checkFull(["prompts", "list"])
    try checkFull(["domains", "check"])
  }

  #if Evals
    @Test("so does a full disk while results are printed", .enabled(if: Self.hasFullDevice))
    func results() throws {
      try Tool.inFolder { folder in
        let out = "\(folder)/out"
        let result = try Tool.run([
          "eval", "run", "Evals/suites/discovery-ab.yaml", "--out", out, "--no-page",
        ])
        try #require(result.code == 0, "\(result.errors)")
        try checkFull(["eval", "show", "--out", out])
        for form in ["json", "csv"] {
          try checkFull(["eval", "export", "--format", form, "--out", out])
        }
      }
    }
  #endif

  @Test("a closed reader is not an error")
  func closed() throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let (errors, code) = try run(["prompts", "list"], into: pipe.fileHandleForWriting)
    #expect(errors.isEmpty && code != 1, "\(code) \(errors)")
  }
}
