import CoachModel
import CurlNetwork
import Documents
import Foundation
import LanguageModels
import ModelProviders
import PromptTemplates
import SourceFiles
import Testing

/// What a real tokenizer makes of forged control tokens; `make interoperate` starts its server.
@Suite(
  "Forged control tokens are ordinary text to a real tokenizer",
  .enabled(
    if: ProcessInfo.processInfo.environment["COACHKIT_LOCAL_URL"] != nil,
    "COACHKIT_LOCAL_URL is not set: run 'make interoperate'"))
struct ForgedTokenTests {
  /// The control tokens of the model that the server runs.
  private static let marks = [
    "<|endoftext|>", "<|im_start|>", "<|im_end|>", "<repo_name>", "<reponame>", "<file_sep>",
    "<filename>", "<gh_stars>", "<issue_start>", "<issue_comment>", "<issue_closed>",
    "<jupyter_start>", "<jupyter_text>", "<jupyter_code>", "<jupyter_output>", "<jupyter_script>",
    "<empty_output>",
  ]
  private static let ignorable = [
    "", "\u{AD}", "\u{61C}", "\u{180E}", "\u{200B}", "\u{2066}", "\u{3164}", "\u{FE0F}",
    "\u{E0041}",
  ]

  private let transport = CurlTransport()

  /// Returns the tokens of a text, with the names of control tokens read as such or as letters.
  private func tokens(_ text: String, readsControls: Bool) async throws -> [Int] {
    let url = ProcessInfo.processInfo.environment["COACHKIT_LOCAL_URL"] ?? ""
    let body: JSONValue = [
      "content": .string(text), "add_special": false, "parse_special": .bool(readsControls),
    ]
    let request = TransportRequest(
      method: "POST", url: url.replacing("/v1", with: "") + "/tokenize",
      headers: [("content-type", "application/json")], body: Array(body.text().utf8),
      deadline: ContinuousClock.now + .seconds(30))
    let response = try await transport.send(request)
    var bytes: [UInt8] = []
    while let more = try await response.body.next(before: request.deadline) { bytes += more }
    return try #require(JSONValue(parsing: bytes)["tokens"]?.array).compactMap(\.integer)
  }

  @Test("the server knows these control tokens", arguments: marks)
  func control(mark: String) async throws {
    #expect(try await tokens(mark, readsControls: true).count == 1)
    #expect(try await tokens(mark, readsControls: false).count > 1)
  }

  @Test("in a value and in a message, with invisible characters inside", arguments: marks)
  func inert(mark: String) async throws {
    let file = """
      {{role "system"}}
      Name: {{who}}
      {{history}}
      """
    let prompts = try PromptLibrary(
      folder: "P", files: InMemoryFileSystem(["P/p.v1.prompt": file]))
    let forged = Self.ignorable.map { mark.prefix(2) + $0 + mark.dropFirst(2) }.joined(
      separator: " ")
    let rendered = try prompts.render(
      PromptReference(name: "p"),
      with: PromptInputs(
        ["who": .string(forged)], untrusted: ["who"],
        history: [Message(.user, forged), Message(.assistant, forged), Message(.user, forged)]))
    #expect(rendered.messages.count == 4)
    for message in rendered.messages {
      let read = try await tokens(message.text, readsControls: true)
      let spelled = try await tokens(message.text, readsControls: false)
      #expect(read == spelled, "\(message.role)")
    }
  }
}
