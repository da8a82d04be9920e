import Foundation
import LanguageModels
import Testing
import TestKit

/// A complete evaluation with the model on this machine, which `make interoperate` starts.
@Suite(
  "An evaluation with a real model replays unchanged and stores no secrets",
  .serialized,
  .enabled(
    if: ProcessInfo.processInfo.environment["COACHKIT_LOCAL_URL"] != nil,
    "COACHKIT_LOCAL_URL is not set: run 'make interoperate'"))
struct LocalModelTests {
  // Composed here, so that no file of the project contains what looks like a key.
  private static let keyInHeader = "sk-" + "plantedHeader0123456789"
  private static let keyInBody = "ghp_" + "plantedBody01234567890123456"
  private static let passwordInURL = "plantedPassword1"
  private static let secrets = [keyInHeader, keyInBody, passwordInURL]

  private var local: String { ProcessInfo.processInfo.environment["COACHKIT_LOCAL_URL"] ?? "" }

  /// The local server's address with a name and a password.
  private var address: String {
    local.replacingOccurrences(of: "://", with: "://me:\(Self.passwordInURL)@")
  }

  private func workspace(_ folder: String) throws -> String {
    let name = "discovery-amara-night-shifts.yaml"
    let path = "\(ProjectFolder.path)/Evals/transcripts/discovery/\(name)"
    var text = try String(contentsOfFile: path, encoding: .utf8)
    let place = try #require(text.range(of: "Ha, talking loudest. "))
    text.insert(contentsOf: "My token is \(Self.keyInBody) by the way. ", at: place.upperBound)
    let transcripts = "\(folder)/transcripts"
    try FileManager.default.createDirectory(
      atPath: transcripts, withIntermediateDirectories: true)
    try text.write(toFile: "\(transcripts)/\(name)", atomically: true, encoding: .utf8)
    let suite = """
      name: planted
      description: Does anything that is secret get into a file?
      transcripts: {folder: transcripts}
      turns: [1, 3]
      parameters: {max_tokens: 24, temperature: 0.7, seed: 7}
      variants:
        - {id: v1, prompt: discovery@v1}
        - {id: v2, prompt: discovery@v2}
      references:
        - {id: written, kind: discovery}
      graders: [one-question, no-advice]
      """
    try suite.write(toFile: "\(folder)/suite.yaml", atomically: true, encoding: .utf8)
    return "\(folder)/suite.yaml"
  }

  @Test("recorded, replayed, and searched for planted secrets")
  func evaluation() throws {
    try Tool.inFolder { folder in
      let suite = try workspace(folder)
      let environment = ["LLAMA_API_KEY": Self.keyInHeader, "NO_PROXY": "127.0.0.1"]
      func run(_ arguments: [String], out: String) throws -> Tool.Result {
        try Tool.run(
          ["eval", "run", suite, "--out", "\(folder)/\(out)"] + arguments,
          environment: environment)
      }
      let live = try run(
        [
          "--model", "local", "--base-url", address, "--record", "\(folder)/r.jsonl", "--log",
          "\(folder)/calls.jsonl", "--cache", "\(folder)/cache",
        ], out: "live")
      // 24 tokens are too few for any reply to end by itself, which is an error of the run.
      #expect(live.code == 1 && live.output.contains("ended at the token limit"), "\(live.errors)")
      let replay = try run(["--model", "replay:\(folder)/r.jsonl"], out: "replay")
      #expect(replay.code == 1, "\(replay.errors)")
      #expect(rows(live.output) == rows(replay.output))

      // A failing call whose server repeats nothing, but whose address contains the password.
      let failed = try Tool.run(
        [
          "ask", "compatible:none", "Hi", "--retries", "0", "--base-url",
          "http://me:\(Self.passwordInURL)@127.0.0.1:9/v1", "--log", "\(folder)/calls.jsonl",
        ], environment: environment)
      #expect(failed.code == 1)
      for text in [live.output, live.errors, replay.output, replay.errors, failed.errors] {
        for secret in Self.secrets { #expect(!text.contains(secret)) }
      }
      let found = try files(in: folder).filter { file in
        let bytes = try Data(contentsOf: URL(filePath: file))
        return Self.secrets.contains { bytes.range(of: Data($0.utf8)) != nil }
      }
      #expect(
        found.map { $0.split(separator: "/").suffix(2).joined(separator: "/") }
          == ["transcripts/discovery-amara-night-shifts.yaml"])
      #expect(try files(in: folder).count >= 8)
    }
  }

  /// The words of the lines without rates, since times differ in every run and move the columns.
  private func rows(_ output: String) -> [[Substring]] {
    output.split(separator: "\n").filter { $0.contains("%") && !$0.hasPrefix("metric") }
      .map { $0.split(separator: " ") }
  }

  private func files(in folder: String) throws -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.map { "\(folder)/\($0)" }.filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }
}
