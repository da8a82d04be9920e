import CoachModel
import Documents
import LanguageModels
import ModelProviders
import ModelTestKit
import TestKit
import Testing

/// What servers send that no protocol says.
@Suite("Habits of providers")
struct ProviderHabitTests {
  private func outcome(
    _ wire: WireProtocol, type: String? = nil, _ body: String
  ) async -> (reply: ModelReply, error: ModelError?) {
    let transport = FixedTransport(
      headers: ["content-type": type ?? wire.contentType], chunks: [Array(body.utf8)])
    let model = ProviderModel(
      "m", at: Endpoint(wire.profile, baseURL: "http://host:1/v1"), over: transport)
    let (events, error) = await ModelTestKit.outcome(model.stream(greeting))
    return (events.reduce(into: ModelReply()) { $0.add($1) }, error)
  }

  private func events(_ values: String...) -> String {
    values.map { "data: \($0)\n\n" }.joined()
  }

  private static let done = "data: [DONE]\n\n"

  private func chat(_ choice: String) -> String {
    "{\"id\":\"c\",\"choices\":[{\"index\":0,\(choice)}]}"
  }

  private var stop: String { chat(#""delta":{},"finish_reason":"stop""#) }

  // MARK: Text

  @Test("a whole message or text in a chunk is read")
  func fakeStreams() async {
    for choice in [
      #""message":{"role":"assistant","content":"Hi you"},"finish_reason":"stop""#,
      #""text":"Hi you","finish_reason":"stop""#,
      #""delta":{"content":[{"type":"text","text":"Hi you"}]},"finish_reason":"stop""#,
    ] {
      let (reply, error) = await outcome(.openAIChat, events(chat(choice)) + Self.done)
      expect(error, equals: nil)
      expect(reply.text, equals: "Hi you")
      expect(reply.finish, equals: .stop)
    }
  }

  @Test("a whole reply in place of a stream is read, in every protocol")
  func wholeReplies() async {
    let bodies: [(WireProtocol, String)] = [
      (
        .openAIChat,
        #"{"id":"c","model":"m","choices":[{"index":0,"message":{"content":"Hi"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":2}}"#
      ),
      (
        .anthropic,
        #"{"id":"m1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"Hi"}],"stop_reason":"end_turn","usage":{"input_tokens":3,"output_tokens":2}}"#
      ),
      (
        .openAIResponses,
        #"{"id":"r1","object":"response","status":"completed","model":"m","output":[{"type":"message","content":[{"type":"output_text","text":"Hi"}]}],"usage":{"input_tokens":3,"output_tokens":2}}"#
      ),
      (
        .gemini,
        #"{"candidates":[{"content":{"parts":[{"text":"Hi"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":3,"candidatesTokenCount":2}}"#
      ),
    ]
    for (wire, body) in bodies {
      for type in ["application/json", "text/event-stream", "application/json; charset=utf-8", ""] {
        let (reply, error) = await outcome(wire, type: type, body)
        expect(error, equals: nil, "\(wire) \(type)")
        expect(reply.text, equals: "Hi", "\(wire) \(type)")
        expect(reply.finish, equals: .stop)
        expect(reply.usage, equals: TokenUsage(input: 3, output: 2))
      }
    }
  }

  @Test("lines of JSON in place of events are read")
  func lines() async {
    let body = [chat(#""delta":{"content":"Hi "}"#), chat(#""delta":{"content":"you"}"#), stop]
      .joined(separator: "\n")
    let (reply, error) = await outcome(.openAIChat, type: "application/x-ndjson", body)
    expect(error?.code, equals: nil)
    expect(reply.text, equals: "Hi you")
  }

  @Test(
    "the type of a body is read by its meaning",
    arguments: [
      "Text/Event-Stream; charset=UTF-8", "text/event-stream;charset=utf-8", "TEXT/EVENT-STREAM",
      " text/event-stream", "text/plain", "application/octet-stream", "application/json", "",
    ])
  func types(type: String) async {
    let body = events(chat(#""delta":{"content":"Hi"}"#), stop) + Self.done
    let (reply, error) = await outcome(.openAIChat, type: type, body)
    expect(error, equals: nil)
    expect(reply.text, equals: "Hi")
  }

  @Test("halves of a character in two deltas are joined, and a lost half is replaced")
  func halves() async {
    func text(_ pieces: String...) async -> String {
      let deltas = pieces.map { "data: \(chat("\"delta\":{\"content\":\"\($0)\"}"))\n\n" }.joined()
      return await outcome(.openAIChat, deltas + events(stop) + Self.done).reply.text
    }
    await expect(text(#"go \ud83d"#, #"\ude00 on"#), equals: "go 😀 on")
    await expect(text(#"\ud83d"#, #"\ude00"#, #"\ud83d"#, #"\ude01"#), equals: "😀😁")
    await expect(text(#"a\\ud83d"#, "b"), equals: "a\\ud83db")
    await expect(text(#"a\ud83d"#, "b"), equals: "a\u{fffd}b")
    await expect(text("a", #"\ude00b"#), equals: "a\u{fffd}b")
    await expect(text(#"\ud83d\ude00 x"#, "y"), equals: "😀 xy")
  }

  @Test("reasoning under two names is read from the one that has some")
  func reasoningNames() async {
    for delta in [
      #"{"reasoning_content":"","reasoning":"Think"}"#,
      #"{"reasoning_content":"Think","reasoning":""}"#,
      #"{"reasoning":"Think","reasoning_content":"Think"}"#,
      #"{"thinking":"Think","reasoning":null}"#,
    ] {
      let body =
        events(chat("\"delta\":\(delta)"), chat(#""delta":{"content":"Hi"}"#), stop) + Self.done
      let (reply, _) = await outcome(.openAIChat, body)
      expect(reply.reasoning, equals: "Think")
      expect(reply.text, equals: "Hi")
    }
  }

  // MARK: Tool calls

  @Test("arguments of tools are whole, and calls of one name apart")
  func toolCalls() async {
    func calls(_ deltas: String..., after: [String] = []) async -> [String] {
      let chunks = deltas.map { chat("\"delta\":{\"tool_calls\":[\($0)]}") }
      let end = chat(#""delta":{},"finish_reason":"tool_calls""#)
      let rest = after.map { chat("\"delta\":{\"tool_calls\":[\($0)]}") }
      let body = (chunks + [end] + rest).map { "data: \($0)\n\n" }.joined() + Self.done
      let (reply, error) = await outcome(.openAIChat, body)
      expect(error, equals: nil)
      expect(reply.finish, equals: .toolCalls)
      return reply.toolCalls.map { "\($0.name)\($0.arguments)" }
    }
    func piece(_ arguments: String, name: String? = nil, id: String? = nil, index: Int? = 0)
      -> String
    {
      var function: JSONObject = ["arguments": .string(arguments)]
      function["name"] = name.map { .string($0) }
      var call: JSONObject = ["function": .object(function)]
      call["id"] = id.map { .string($0) }
      call["index"] = index.map { .integer($0) }
      return JSONValue.object(call).text()
    }
    await expect(
      calls(piece("{}", name: "f", id: "a"), piece("{\"x\":1}")), equals: ["f{\"x\":1}"])
    await expect(calls(piece("{}", name: "f", id: "a")), equals: ["f{}"])
    await expect(
      calls(piece("{", name: "f", id: "a"), piece("}")), equals: ["f{}"])
    await expect(
      calls(piece("{\"x\":1}", name: "f"), piece("{\"x\":2}", name: "f")),
      equals: ["f{\"x\":1}", "f{\"x\":2}"])
    await expect(
      calls(
        piece("{\"x\":1}", name: "f", index: nil), piece("{\"x\":2}", name: "f", index: nil)),
      equals: ["f{\"x\":1}", "f{\"x\":2}"])
    await expect(
      calls(piece("{\"x\":", name: "f"), piece("1}", name: "f")), equals: ["f{\"x\":1}"])
    await expect(
      calls(piece("{\"x\":", name: "f", id: "a"), after: [piece("1}")]), equals: ["f{\"x\":1}"])
  }

  // MARK: Counts

  @Test("counts are found at the places of all known servers")
  func places() async {
    func usage(_ counts: String, inChoice: Bool = false) async -> TokenUsage? {
      let last =
        inChoice
        ? chat(#""delta":{},"finish_reason":"stop","usage":\#(counts)"#)
        : #"{"choices":[],"usage":\#(counts)}"#
      let body = events(chat(#""delta":{"content":"Hi"}"#), stop, last) + Self.done
      return await outcome(.openAIChat, body).reply.usage
    }
    let kimi = #"{"prompt_tokens":20,"completion_tokens":3,"total_tokens":23,"cached_tokens":16}"#
    for inChoice in [true, false] {
      await expect(
        usage(kimi, inChoice: inChoice), equals: TokenUsage(input: 20, cachedInput: 16, output: 3))
    }
    await expect(
      usage(
        #"{"prompt_tokens":900,"completion_tokens":3,"total_tokens":903,"cache_creation_input_tokens":500,"cache_read_input_tokens":100,"prompt_tokens_details":{"cached_tokens":100,"cache_creation_tokens":500,"cache_creation_token_details":{"ephemeral_1h_input_tokens":200}}}"#
      ),
      equals: TokenUsage(
        input: 900, cachedInput: 100, cacheWrites: 500, hourCacheWrites: 200, output: 3))
    await expect(
      usage(#"{"prompt_tokens":9,"completion_tokens":2,"prompt_cache_hit_tokens":4}"#),
      equals: TokenUsage(input: 9, cachedInput: 4, output: 2))
    await expect(
      usage(#"{"input_tokens":9,"output_tokens":2,"reasoning_tokens":1}"#),
      equals: TokenUsage(input: 9, output: 2, reasoning: 1))
  }

  @Test("counts that do not add up are corrected by the total, or doubtful")
  func sums() {
    func checked(
      _ input: Int, _ output: Int, reasoning: Int? = nil, cached: Int? = nil, writes: Int? = nil,
      total: Int? = nil
    ) -> [Int] {
      let usage = TokenUsage(
        input: input, cachedInput: cached, cacheWrites: writes, output: output, reasoning: reasoning
      )
      let checked = ReportedUsage(usage, total: total).checked
      return [checked.input ?? -1, checked.output ?? -1, checked.isDoubtful ? 1 : 0]
    }
    expect(checked(10, 5, reasoning: 3, cached: 4, total: 15), equals: [10, 5, 0])
    expect(checked(10, 5, reasoning: 3, cached: 4), equals: [10, 5, 0])
    // The output lacks the reasoning, as the total shows.
    expect(checked(32, 9, reasoning: 94, total: 135), equals: [32, 103, 0])
    expect(checked(32, 90, reasoning: 40, total: 162), equals: [32, 130, 0])
    // The same without a total, or with one that explains nothing.
    expect(checked(32, 9, reasoning: 94), equals: [32, 103, 1])
    expect(checked(32, 9, reasoning: 94, total: 41), equals: [32, 103, 1])
    // The input lacks what was read from the cache.
    expect(checked(10, 5, cached: 90, total: 105), equals: [100, 5, 0])
    expect(checked(10, 5, cached: 90), equals: [100, 5, 1])
    expect(checked(10, 5, cached: 60, writes: 30), equals: [100, 5, 1])
    // A total beyond all parts.
    expect(checked(10, 5, total: 40), equals: [10, 30, 1])
    expect(checked(10, 5, total: 12), equals: [10, 5, 1])
    expect(checked(10, 5, total: 0), equals: [10, 5, 0])
  }

  @Test("a doubtful count is a warning, and marked")
  func doubtful() async {
    let counts =
      #"{"choices":[],"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":99}}"#
    let body = events(chat(#""delta":{"content":"Hi"}"#), stop, counts) + Self.done
    let (reply, _) = await outcome(.openAIChat, body)
    expect(reply.usage, equals: TokenUsage(input: 10, output: 89, isDoubtful: true))
    expect(reply.warnings.count, equals: 1)
    expect(reply.usage?.json["doubtful"]?.bool, equals: true)
  }

  @Test("a later zero erases no count")
  func laterZero() async {
    let anthropic = events(
      #"{"type":"message_start","message":{"id":"m1","usage":{"input_tokens":300,"cache_creation_input_tokens":4000,"cache_read_input_tokens":0,"output_tokens":1}}}"#,
      #"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"Hi"}}"#,
      #"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"input_tokens":0,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":20}}"#,
      #"{"type":"message_stop"}"#)
    await expect(
      outcome(.anthropic, anthropic).reply.usage,
      equals: TokenUsage(input: 4300, cachedInput: 0, cacheWrites: 4000, output: 20))
    let chunks = events(
      chat(#""delta":{"content":"Hi"}"#),
      #"{"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":4}}"#,
      stop, #"{"choices":[],"usage":{"prompt_tokens":0,"completion_tokens":5}}"#)
    await expect(
      outcome(.openAIChat, chunks + Self.done).reply.usage, equals: TokenUsage(input: 9, output: 5))
  }

  // MARK: Errors

  @Test("errors inside of a stream are quoted and classified")
  func errors() async {
    let cases: [(String, ModelError.Code, String)] = [
      (
        events(#"{"code":"InvalidApiKey","message":"The key is wrong.","request_id":"r-1"}"#),
        .authentication, "The key is wrong."
      ),
      (
        events(#"{"code":"Throttling","message":"Too fast."}"#), .rateLimit, "Too fast."
      ),
      (
        events(
          #"{"errors":[{"code":1,"message":"The free allocation is used up"}],"success":false}"#),
        .quota, "The free allocation is used up"
      ),
      (
        "event: error\n" + events(#"{"message":"Busy now","status_code":503}"#), .overloaded,
        "Busy now"
      ),
      ("event: error\ndata: Something broke\n\n", .overloaded, "Something broke"),
      (
        events(
          chat(
            #""delta":{"content":""},"finish_reason":"error","error":{"code":502,"message":"Upstream is silent"}"#
          )),
        .overloaded, "Upstream is silent"
      ),
      (
        events(#"{"id":"c","choices":[{"index":0,"delta":{}}],"x_groq":{"error":"no capacity"}}"#),
        .overloaded, "no capacity"
      ),
    ]
    let beginning = events(chat(#""delta":{"content":"Hi"}"#))
    for (body, code, message) in cases {
      for start in ["", beginning] {
        let (_, error) = await outcome(.openAIChat, start + body)
        expect(error?.code, equals: code, "\(body)")
        expect(error?.message ?? "", contains: message)
        expect(error?.partialText ?? "", equals: start.isEmpty ? "" : "Hi")
        if code == .authentication { expect(error?.isRetryable, equals: false) }
      }
    }
  }

  @Test(
    "an empty error is none",
    arguments: ["\"\"", "{}", "null", "[]", "false", #"{"code":null,"message":""}"#])
  func emptyErrors(error: String) async {
    func chunk(_ text: String, _ reason: String) -> String {
      #"{"id":"c","choices":[{"index":0,"delta":{"content":"\#(text)"},"finish_reason":\#(reason)}],"error":\#(error)}"#
    }
    let body = events(chunk("Hi ", "null"), chunk("you", "\"stop\"")) + Self.done
    let (reply, failure) = await outcome(.openAIChat, body)
    expect(failure, equals: nil)
    expect(reply.text, equals: "Hi you")
  }

  @Test(
    "the words of other vendors for a filter",
    arguments: ["content_filter", "sensitive", "content_filtered", "safety"])
  func filters(word: String) async {
    let body = events(
      chat(#""delta":{"content":"Hi"}"#), chat("\"delta\":{},\"finish_reason\":\"\(word)\""))
    await expect(outcome(.openAIChat, body + Self.done).reply.finish, equals: .contentFilter)
  }

  @Test(
    "Gemini's newer words for a filter",
    arguments: ["NO_IMAGE", "ESCALATION", "LANGUAGE", "SAFETY"])
  func geminiFilters(word: String) async {
    let body = events(
      #"{"candidates":[{"content":{"parts":[{"text":"Hi"}]},"finishReason":"\#(word)"}],"responseId":"r"}"#
    )
    await expect(outcome(.gemini, body).reply.finish, equals: .contentFilter)
  }

  // MARK: Responses

  @Test("Responses: only the last event has the text, or says that the reply failed")
  func onlyCompleted() async {
    func completed(_ status: String, _ more: String) -> String {
      events(
        #"{"type":"response.created","response":{"id":"r","status":"in_progress","output":[]}}"#,
        #"{"type":"response.completed","response":{"id":"r","status":"\#(status)",\#(more)}}"#)
    }
    let output =
      #""output":[{"type":"reasoning","summary":[{"type":"summary_text","text":"Hm."}]},{"type":"message","content":[{"type":"output_text","text":"Whole answer."}]},{"type":"function_call","call_id":"c","name":"f","arguments":"{}"}]"#
    let (reply, error) = await outcome(.openAIResponses, completed("completed", output))
    expect(error, equals: nil)
    expect(reply.text, equals: "Whole answer.")
    expect(reply.reasoning, equals: "Hm.")
    expect(reply.toolCalls.map(\.name), equals: ["f"])
    expect(reply.finish, equals: .toolCalls)
    let failed = await outcome(
      .openAIResponses,
      completed("failed", #""output":[],"error":{"code":"server_error","message":"It broke"}"#))
    expect(failed.error?.code, equals: .overloaded)
    expect(failed.error?.message ?? "", contains: "It broke")
  }

  @Test("Responses: text comes once, with or without indices and with changing ids")
  func onceOnly() async {
    for (first, second, third) in [
      (#""item_id":"m""#, #""output_index":0,"#, "m"),
      (#""item_id":"other""#, #""output_index":0,"#, "third"),
      (#""output_index":0"#, "", "m"), (#""item_id":"m""#, "", "m"),
    ] {
      let body = events(
        #"{"type":"response.output_item.added","output_index":0,"item":{"type":"message","id":"m","content":[]}}"#,
        #"{"type":"response.output_text.delta",\#(first),"delta":"Hi"}"#,
        #"{"type":"response.output_text.done",\#(first),"text":"Hi"}"#,
        #"{"type":"response.output_item.done",\#(second)"item":{"type":"message","id":"\#(third)","content":[{"type":"output_text","text":"Hi"}]}}"#,
        #"{"type":"response.completed","response":{"id":"r","status":"completed","output":[{"type":"message","id":"m","content":[{"type":"output_text","text":"Hi"}]}]}}"#
      )
      let (reply, error) = await outcome(.openAIResponses, body)
      expect(error, equals: nil)
      expect(reply.text, equals: "Hi", "\(first) \(second) \(third)")
    }
  }

  // MARK: Reasoning

  @Test("reasoning in content is no text, in every protocol, and learned if its start is missing")
  func reasoning() async {
    let transport = FixedTransport(
      chunks: [
        events(
          chat(#""delta":{"content":"She hides it.</thi"}"#),
          chat(#""delta":{"content":"nk>What now?"}"#), stop)
          + Self.done
      ].map { Array($0.utf8) })
    let model = ProviderModel(
      "m", at: Endpoint(.compatible, baseURL: "http://host:1/v1"), over: transport)
    for isKnown in [false, true] {
      let (events, error) = await ModelTestKit.outcome(model.stream(greeting))
      let reply = events.reduce(into: ModelReply()) { $0.add($1) }
      expect(error, equals: nil)
      expect(reply.text, equals: "What now?")
      expect(reply.reasoning, equals: "She hides it.")
      // Once it is known, no reasoning is shown as text.
      expect(events.compactMap(\.text).joined().contains("hides"), equals: !isKnown)
    }
  }

  @Test("models whose template has the opening tag are known by their names")
  func knownTemplates() {
    for (name, starts) in [
      ("deepseek-r1:7b", true), ("deepseek-ai/DeepSeek-R1-Distill-Qwen-7B", true),
      ("QwQ-32B", true),
      ("deepseek-chat", nil), ("qwen3-8b", nil),
    ] {
      let known = CapabilityTable.builtIn.capabilities(of: name, provider: "vllm")
      expect(known.startsReasoning, equals: starts)
    }
  }

  // MARK: Prompts that were cut

  @Test("a count far below the size of the prompt is a warning with both numbers")
  func cutPrompt() async {
    let words = String(repeating: "What matters to you? ", count: 1000)
    let request = ModelRequest(messages: [ModelMessage(Message(.user, words))])
    for (count, isCut) in [(1500, true), (4000, false), (5500, false)] {
      let line =
        #"{"model":"m","message":{"content":"Hi"},"done":true,"done_reason":"stop","prompt_eval_count":\#(count),"eval_count":2}"#
      let transport = FixedTransport(
        headers: ["content-type": "application/x-ndjson"], chunks: [Array("\(line)\n".utf8)])
      let model = ProviderModel("m", at: Endpoint(.ollama), over: transport)
      let reply = try? await model.stream(request).reply()
      expect(reply?.warnings.count, equals: isCut ? 1 : 0)
      if isCut {
        expect(reply?.warnings.first ?? "", contains: "1500")
        expect(reply?.warnings.first ?? "", contains: "\(request.roughInputTokens)")
      }
    }
  }

  @Test("Ollama is asked for a context that holds the request")
  func ollamaContext() async throws {
    func context(_ count: Int, _ parameters: ModelParameters = ModelParameters()) async throws
      -> Int?
    {
      let words = String(repeating: "What matters to you? ", count: count)
      let request = ModelRequest(
        messages: [ModelMessage(Message(.user, words))], parameters: parameters)
      return try await sent(request, .ollama).body["options"]?["num_ctx"]?.integer
    }
    await expect(try context(1), equals: 8192)
    await expect(try context(1000), equals: 16384)
    await expect(try context(4000), equals: 32768)
    await expect(try context(1, ModelParameters(maximumTokens: 20_000)), equals: 32768)
  }
}
