import CoachModel
@testable import CoachTranscripts
import Documents
@testable import PromptEvals
import SourceFiles
import Testing

@Suite("Importing JSON documents")
struct JSONDocumentImportTests {
  private let talk = [
    Message(.user, "I am stuck"), Message(.assistant, "Where?"), Message(.user, "At home"),
  ]

  @Test("an Anthropic request: the system prompt is separate, tools are left out")
  func anthropic() {
    let text = #"""
      {
        "model": "m", "max_tokens": 100, "system": "Be kind",
        "messages": [
          {"role": "user", "content": [{"type": "text", "text": "I am stuck"}]},
          {"role": "assistant", "content": [
            {"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Where?"},
            {"type": "tool_use", "id": "1", "name": "n", "input": {}}]},
          {"role": "user", "content": [{"type": "tool_result", "content": "r"}]},
          {"role": "user", "content": "At home"}
        ]
      }
      """#
    let imported = Chats.imported(text, "request.json")
    #expect(imported.diagnostics.isEmpty, "\(imported.diagnostics)")
    #expect(imported.seen == "a JSON document, one chat (Anthropic messages)")
    #expect(imported.transcripts.first?.messages == talk)
    #expect(imported.notes.systemMessages == 1 && imported.notes.toolCalls == 2)
    #expect(imported.notes.otherParts == ["thinking": 1])
  }

  @Test("OpenAI's request with its response is one chat")
  func logged() {
    let text = #"""
      {"request": {"model": "m", "messages": [{"role": "developer", "content": "Be kind"},
        {"role": "user", "content": "I am stuck"}]},
       "response": {"choices": [{"message": {"role": "assistant", "content": "Where?"}}]}}
      """#
    let imported = Chats.imported(text, "log")
    #expect(imported.transcripts.first?.messages == Array(talk.prefix(2)))
    #expect(imported.seen == "a JSON document, one chat (messages with roles)")
    #expect(imported.notes.systemMessages == 1)
  }

  @Test("OpenAI's Responses: input items and output items")
  func responses() {
    let text = #"""
      {"instructions": "Be kind", "input": [
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "I am stuck"}]},
        {"type": "reasoning", "summary": []},
        {"type": "function_call", "name": "f", "arguments": "{}"},
        {"role": "assistant", "content": [{"type": "output_text", "text": "Where?"}]},
        {"role": "user", "content": "At home"}],
       "output": [{"type": "message", "role": "assistant",
         "content": [{"type": "output_text", "text": "Since when?"}]}]}
      """#
    let imported = Chats.imported(text, "r.json")
    #expect(imported.seen == "a JSON document, one chat (OpenAI Responses)")
    #expect(imported.transcripts.first?.messages == talk + [Message(.assistant, "Since when?")])
    #expect(imported.notes.toolCalls == 1 && imported.notes.systemMessages == 1)
    #expect(imported.notes.lines.contains("1 reasoning item left out"))
  }

  @Test(
    "a list of messages, a list of chats, and a list in an object",
    arguments: [
      (#"[{"role":"user","content":"x"},{"role":"assistant","content":"y"}]"#, 1),
      (
        #"[{"id":"a","messages":[{"role":"user","content":"x"},{"role":"model","content":"y"}]}]"#,
        1
      ),
      (
        #"{"chats":[[{"role":"user","content":"x"},{"role":"ai","content":"y"}],"#
          + #"{"input":"x","output":[{"role":"assistant","content":"z"}]}]}"#, 2
      ),
    ])
  func lists(text: String, count: Int) {
    let imported = Chats.imported(text, "a.json")
    #expect(imported.diagnostics.isEmpty, "\(imported.diagnostics)")
    #expect(imported.transcripts.count == count)
    #expect(
      imported.transcripts.first?.messages == [Message(.user, "x"), Message(.assistant, "y")])
  }

  @Test("a message without text is left out, a refusal is kept")
  func null() {
    let text = #"""
      [{"role":"user","content":"x"},{"role":"assistant","content":null},
       {"role":"assistant","content":null,"refusal":"I would rather not."}]
      """#
    let imported = Chats.imported(text, "a.json")
    #expect(imported.transcripts.first?.messages.last?.text == "I would rather not.")
    #expect(imported.notes.emptyMessages == 1 && imported.diagnostics.isEmpty)
  }

  @Test("a location inside a document of many lines is found")
  func places() {
    let text = """
      [
        {"id": "a", "messages": [{"role": "user", "content": "x \\" ] }"}, {"role": "bot", "content": "y"}]},
        {"id": "b", "messages": [
          {"role": "user", "content": "x"},
          {"role": "bott", "content": "y"}
        ]}
      ]
      """
    let imported = Chats.imported(text, "a.json")
    #expect(imported.problems == ["import.speaker 5:14"])
    #expect(imported.transcripts.map(\.id) == ["a"])
  }

  @Test(
    "invalid documents",
    arguments: [
      (#"{"messages": ["#, "import.json 1:15"), (#"{"prompt": "x"}"#, "import.chat 1:1"),
      ("[]", "import.empty 1:1"), ("[1]", "import.chat 1:2"), ("\"x\"", "import.chat 1:1"),
    ])
  func broken(text: String, problem: String) {
    let imported = Chats.imported(text, "a.json") { $0.format = .openai }
    #expect(imported.problems == [problem])
    #expect(imported.transcripts.isEmpty)
  }
}

@Suite("Finding locations in JSON")
struct JSONPathTests {
  private let text = Array(#"{"a" : {"b\n": [1, "]", {"c": null}]}, "d": [[], {}], "é": 1}"#.utf8)

  @Test(
    "a path leads to its value",
    arguments: [
      ([.member("a"), .member("b\n"), .element(1)], #""]""#),
      ([.member("a"), .member("b\n"), .element(2), .member("c")], "null"),
      ([.member("d"), .element(1)], "{}"), ([.member("é")], "1"), ([], #"{"a""#),
    ] as [([JSONStep], String)])
  func found(path: [JSONStep], begins: String) {
    let offset = JSONIndex.offset(of: path, in: text[...])
    #expect(text[offset...].starts(with: begins.utf8))
  }

  @Test("the elements of a list are found in one pass")
  func elements() {
    let ranges = JSONIndex.elementRanges(of: [.member("a"), .member("b\n")], in: text[...])
    #expect(
      ranges.map { String(decoding: text[$0], as: UTF8.self) } == [
        "1", #""]""#, #"{"c": null}"#,
      ])
    #expect(JSONIndex.elementRanges(of: [.member("é")], in: text[...]).isEmpty)
    for end in text.indices {
      #expect(JSONIndex.elementRanges(of: [.member("d")], in: text[..<end]).isEmpty)
    }
  }

  @Test("a path that does not exist ends at its last existing part, even in invalid text")
  func missing() {
    let offset = JSONIndex.offset(of: [.member("a"), .member("x"), .element(3)], in: text[...])
    #expect(text[offset...].starts(with: #"{"b\n""#.utf8))
    for end in text.indices {
      #expect(JSONIndex.offset(of: [.member("é")], in: text[..<end]) <= end)
    }
  }
}
