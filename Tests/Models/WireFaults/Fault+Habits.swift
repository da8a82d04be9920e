import LanguageModels

extension Fault {
  /// What servers send that their protocol does not say, and that a client has to read all the same.
  static func habits(_ reply: SampleReply) -> [Fault] {
    switch reply.wire {
    case .openAIChat: chatHabits
    case .anthropic: anthropicHabits
    case .openAIResponses: responsesHabits
    case .gemini: geminiHabits
    case .ollama: ollamaHabits
    default: []
    }
  }

  private static func habit(
    _ name: String, _ title: String, _ wire: WireProtocol, _ expected: Expected,
    _ body: String
  ) -> Fault {
    let head = Response.stream(SampleReply.of(wire))
    var fault = Fault(name, title, wire, expected: expected) { _ in
      [.send(head + Response.chunk(Array(body.utf8)) + Response.end), .keep]
    }
    fault.body = Array(body.utf8)
    return fault
  }

  private static func data(_ values: String...) -> String {
    values.map { "data: \($0)\n\n" }.joined()
  }

  // MARK: Chat Completions

  private static func chunk(_ delta: String, _ reason: String = "null", _ more: String = "")
    -> String
  {
    data(
      #"{"id":"c1","choices":[{"index":0,"delta":\#(delta),"finish_reason":\#(reason)}]\#(more)}"#)
  }

  private static func text(_ words: String, _ reason: String = "null", _ more: String = "")
    -> String
  {
    chunk(#"{"content":"\#(words)"}"#, reason, more)
  }

  private static let stop = chunk("{}", #""stop""#)
  private static let done = "data: [DONE]\n\n"

  private static let chatHabits: [Fault] = {
    func chat(_ name: String, _ title: String, _ expected: Expected, _ body: String) -> Fault {
      habit(name, title, .openAIChat, expected, body)
    }
    let whole = Expected.reply("One two.")
    return [
      chat(
        "habit-reason-everywhere", "a reason to stop in every chunk", whole,
        text("One ", #""stop""#) + text("two.", #""stop""#) + done),
      chat(
        "habit-reason-null", "the text 'null' for no reason, and a cut",
        .failure(.truncated, partial: "One "), text("One ", #""null""#)),
      chat(
        "habit-think", "reasoning in the text", whole,
        text("<think>\\nHm. [DONE] or {}?\\n") + text("</thi") + text("nk>\\n\\nOne two.") + stop
          + done),
      chat(
        "habit-think-closed", "reasoning in the text without its opening tag", whole,
        text("Hm, let me see.") + text("</think>One two.") + stop + done),
      chat(
        "habit-no-blank-line", "no blank line after the last event", whole,
        text("One ") + String(text("two.", #""stop""#).dropLast())),
      chat(
        "habit-done-spaces", "spaces before the final mark", whole,
        text("One two.") + stop + "data:   [DONE]\n\n"),
      chat(
        "habit-garbage-after", "garbage after the reason", whole,
        text("One two.") + stop + data("{oops", "DONE")),
      chat(
        "habit-not-a-number", "NaN among the counts", whole,
        text("One two.") + stop
          + data(#"{"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":2,"rate":NaN}}"#)
          + done),
      chat(
        "habit-whole-message", "the whole message in one chunk", whole,
        data(
          #"{"id":"c1","choices":[{"index":0,"message":{"content":"One two."},"finish_reason":"stop"}]}"#
        )
          + done),
      chat(
        "habit-completion", "the older protocol's text", whole,
        data(
          #"{"choices":[{"index":0,"text":"One "}]}"#,
          #"{"choices":[{"index":0,"text":"two.","finish_reason":"stop"}]}"#)
          + done),
      chat(
        "habit-no-stream", "a whole reply in place of a stream", whole,
        #"{"id":"c1","choices":[{"index":0,"message":{"content":"One two."},"finish_reason":"stop"}]}"#
      ),
      chat(
        "habit-empty-error", "an empty error in every chunk", whole,
        text("One ", "null", #","error":{}"#) + text("two.", #""stop""#, #","error":"""#) + done),
      chat(
        "habit-half-characters", "halves of a character in two chunks", .reply("One 😀."),
        text(#"One \ud83d"#) + text(#"\ude00."#, #""stop""#) + done),
      chat(
        "habit-wrong-key-200", "a wrong key in a stream with status 200", .failure(.authentication),
        data(#"{"code":"InvalidApiKey","message":"No such key.","request_id":"r"}"#)),
      chat(
        "habit-error-event", "an event named error", .failure(.overloaded, partial: "One "),
        text("One ") + "event: error\n" + data(#"{"message":"Busy","status_code":503}"#)),
      chat(
        "habit-error-choice", "an error within the choice", .failure(.overloaded, partial: "One "),
        text("One ")
          + data(
            #"{"choices":[{"index":0,"delta":{},"finish_reason":"error","error":{"code":502,"message":"Gone"}}]}"#
          )
          + done),
    ]
  }()

  // MARK: Other protocols

  private static let anthropicHabits = [
    habit(
      "habit-later-zero", "a count of zero at the end", .anthropic, .reply("One two."),
      data(
        #"{"type":"message_start","message":{"id":"m1","usage":{"input_tokens":300,"output_tokens":1}}}"#,
        #"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"One two."}}"#,
        #"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"input_tokens":0,"output_tokens":4}}"#,
        #"{"type":"message_stop"}"#)),
    habit(
      "habit-no-stream", "a whole reply in place of a stream", .anthropic, .reply("One two."),
      #"{"id":"m1","type":"message","content":[{"type":"text","text":"One two."}],"stop_reason":"end_turn"}"#
    ),
  ]

  private static let responsesHabits = [
    habit(
      "habit-only-last", "the text in the last event only", .openAIResponses, .reply("One two."),
      data(
        #"{"type":"response.created","response":{"id":"r1","status":"in_progress"}}"#,
        #"{"type":"response.completed","response":{"id":"r1","status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"One two."}]}]}}"#
      )),
    habit(
      "habit-failed-completed", "a failure in the event of completion", .openAIResponses,
      .failure(.overloaded),
      data(
        #"{"type":"response.completed","response":{"id":"r1","status":"failed","output":[],"error":{"code":"server_error","message":"It failed"}}}"#
      )),
    habit(
      "habit-no-indices", "text without the index of its item", .openAIResponses,
      .reply("One two."),
      data(
        #"{"type":"response.output_item.added","output_index":0,"item":{"type":"message","id":"m","content":[]}}"#,
        #"{"type":"response.output_text.delta","item_id":"other","delta":"One two."}"#,
        #"{"type":"response.output_item.done","output_index":0,"item":{"type":"message","id":"m","content":[{"type":"output_text","text":"One two."}]}}"#,
        #"{"type":"response.completed","response":{"id":"r1","status":"completed","output":[]}}"#)),
  ]

  private static let geminiHabits = [
    habit(
      "habit-no-blank-line", "no blank line after the last event", .gemini, .reply("One two."),
      data(#"{"candidates":[{"content":{"parts":[{"text":"One "}]}}],"responseId":"g"}"#)
        + #"data: {"candidates":[{"content":{"parts":[{"text":"two."}]},"finishReason":"STOP"}],"responseId":"g"}"#
    )
  ]

  private static let ollamaHabits = [
    habit(
      "habit-think", "reasoning in the text", .ollama, .reply("One two."),
      #"{"model":"m","message":{"content":"<think>Hm.</think>One two."},"done":false}"# + "\n"
        + #"{"model":"m","message":{"content":""},"done":true,"done_reason":"stop","eval_count":5}"#
    )
  ]
}
