package import LanguageModels

/// A short, faultless reply in one protocol, event by event, into which faults are inserted.
package struct SampleReply: Sendable {
  /// The bytes of each event, with its end.
  package var events: [[UInt8]]
  /// The event with the first text.
  package var firstContent: Int
  /// The event with the finish reason.
  package var reason: Int
  /// The text that each event adds.
  package var texts: [String]
  package let wire: WireProtocol

  package var bytes: [UInt8] { events.flatMap { $0 } }
  /// The text of the complete reply.
  package var text: String { texts.joined() }
  /// The text of the events before a position.
  package func text(before position: Int) -> String { texts[..<position].joined() }

  package var contentType: String {
    wire == .ollama ? "application/x-ndjson" : "text/event-stream"
  }

  package static func of(_ wire: WireProtocol) -> SampleReply {
    switch wire {
    case .anthropic: anthropic
    case .openAIChat: chat
    case .openAIResponses: responses
    case .gemini: gemini
    case .geminiInteractions: interactions
    case .ollama: ollama
    default: preconditionFailure("there is no sample of \(wire.rawValue): add one here")
    }
  }

  /// The error that this protocol sends inside a stream.
  package var errorEvent: [UInt8] {
    let text =
      switch wire {
      case .anthropic:
        #"event: error\#ndata: {"type":"error","error":{"type":"overloaded_error","message":"Busy"}}"#
      case .openAIChat: #"data: {"error":{"message":"Busy","type":"server_error","code":503}}"#
      case .openAIResponses:
        #"data: {"type":"error","code":"server_error","message":"Busy","param":null}"#
      case .gemini: #"data: {"error":{"code":503,"message":"Busy","status":"UNAVAILABLE"}}"#
      case .geminiInteractions:
        #"event: error\#ndata: {"error":{"message":"Busy","code":"service_unavailable"},"event_type":"error"}"#
      default: #"{"error":"Busy"}"#
      }
    return Array((text + (wire == .ollama ? "\n" : "\n\n")).utf8)
  }

  /// An event of an unknown kind.
  package var unknownEvent: [UInt8] {
    wire == .ollama
      ? Array("{\"model\":\"m\",\"done\":false,\"novelty\":1}\n".utf8)
      : Array("event: novelty\ndata: {\"type\":\"novelty\",\"value\":[1]}\n\n".utf8)
  }

  private init(_ wire: WireProtocol, _ events: [(json: String, text: String)], reason: Int) {
    self.wire = wire
    self.events = events.map { event in
      switch wire {
      case .ollama: Array("\(event.json)\n".utf8)
      case .anthropic:
        Array("event: \(Self.type(event.json))\ndata: \(event.json)\n\n".utf8)
      default: Array("data: \(event.json)\n\n".utf8)
      }
    }
    texts = events.map(\.text)
    firstContent = texts.firstIndex { !$0.isEmpty } ?? 0
    self.reason = reason
  }

  /// The value of an event's first member, which is its type.
  private static func type(_ json: String) -> Substring {
    json.split(separator: "\"").dropFirst(2).first ?? ""
  }

  private static let anthropic = SampleReply(
    .anthropic,
    [
      (
        #"{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1}}}"#,
        ""
      ),
      (#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#, ""),
      (
        #"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"What"}}"#,
        "What"
      ),
      (
        #"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":" matters – naïvely? 🌱"}}"#,
        " matters – naïvely? 🌱"
      ),
      (#"{"type":"content_block_stop","index":0}"#, ""),
      (
        #"{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":5}}"#,
        ""
      ),
      (#"{"type":"message_stop"}"#, ""),
    ], reason: 5)

  private static let chat: SampleReply = {
    func chunk(_ delta: String, _ reason: String = "null") -> String {
      #"{"id":"c1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":\#(delta),"finish_reason":\#(reason)}]}"#
    }
    return SampleReply(
      .openAIChat,
      [
        (chunk(#"{"role":"assistant","content":""}"#), ""),
        (chunk(#"{"content":"What"}"#), "What"),
        (chunk(#"{"content":" matters – naïvely? 🌱"}"#), " matters – naïvely? 🌱"),
        (chunk("{}", #""stop""#), ""),
        (
          #"{"id":"c1","object":"chat.completion.chunk","created":1,"model":"m","choices":[],"usage":{"prompt_tokens":9,"completion_tokens":5,"total_tokens":14}}"#,
          ""
        ),
        ("[DONE]", ""),
      ], reason: 3)
  }()

  private static let responses: SampleReply = {
    func response(_ status: String, _ more: String = "") -> String {
      #""response":{"id":"r1","object":"response","created_at":1,"status":"\#(status)","model":"m","output":[],"parallel_tool_calls":true,"tool_choice":"auto","tools":[]\#(more)}"#
    }
    let place = #""item_id":"m1","output_index":0,"content_index":0"#
    let part = #""part":{"type":"output_text","text":"","annotations":[]}"#
    let item =
      #""item":{"id":"m1","type":"message","role":"assistant","status":"in_progress","content":[]}"#
    let usage =
      #","usage":{"input_tokens":9,"input_tokens_details":{"cached_tokens":0},"output_tokens":5,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":14}"#
    return SampleReply(
      .openAIResponses,
      [
        (#"{"type":"response.created","sequence_number":0,\#(response("in_progress"))}"#, ""),
        (
          #"{"type":"response.output_item.added","sequence_number":1,"output_index":0,\#(item)}"#,
          ""
        ),
        (#"{"type":"response.content_part.added","sequence_number":2,\#(place),\#(part)}"#, ""),
        (
          #"{"type":"response.output_text.delta","sequence_number":3,\#(place),"delta":"What","logprobs":[]}"#,
          "What"
        ),
        (
          #"{"type":"response.output_text.delta","sequence_number":4,\#(place),"delta":" matters – naïvely? 🌱","logprobs":[]}"#,
          " matters – naïvely? 🌱"
        ),
        (
          #"{"type":"response.output_item.done","sequence_number":5,"output_index":0,\#(item)}"#, ""
        ),
        (
          #"{"type":"response.completed","sequence_number":6,\#(response("completed", usage))}"#,
          ""
        ),
      ], reason: 6)
  }()

  private static let gemini: SampleReply = {
    func chunk(_ text: String, _ more: String = "") -> String {
      #"{"candidates":[{"content":{"parts":[{"text":"\#(text)"}],"role":"model"},"index":0\#(more)}],"modelVersion":"m","responseId":"g1","usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":5,"totalTokenCount":14}}"#
    }
    return SampleReply(
      .gemini,
      [
        (chunk("What"), "What"), (chunk(" matters"), " matters"),
        (chunk(" – naïvely? 🌱"), " – naïvely? 🌱"), (chunk("", #","finishReason":"STOP""#), ""),
      ], reason: 3)
  }()

  private static let interactions: SampleReply = {
    func interaction(_ status: String, _ more: String = "") -> String {
      #""interaction":{"id":"v1_i","status":"\#(status)","object":"interaction","model":"m"\#(more)}"#
    }
    func delta(_ text: String) -> (json: String, text: String) {
      (
        #"{"index":0,"delta":{"text":"\#(text)","type":"text"},"event_type":"step.delta"}"#, text
      )
    }
    let usage =
      #","usage":{"total_tokens":14,"total_input_tokens":9,"total_cached_tokens":0,"total_output_tokens":5,"total_tool_use_tokens":0,"total_thought_tokens":0}"#
    return SampleReply(
      .geminiInteractions,
      [
        (#"{\#(interaction("in_progress")),"event_type":"interaction.created"}"#, ""),
        (
          #"{"interaction_id":"v1_i","status":"in_progress","event_type":"interaction.status_update"}"#,
          ""
        ),
        (#"{"index":0,"step":{"type":"model_output"},"event_type":"step.start"}"#, ""),
        delta("What"), delta(" matters – naïvely? 🌱"),
        (#"{"index":0,"event_type":"step.stop"}"#, ""),
        (#"{\#(interaction("completed", usage)),"event_type":"interaction.completed"}"#, ""),
        ("[DONE]", ""),
      ], reason: 6)
  }()

  private static let ollama: SampleReply = {
    func line(_ text: String, _ more: String = #""done":false"#) -> String {
      #"{"model":"m","created_at":"2026-11-01T00:00:00Z","message":{"role":"assistant","content":"\#(text)"},\#(more)}"#
    }
    return SampleReply(
      .ollama,
      [
        (line("What"), "What"), (line(" matters"), " matters"),
        (line(" – naïvely? 🌱"), " – naïvely? 🌱"),
        (
          line("", #""done":true,"done_reason":"stop","prompt_eval_count":9,"eval_count":5"#),
          ""
        ),
      ], reason: 3)
  }()
}
