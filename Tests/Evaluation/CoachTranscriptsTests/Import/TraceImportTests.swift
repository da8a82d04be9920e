import CoachModel
@testable import CoachTranscripts
import SourceFiles
import Testing
import TestKit

@Suite("Importing traces, logs and test tables")
struct TraceImportTests {
  private func read(
    _ path: String, _ text: String, generation: String? = nil, columns: String? = nil
  ) throws -> ImportedFile {
    var options = TranscriptImporter.Options()
    options.generation = generation
    if let columns { options.columns = try FieldMapping(parsing: columns) }
    return TranscriptImporter(options).read(SourceFile(path: path, text: text))
  }

  private func said(_ file: ImportedFile) -> [String: [String]] {
    file.transcripts.reduce(into: [:]) { said, transcript in
      said[transcript.id] = transcript.messages.map { "\($0.role.rawValue): \($0.text)" }
    }
  }

  private static let observations = """
    {"id":"o1","traceId":"t1","sessionId":"s9","type":"GENERATION","name":"reply",\
    "startTime":"2026-01-01T10:00:01Z","input":"[{\\"role\\":\\"user\\",\\"content\\":\\"Hi.\\"}]",\
    "output":"{\\"role\\":\\"assistant\\",\\"content\\":\\"Hello?\\"}"}
    {"id":"o2","traceId":"t2","sessionId":"s9","type":"GENERATION","name":"reply",\
    "startTime":"2026-01-01T10:05:01Z","input":[{"role":"system","content":"x"},\
    {"role":"user","content":"Hi."},{"role":"assistant","content":"Hello?"},\
    {"role":"user","content":"Work."}],"output":"Tell me more?"}
    {"id":"o3","traceId":"t2","sessionId":"s9","type":"GENERATION","name":"title",\
    "startTime":"2026-01-01T10:05:02Z","input":"Name it","output":"Work"}
    {"id":"o4","traceId":"t2","sessionId":"s9","type":"SPAN","name":"db","startTime":"x"}

    """

  @Test("Langfuse's observations make one chat per session, and what is left out is named")
  func observations() throws {
    let file = try read("o.jsonl", Self.observations, generation: "reply")
    #expect(file.diagnostics.isEmpty, "\(file.diagnostics)")
    #expect(
      said(file) == [
        "s9": ["user: Hi.", "assistant: Hello?", "user: Work.", "assistant: Tell me more?"]
      ])
    let notes = file.notes.lines.joined(separator: "\n")
    expect(notes, contains: "1 step left out: not a generation")
    expect(notes, contains: "1 generation named 'title' left out")
    expect(notes, contains: "1 system message left out")
    let other = try read("o.jsonl", Self.observations, generation: "replly")
    expect(other.diagnostics.first?.hint ?? "", contains: "did you mean 'reply'?")
  }

  @Test("a trace's own input and output count first; without a session it is a chat of its own")
  func trace() throws {
    let exchange = """
      "input":{"question":"I am tired."},"output":{"answer":"Since when?"}
      """
    let generation = """
      {"id":"o","type":"GENERATION","name":"reply","input":"x","output":"y"}
      """
    for text in [
      #"{"trace":{"id":"t-1","timestamp":"1",\#(exchange)},"observations":[\#(generation)]}"#,
      #"{"id":"t-1","timestamp":"1",\#(exchange),"observations":[\#(generation)]}"#,
      #"{"data":[{"id":"t-1","timestamp":"1",\#(exchange),"observations":["o"]}],"meta":{}}"#,
    ] {
      let file = try read("t.json", text)
      #expect(said(file) == ["t-1": ["user: I am tired.", "assistant: Since when?"]], "\(file)")
    }
  }

  @Test("the traces of a session are one chat, in the order of their times")
  func session() throws {
    let text = """
      {"id":"s","traces":[
        {"id":"b","timestamp":"2","input":"And then?","output":"Then what?"},
        {"id":"a","timestamp":"1","input":"I am tired.","output":"Since when?"}]}
      """
    let file = try read("s.json", text)
    #expect(
      said(file)["s"]
        == [
          "user: I am tired.", "assistant: Since when?", "user: And then?", "assistant: Then what?",
        ])
  }

  @Test("a reply that a later request does not repeat is not dropped in silence")
  func lostReply() throws {
    let text = """
      {"id":"s","traces":[
        {"id":"a","timestamp":"1","input":"Hi.","output":"First draft?"},
        {"id":"b","timestamp":"2","input":[{"role":"user","content":"Hi."},
          {"role":"assistant","content":"Second draft?"},{"role":"user","content":"Ok."}],
          "output":"Go on?"}]}
      """
    let file = try read("s.json", text)
    expect(file.notes.lines.joined(), contains: "'s': s.json:3:3: 1 reply left out")
  }

  @Test("OpenAI's spans make a chat per group; spans without text are counted")
  func spans() throws {
    let text = """
      {"object":"trace","id":"trace_1","group_id":"g1"}
      {"object":"trace.span","id":"a","trace_id":"trace_1","span_data":{"type":"agent"}}
      {"object":"trace.span","id":"b","trace_id":"trace_1","started_at":"1","span_data":\
      {"type":"generation","input":[{"role":"user","content":"I cannot sleep."}],\
      "output":[{"role":"assistant","content":"What keeps you up?"}]}}
      {"object":"trace.span","id":"c","trace_id":"t2","span_data":{"type":"response","response_id":"r"}}

      """
    let file = try read("a.jsonl", text)
    #expect(said(file) == ["g1": ["user: I cannot sleep.", "assistant: What keeps you up?"]])
    let notes = file.notes.lines.joined(separator: "\n")
    expect(notes, contains: "1 trace or span without input and output left out")
  }

  @Test("the samples of an Inspect log are chats; epochs of a sample share a cluster")
  func inspect() throws {
    let text = """
      {"version":2,"eval":{"task":"coach"},"samples":[
        {"id":"a","epoch":1,"messages":[{"role":"system","content":"s"},
          {"role":"user","content":"Hello"},{"role":"assistant","content":"What is it?"}]},
        {"id":"a","epoch":2,"messages":[{"role":"user","content":"Hello"},
          {"role":"assistant","content":[{"type":"reasoning"},{"type":"text","text":"How so?"}]}]},
        {"id":"b","epoch":1,"messages":[],"error":{"message":"timed out"}}]}
      """
    let file = try read("log.json", text)
    #expect(said(file)["coach-a"] == ["user: Hello", "assistant: What is it?"])
    #expect(said(file)["coach-a-epoch-2"] == ["user: Hello", "assistant: How so?"])
    #expect(Set(file.transcripts.map(\.cluster)) == ["coach-a"])
    expect(file.diagnostics.map(\.message).joined(), contains: "timed out")
    #expect(file.brokenChats == 1)
    let archive = try read("log.eval", "PK\u{3}\u{4}")
    expect(archive.diagnostics.first?.hint ?? "", contains: "inspect log dump log.eval")
  }

  @Test("promptfoo's tests: the expected text is the reply, other expectations are counted")
  func tests() throws {
    let text = """
      name,question,__expected,__expected2,__description,__metadata:conversationId
      Ines,I am late.,What held you up?,contains: held,Late,c1
      Ines,The bus.,equals: And now?,,,c1
      Bo,I sleep badly.,"llm-rubric: asks once",,Sleep,c2

      """
    let file = try read("t.csv", text, columns: "text=question")
    #expect(
      said(file) == [
        "c1": [
          "user: I am late.", "assistant: What held you up?", "user: The bus.",
          "assistant: And now?",
        ]
      ])
    #expect(file.transcripts.first?.title == "Late" && file.brokenChats == 1)
    #expect(file.diagnostics.map(\.code) == ["import.no-coach"])
    let notes = file.notes.lines.joined(separator: "\n")
    expect(notes, contains: "not imported: the column name")
    expect(notes, contains: "1 expectation of the type 'llm-rubric' left out")
    let unclear = try read("t.csv", text.replacing("question", with: "what"))
    expect(unclear.diagnostics.first?.hint ?? "", contains: "there are: name, what")
  }

  @Test("promptfoo's results, and any table with a column of replies")
  func results() throws {
    let results = "question,[openai:x] {{question}},Status\nI am late.,[PASS] Why now?,PASS\n"
    let file = try read("r.csv", results)
    #expect(said(file).values.first == ["user: I am late.", "assistant: Why now?"])
    let two = results.replacing("Status", with: "[openai:y] {{question}}")
    expect(
      try read("r.csv", two).diagnostics.first?.message ?? "", contains: "which of the 2 outputs")
    let plain = "asked;answered\nI am late.;Why now?\n"
    let chosen = try read("p.csv", plain, columns: "text=asked,reply=answered")
    #expect(said(chosen).values.first == ["user: I am late.", "assistant: Why now?"])
    let history = """
      messages,question,__expected
      "[{""role"":""user"",""content"":""Hi.""},{""role"":""assistant"",""content"":""Yes?""}]",I am late.,Why?

      """
    let longer = try read("h.csv", history)
    #expect(said(longer).values.first?.count == 4)
  }

  @Test("a table of exchanges is sorted and clustered by the columns that are named")
  func exchanges() throws {
    let text = """
      prompt,response,session_id,created_at,user_id
      second,Two?,s,2026-01-01T10:05:00Z,u
      first,One?,s,2026-01-01T10:00:00Z,u

      """
    let columns = "text=prompt,reply=response"
    let file = try read("e.csv", text, columns: columns + ",cluster=user_id,order=created_at")
    #expect(
      said(file) == ["s": ["user: first", "assistant: One?", "user: second", "assistant: Two?"]])
    #expect(file.transcripts.first?.cluster == "u" && file.notes.remarks.isEmpty)
    expect(file.seen, contains: "conversation=session_id, order=created_at, cluster=user_id")
    expect(file.transcripts.first?.origin ?? "", contains: "(CSV)")
    let guessed = try read("e.csv", text, columns: columns)
    #expect(said(guessed)["s"]?.first == "user: first")
    let mixed = text.replacing(",u\nfirst", with: ",w\nfirst")
    let broken = try read("e.csv", mixed, columns: columns + ",cluster=user_id")
    #expect(broken.diagnostics.map(\.code) == ["import.cluster"])
    let unsorted = text.replacing("2026-01-01T10:05:00Z", with: "late")
    #expect(
      try read("e.csv", unsorted, columns: columns + ",order=created_at").diagnostics.map(\.code)
        == ["import.order"])
    #expect(
      try read("e.csv", unsorted, columns: columns).notes.remarks.contains {
        $0.hasPrefix("the order is that of the file")
      })
  }

  @Test("generations of several names need a choice, and the chats of one user are a cluster")
  func names() throws {
    let mixed = try read("o.jsonl", Self.observations)
    #expect(mixed.transcripts.isEmpty && mixed.diagnostics.map(\.code) == ["import.generation"])
    expect(mixed.diagnostics.first?.hint ?? "", contains: "'reply' (2), 'title' (1)")
    let users = Self.observations.replacing("\"traceId\"", with: "\"userId\":\"u1\",\"traceId\"")
    let file = try read("o.jsonl", users, generation: "reply")
    let digest = ContentDigest(of: "u1").hexadecimal.prefix(12)
    #expect(file.transcripts.map(\.cluster) == ["user-\(digest)"])
  }

  @Test("a chat in which the coach says nothing is not written")
  func noCoach() throws {
    let file = try read("c.jsonl", #"{"messages":[{"role":"user","content":"Hi."}]}"#)
    #expect(file.transcripts.isEmpty && file.diagnostics.map(\.severity) == [.error])
  }

  @Test("a chat that has changed since it was imported is recognised by its id")
  func changed() throws {
    func chat(_ messages: String) throws -> ImportedFile {
      try read("c.jsonl", #"{"id":"noor","messages":[\#(messages)]}"#)
    }
    let first = #"{"role":"user","content":"Hi."},{"role":"assistant","content":"Yes?"}"#
    let old = try #require(try chat(first).transcripts.first)
    let disk = InMemoryFileSystem(["T/noor.yaml": TranscriptYAML.text(of: old)])
    for (messages, words) in [
      (first + #",{"role":"user","content":"Late."}"#, "1 message came after it"),
      (first.replacing("Yes?", with: "No?"), "1 message of this chat changed"),
      (#"{"role":"assistant","content":"Yes?"}"#, "1 message of it is gone"),
    ] {
      let plan = WritePlan([try chat(messages)], folder: "T", disk: disk)
      #expect(plan.hasOnlyChanged && plan.items.isEmpty)
      expect(plan.diagnostics.first?.message ?? "", contains: words)
      let over = WritePlan([try chat(messages)], folder: "T", overwrite: true, disk: disk)
      #expect(over.items.map(\.action) == [.replace] && over.diagnostics.isEmpty)
    }
  }
}
