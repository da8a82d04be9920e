import CoachModel
import LanguageModels
import ModelProviders
import ModelTestKit
import StreamParsing

extension OutsideReader {
  /// Readers of replies while they arrive.
  static let streams: [OutsideReader] =
    [
      OutsideReader(
        "tags",
        shapes: [
          Shape("words", "word "), Shape("lines", "\n"), Shape("brackets", "["),
          Shape("signals", "[STOP]"), Shape("cut signals", "[STO"), Shape("inline", "[PATTERN: a]"),
          Shape("open inline", "[PATTERN: a "), Shape("bare inline", "[PATTERN]"),
          Shape("closers", "[/PATTERN]"), Shape("marks", "**"), Shape("backticks", "`"),
          Shape("fences", "```\n"), Shape("payloads", "[ALL_DONE]{\"a\":1}"),
          Shape("open payload", head: "[ALL_DONE]{", "\"k%\":\"x\","),
          Shape("braces", head: "[ALL_DONE]", "{"), Shape("quotes", head: "[ALL_DONE]{", "\""),
          Shape("signals with words", "[ALL_DONE: a"), Shape("spaces", head: "[ALL_DONE]", " "),
          Shape("nested", head: "[PATTERN: ", "[a"),
          Shape("late braces", head: "[ALL_DONE] x", "{ "),
          Shape("backslashes", "\\["), Shape("wide", "［"),
        ],
        words: [
          "[ALL_DONE]", "[all-done:", "[STOP]", "[PATTERN:", "[PATTERN]", "[/PATTERN]", "[pat: ",
          "[ALL",
          "{\"a\":1}", "{", "}", "\"", "'", "[", "]", "(", ":", "x", " ", "\n", "\r\n", "```",
          "```json\n", "`", "**", "_", "\\", "//", "/*", ",", "é",
        ]
      ) { bytes in
        var parser = ReplyTagParser(Self.declarations)
        for piece in bytes.pieces { _ = parser.feed(piece) }
        _ = parser.finish()
      },
      OutsideReader(
        "events",
        shapes: [
          Shape("events", "data: x\n\n"), Shape("one event", "data: x\n"), Shape("comments", ":\n"),
          Shape("one line", head: "data: ", "x"), Shape("returns", "\r"),
          Shape("names", "event: a\n"),
          Shape("unknown fields", "abc: x\n"), Shape("blank lines", "\n"),
        ],
        words: [
          "data", ":", " ", "x", "\n", "\r", "\r\n", "\n\n", "event", "id", "retry", "é", "\u{0}",
        ],
        limit: 16 << 20
      ) { bytes in
        var parser = ServerSentEventParser()
        for piece in bytes.pieces {
          parser.append(piece)
          while let event = try? parser.next() { _ = event }
        }
      },
      OutsideReader(
        "lines",
        shapes: [
          Shape("lines", "{\"a\":1}\n"), Shape("one line", "x"), Shape("blank lines", "\n"),
          Shape("returns", "\r"),
        ],
        words: ["{", "}", "\n", "\r", "\"a\"", ":1"], limit: 16 << 20
      ) { bytes in
        var parser = NewlineDelimitedParser()
        for piece in bytes.pieces {
          parser.append(piece)
          while let line = try? parser.next() { _ = line }
        }
        _ = parser.finish()
      },
    ]
    + WireProtocol.included.map { wire in
      OutsideReader("wire." + wire.rawValue, shapes: shapes(of: wire), words: words(of: wire)) {
        bytes in
        let stream = wire.model(answering: bytes.pieces).stream(greeting)
        do { for try await _ in stream {} } catch {}
      }
    }

  private static let declarations = [
    ReplyTagDeclaration(name: "ALL_DONE", form: .signal, expectsPayload: true),
    ReplyTagDeclaration(name: "STOP", form: .signal),
    ReplyTagDeclaration(name: "PATTERN", form: .inline),
    ReplyTagDeclaration(name: "PAT", form: .inline),
  ].compactMap { $0 }

  private static func shapes(of wire: WireProtocol) -> [Shape] {
    switch wire {
    case .anthropic:
      return [
        Shape(
          "text",
          head: anthropicHead
            + "data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n",
          "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"word \"}}\n\n"
        ),
        Shape(
          "tool call",
          head: anthropicHead
            + "data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"tool_use\",\"id\":\"a\",\"name\":\"t\",\"input\":{}}}\n\n",
          "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"1\"}}\n\n"
        ),
        Shape(
          "blocks", head: anthropicHead,
          "data: {\"type\":\"content_block_start\",\"index\":%,\"content_block\":{\"type\":\"text\",\"text\":\"a\"}}\n\ndata: {\"type\":\"content_block_stop\",\"index\":%}\n\n"
        ),
        Shape("pings", head: anthropicHead, "data: {\"type\":\"ping\"}\n\n"),
      ]
    case .openAIChat:
      return [
        Shape("text", "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"word \"}}]}\n\n"),
        Shape(
          "tool call",
          "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"t\",\"arguments\":\"1\"}}]}}]}\n\n"
        ),
        Shape(
          "tool calls",
          "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":%,\"id\":\"a%\",\"function\":{\"name\":\"t\",\"arguments\":\"1\"}}]}}]}\n\n"
        ),
        Shape(
          "reasoning",
          "data: {\"choices\":[{\"index\":0,\"delta\":{\"reasoning_content\":\"hm \"}}]}\n\n"),
      ]
    case .openAIResponses:
      return [
        Shape(
          "text",
          "data: {\"type\":\"response.output_text.delta\",\"output_index\":0,\"content_index\":0,\"delta\":\"word \"}\n\n"
        ),
        Shape(
          "items",
          "data: {\"type\":\"response.output_item.added\",\"output_index\":%,\"item\":{\"type\":\"function_call\",\"id\":\"i%\",\"call_id\":\"c%\",\"name\":\"t\",\"arguments\":\"\"}}\n\n"
        ),
        Shape("unknown", "data: {\"type\":\"response.other\"}\n\n"),
      ]
    case .gemini:
      return [
        Shape(
          "text",
          "data: {\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"word \"}]}}]}\n\n"
        ),
        Shape(
          "calls",
          "data: {\"candidates\":[{\"content\":{\"parts\":[{\"functionCall\":{\"name\":\"t%\",\"args\":{}}}]}}]}\n\n"
        ),
        Shape(
          "parts", head: "data: {\"candidates\":[{\"content\":{\"parts\":[", "{\"text\":\"a\"},",
          tail: "{\"text\":\"a\"}]}}]}\n\n"),
      ]
    case .geminiInteractions:
      return [
        Shape(
          "text",
          "data: {\"index\":0,\"delta\":{\"text\":\"word \",\"type\":\"text\"},\"event_type\":\"step.delta\"}\n\n"
        ),
        Shape(
          "calls",
          "data: {\"index\":%,\"step\":{\"id\":\"c%\",\"name\":\"t\",\"arguments\":{},\"type\":\"function_call\"},\"event_type\":\"step.start\"}\n\n"
        ),
        Shape(
          "arguments",
          head:
            "data: {\"index\":0,\"step\":{\"id\":\"c\",\"name\":\"t\",\"type\":\"function_call\"},\"event_type\":\"step.start\"}\n\n",
          "data: {\"index\":0,\"delta\":{\"arguments\":\"1\",\"type\":\"arguments_delta\"},\"event_type\":\"step.delta\"}\n\n"
        ),
        Shape(
          "own tools",
          head:
            "data: {\"index\":0,\"step\":{\"type\":\"code_execution_call\"},\"event_type\":\"step.start\"}\n\n",
          "data: {\"index\":0,\"delta\":{\"m%\":1,\"type\":\"code_execution_call\"},\"event_type\":\"step.delta\"}\n\n"
        ),
        Shape("unknown", "data: {\"event_type\":\"step.novelty\"}\n\n"),
      ]
    default:
      return [
        Shape(
          "text", "{\"message\":{\"role\":\"assistant\",\"content\":\"word \"},\"done\":false}\n"),
        Shape(
          "calls",
          "{\"message\":{\"tool_calls\":[{\"function\":{\"name\":\"t%\",\"arguments\":{}}}]}}\n"),
        Shape("blank lines", "\n"),
      ]
    }
  }

  private static let anthropicHead =
    "data: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"model\":\"m\",\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}}\n\n"

  private static func words(of wire: WireProtocol) -> [String] {
    shapes(of: wire).flatMap { [$0.head, $0.unit] } + [
      "data: ", "{", "}", "\n\n", "\n", "[DONE]", "null", "-1", "1e99", "\"", ",",
    ]
  }
}
