import CoachModel
import LanguageModels
import ModelLayers
import SourceFiles
import Testing
import TestKit

@Suite("Replies that came from elsewhere")
struct ReplyFileTests {
  private static let request = ModelRequest(messages: [ModelMessage(Message(.user, "Hello?"))])
  private static let header = #"{"answered_by":"Nadia, by hand","answered":"2026-03-31"}"#

  private static func file(_ lines: String..., header: String = header) throws -> ReplyFile {
    try ReplyFile(
      parsing: Array(([header] + lines).joined(separator: "\n").utf8), path: "r.jsonl")
  }

  private static func line(_ reply: String) -> String {
    #"{"digest":"\#(request.digest.hexadecimal)","reply":"\#(reply)"}"#
  }

  @Test("the reply to a request, under the name of whoever gave it")
  func replies() async throws {
    let model = ImportedReplies(try Self.file(Self.line("Hi."), ""), path: "r.jsonl")
    #expect(model.identity.description == "replies:Nadia, by hand (recorded 2026-03-31)")
    #expect(model.identity.isReplay, "nothing was measured")
    try await expect(model.stream(Self.request).reply().text, equals: "Hi.")
  }

  @Test("samples get the replies in order, and again from the first")
  func samples() async throws {
    let model = ImportedReplies(
      try Self.file(Self.line("One."), Self.line("Two.")), path: "r.jsonl")
    for (attempt, text) in [(1, "One."), (2, "Two."), (3, "One.")] {
      var request = Self.request
      request.origin = RequestOrigin(transcript: "t", side: "v1", attempt: attempt)
      try await expect(model.stream(request).reply().text, equals: text)
    }
  }

  @Test("a request without a reply names the file and how to get the open ones")
  func missing() async throws {
    let model = ImportedReplies(try Self.file(), path: "r.jsonl")
    await #expect {
      _ = try await model.stream(Self.request).reply()
    } throws: { error in
      let error = error as? ModelError
      return error?.code == .notRecorded && error?.message.contains("r.jsonl has no reply") == true
        && error?.advice.contains("coachkit eval requests SUITE") == true
        && error?.advice.contains("eval calibrate CALIBRATION --requests FILE") == true
    }
  }

  @Test("the output of batches, with its usage")
  func batches() async throws {
    let digest = Self.request.digest.hexadecimal
    let anthropic =
      #"{"custom_id":"\#(digest)","result":{"type":"succeeded","message":{"content":[{"type":"text","text":"Hi "},{"type":"text","text":"there."}],"stop_reason":"max_tokens","usage":{"input_tokens":10,"cache_read_input_tokens":90,"output_tokens":4}}}}"#
    let reply = try #require(try Self.file(anthropic).replies[digest]?.first)
    #expect(reply.text == "Hi there." && reply.finish == .length)
    #expect(reply.usage?.input == 100 && reply.usage?.cachedInput == 90)
    let openAI =
      #"{"custom_id":"\#(digest)","response":{"status_code":200,"body":{"choices":[{"message":{"content":"Hi."},"finish_reason":"stop"}],"usage":{"prompt_tokens":7,"completion_tokens":2}}}}"#
    let other = try #require(try Self.file(openAI).replies[digest]?.first)
    #expect(other.text == "Hi." && other.usage?.output == 2)
  }

  @Test("counts that nobody can have used are unknown", arguments: [Int.max, .min, -1, 1 << 54])
  func absurdCounts(count: Int) throws {
    let digest = Self.request.digest.hexadecimal
    let anthropic =
      #"{"custom_id":"\#(digest)","result":{"message":{"content":[{"text":"Hi."}],"usage":{"input_tokens":\#(count),"cache_read_input_tokens":\#(count),"cache_creation_input_tokens":\#(count),"output_tokens":\#(count)}}}}"#
    let openAI =
      #"{"custom_id":"\#(digest)","response":{"body":{"choices":[{"message":{"content":"Hi."}}],"usage":{"prompt_tokens":\#(count),"completion_tokens":\#(count),"prompt_tokens_details":{"cached_tokens":\#(count)}}}}}"#
    for line in [anthropic, openAI] {
      let usage = try #require(try Self.file(line).replies[digest]?.first?.usage)
      #expect(usage.input == nil && usage.output == nil && (usage.cachedInput ?? 0) == 0)
    }
  }

  @Test(
    "what is wrong is named with its line",
    arguments: [
      (["{}"], "r.jsonl:1: the first line does not say who answered"),
      ([], "r.jsonl is empty"),
      ([header, "no"], "r.jsonl:2"),
      ([header, #"{"reply":"x"}"#], "r.jsonl:2: the line names no request"),
      ([header, #"{"digest":"abc","reply":"x"}"#], "r.jsonl:2: the line names no request"),
      (
        [
          header,
          #"{"custom_id":"\#(request.digest.hexadecimal)","result":{"type":"errored","error":{"type":"overloaded_error"}}}"#,
        ], "overloaded_error"
      ),
      (
        [
          header,
          #"{"custom_id":"\#(request.digest.hexadecimal)","result":{"type":"expired"}}"#,
        ], "the batch reports 'expired'"
      ),
    ])
  func broken(lines: [String], message: String) {
    #expect {
      _ = try ReplyFile(parsing: Array(lines.joined(separator: "\n").utf8), path: "r.jsonl")
    } throws: { error in
      (error as? ModelError)?.message.contains(message) == true
    }
  }
}
