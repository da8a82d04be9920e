import CoachModel
@testable import CoachTranscripts
import SourceFiles
import Testing
import TestKit

@Suite("Importing exports of LangSmith, OpenAI, ChatGPT and ChatML")
struct ProviderExportTests {
  private let talk = [Message(.user, "I am late."), Message(.assistant, "What held you up?")]

  private static let run = """
    [{"id":"r1","trace_id":"t1","name":"coach","run_type":"llm","session_id":"project",\
    "start_time":"2026-01-01T10:00:00","extra":{"metadata":{"thread_id":"th1","user_id":"u@example.org"}},\
    "inputs":{"messages":[[{"lc":1,"type":"constructor","id":["langchain","schema","messages",\
    "SystemMessage"],"kwargs":{"content":"Be kind."}},{"lc":1,"type":"constructor","id":["langchain",\
    "schema","messages","HumanMessage"],"kwargs":{"content":"I am late.","type":"human"}}]]},\
    "outputs":{"generations":[[{"text":"What held you up?","message":{"kwargs":{"content":\
    "What held you up?","type":"ai"}}},{"text":"Another one"}]]}},\
    {"id":"r2","trace_id":"t1","parent_run_id":"r1","name":"search","run_type":"tool","inputs":{"q":"x"},\
    "outputs":{"output":"y"}}]
    """

  @Test("runs of LangSmith are grouped by thread, not by project, and steps are counted by type")
  func runs() throws {
    let file = Chats.imported(Self.run, "runs.json")
    #expect(file.diagnostics.isEmpty, "\(file.diagnostics)")
    let transcript = try #require(file.transcripts.first)
    #expect(transcript.id == "th1" && transcript.messages == talk)
    #expect(
      transcript.cluster == "user-" + ContentDigest(of: "u@example.org").hexadecimal.prefix(12))
    let notes = file.notes.lines.joined(separator: "\n")
    expect(notes, contains: "1 step left out: not a generation (tool 1)")
    expect(notes, contains: "1 user is a cluster, named by a digest of 'metadata.user_id'")
    expect(notes, contains: "1 system message left out")
    expect(notes, contains: "left out: the output's 'other generations'")
    let named = Chats.imported(Self.run, "runs.json") {
      $0.columns = FieldMapping([.cluster: "extra.metadata.thread_id"])
    }
    #expect(named.transcripts.map(\.cluster) == ["th1"])
    let noted = Chats.imported(Self.run, "runs.json") {
      $0.columns = FieldMapping([.cluster: "metadata.user_id"])
    }
    #expect(noted.transcripts.map(\.cluster) == ["u@example.org"])
    let misspelt = Chats.imported(Self.run, "runs.json") {
      $0.columns = FieldMapping([.cluster: "metadata.usr_id"])
    }
    #expect(misspelt.transcripts.isEmpty)
    expect(
      misspelt.diagnostics.first?.message ?? "",
      contains: "there is no 'metadata.usr_id' for a cluster in any conversation")
  }

  @Test(
    "the shapes in which LangChain writes messages",
    arguments: [
      #"{"messages":[{"type":"human","content":"I am late."}]}"#,
      #"{"messages":[{"type":"human","data":{"content":"I am late."}}]}"#,
      #"{"messages":[["human","I am late."]]}"#,
      #"{"messages":[{"role":"user","content":"I am late."}]}"#,
      #"{"question":"I am late.","context":"Monday"}"#, #"{"utterance":"I am late."}"#,
    ])
  func shapes(inputs: String) {
    let outputs =
      inputs.contains("context")
      ? #"{"answer":"What held you up?"}"# : #"{"content":"What held you up?"}"#
    let line = #"{"run_type":"chain","id":"a","inputs":\#(inputs),"outputs":\#(outputs)}"#
    let file = Chats.imported(line, "r.jsonl")
    #expect(file.transcripts.map(\.messages) == [talk], "\(file.diagnostics)")
    guard inputs.contains("context") else { return }
    expect(file.notes.lines.joined(), contains: "left out: the input's 'context'")
  }

  @Test("a state that repeats the request in the reply is not there twice")
  func state() {
    let line = #"""
      {"run_type":"chain","id":"a","inputs":{"messages":[{"type":"human","content":"I am late."}]},"outputs":{"messages":[{"type":"human","content":"I am late."},{"type":"ai","content":"What held you up?"}]}}
      """#
    #expect(Chats.imported(line, "r.jsonl").transcripts.map(\.messages) == [talk])
  }

  @Test("data sets of LangSmith, as JSON Lines and as tables")
  func datasets() {
    let line =
      #"{"inputs":{"question":"I am late."},"outputs":{"answer":"What held you up?"},"metadata":{}}"#
    let table = """
      id,inputs,outputs,created_at
      e1,"{""question"":""I am late.""}","{""answer"":""What held you up?""}",2026

      """
    let members = "inputs.question,outputs.answer\nI am late.,What held you up?\n"
    for (text, path) in [(line, "d.jsonl"), (table, "d.csv"), (members, "d.csv")] {
      let file = Chats.imported(text, path)
      #expect(file.transcripts.map(\.messages) == [talk], "\(path): \(file.diagnostics)")
      expect(file.seen, contains: "a dataset of LangSmith")
    }
    expect(
      Chats.imported(table, "d.csv").notes.lines.joined(),
      contains: "not imported: the column created_at")
  }

  @Test(
    "OpenAI's Evals: data sets, items of runs, and the older form",
    arguments: [
      #"{"item":{"input":"I am late.","ideal":"What held you up?"}}"#,
      #"{"item":{"question":"I am late."},"sample":{"output_text":"What held you up?"}}"#,
      #"{"object":"eval.run.output_item","id":"o","datasource_item":{"x":1},"results":[{"name":"g"}],"sample":{"input":[{"role":"user","content":"I am late."}],"output":[{"role":"assistant","content":"What held you up?"}]}}"#,
      #"{"input":[{"role":"system","content":"s"},{"role":"user","content":"I am late."}],"ideal":["What held you up?","Why?"]}"#,
    ])
  func evals(line: String) {
    let file = Chats.imported(line, "e.jsonl")
    #expect(file.transcripts.map(\.messages) == [talk], "\(file.diagnostics)")
    let notes = file.notes.lines.joined(separator: "\n")
    if line.contains("results") { expect(notes, contains: "left out: verdict of a grader") }
    if line.contains("Why?") { expect(notes, contains: "left out: another ideal reply") }
  }

  @Test("stored completions, and the messages of one")
  func stored() {
    let completion = """
      {"object":"list","data":[{"object":"chat.completion","id":"c1","metadata":{"user_id":"u1"},\
      "messages":{"object":"list","data":[{"role":"user","content":"I am late."}]},\
      "choices":[{"message":{"role":"assistant","content":"What held you up?"}}]}]}
      """
    let messages = """
      {"object":"list","data":[{"id":"c1-0","role":"user","content":"I am late."},\
      {"id":"c1-1","role":"assistant","content":"What held you up?"}]}
      """
    for text in [completion, messages] {
      let file = Chats.imported(text, "s.json")
      #expect(file.transcripts.map(\.messages) == [talk], "\(file.diagnostics)")
    }
    #expect(
      Chats.imported(completion, "s.json").transcripts.first?.cluster?.hasPrefix("user-") == true)
  }

  @Test("what a person says under 'user' is no user")
  func userAsSpeaker() {
    for text in [
      #"[{"user":"Hello!","assistant":"What held you up?"}]"#,
      #"{"user":"Hello!","assistant":"What held you up?"}"#,
    ] {
      for name in ["c.json", "c.jsonl"] {
        let file = Chats.imported(text, name)
        #expect(file.transcripts.allSatisfy { $0.cluster == nil })
        #expect(!file.notes.lines.contains { $0.contains("is a cluster") }, "\(name)")
      }
    }
  }

  @Test(
    "users make clusters, wherever a request names them",
    arguments: [
      #""user":"u1""#, #""safety_identifier":"u1""#, #""metadata":{"user_id":"u1"}"#,
      #""metadata":{"userId":"u1"}"#, #""user_id":"u1""#, #""request":{"user":"u1","messages":[]}"#,
    ])
  func users(member: String) {
    let chat = #"""
      {"id":"c",\#(member),"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]}
      """#
    let file = Chats.imported(chat, "c.jsonl")
    #expect(
      file.transcripts.first?.cluster == "user-" + ContentDigest(of: "u1").hexadecimal.prefix(12))
    let named = Chats.imported(chat, "c.jsonl") { $0.columns = FieldMapping([.cluster: "id"]) }
    #expect(named.transcripts.first?.cluster == "c")
  }

  @Test("ChatML, in a file and in JSON Lines")
  func chatML() {
    let text =
      "<|im_start|>system\nBe kind.<|im_end|>\n<|im_start|>user\nI am late.<|im_end|>\n"
      + "<|im_start|>assistant\nWhat held you up?<|im_end|>\n"
    let file = Chats.imported(
      text + text.replacing("late", with: "early") + "<|im_start|>assistant\n", "c.txt")
    #expect(file.transcripts.count == 2 && file.transcripts.first?.messages == talk)
    let line =
      #"{"text":"<|im_start|>user\nI am late.<|im_end|>\n<|im_start|>assistant\nWhat held you up?<|im_end|>"}"#
    #expect(Chats.imported(line, "c.jsonl").transcripts.map(\.messages) == [talk])
    let stray = Chats.imported(
      "<|im_start|>user\na<|im_end|>\nwords\n<|im_start|>assistant\nb<|im_end|>", "c.txt")
    #expect(stray.problems == ["import.chatml 3:1"])
  }

  @Test("a conversation of ChatGPT is the branch that was shown last")
  func chatGPT() {
    let text = #"""
      [{"title":"Late","conversation_id":"c1","current_node":"d","mapping":{
        "a":{"id":"a","parent":null,"children":["b"],"message":null},
        "b":{"id":"b","parent":"a","children":["c","d"],"message":{"author":{"role":"user"},"content":{"content_type":"text","parts":["I am late."]}}},
        "c":{"id":"c","parent":"b","children":[],"message":{"author":{"role":"assistant"},"content":{"content_type":"text","parts":["Why?"]}}},
        "d":{"id":"d","parent":"b","children":[],"message":{"author":{"role":"assistant"},"content":{"content_type":"text","parts":["What held you up?"]}}}}}]
      """#
    let file = Chats.imported(text, "conversations.json")
    #expect(file.transcripts.map(\.messages) == [talk], "\(file.diagnostics)")
    #expect(file.transcripts.first?.title == "Late" && file.transcripts.first?.id == "c1")
    expect(file.notes.lines.joined(), contains: "left out: a message of another branch")
  }

  @Test("the server's log at the level debug has chats; without exchanges it says why not")
  func serverLog() throws {
    let text = #"""
      {"time":"2026-01-01T10:00:00Z","level":"info","message":"turn","request":"r1"}
      {"time":"2026-01-01T10:00:00Z","level":"debug","message":"exchange","conversation":"c1","person":"p1","route":"discovery","language":"de","earlier":2,"domain":"sleep","said":"I am late.","reply":"What held you up?"}
      {"time":"2026-01-01T10:01:00Z","level":"debug","message":"exchange withheld","conversation":"c1","person":"p1"}
      {"time":"2026-01-01T10:02:00Z","level":"debug","mess
      """#
    let file = Chats.imported(text, "server.log") { $0.format = .log }
    let transcript = try #require(file.transcripts.first)
    #expect(transcript.messages == talk && transcript.kind == .discovery)
    #expect(transcript.domain == "sleep" && transcript.language == "de")
    let notes = file.notes.lines.joined(separator: "\n")
    expect(notes, contains: "'c1' begins after 2 earlier messages")
    expect(notes, contains: "1 exchange left out: there was danger in it")
    expect(notes, contains: "1 line left out: it is no JSON")
    let silent = Chats.imported(
      text.split(separator: "\n").first.map { $0 + "\n" } ?? "", "s.jsonl")
    expect(silent.diagnostics.first?.hint ?? "", contains: "telemetry.log_level: debug")
  }

  @Test("Excel's line with the separator is not a row")
  func separator() {
    let text = "sep=;\nspeaker;text\nuser;I am late.\nassistant;What held you up?\n"
    #expect(Chats.imported(text, "t.csv").transcripts.map(\.messages) == [talk])
    let broken = Chats.imported("sep=;\nspeaker;text\nuser\n", "t.csv")
    #expect(broken.problems == ["import.csv 3:1"])
  }

  @Test("a sample depends on the seed and the ids, not on the order of the files")
  func sample() {
    let lines = (0..<20).map { number in
      #"{"id":"c\#(number)","messages":[{"role":"user","content":"\#(number)"},{"role":"assistant","content":"b"}]}"#
    }
    func ids(_ lines: [String], seed: UInt64) -> [String] {
      var random = SplitMix(seed: seed)
      return [Chats.imported(lines.joined(separator: "\n"), "c.jsonl")]
        .sampling(5, using: &random).flatMap(\.transcripts).map(\.id)
    }
    #expect(ids(lines, seed: 1).count == 5)
    #expect(ids(lines, seed: 1).sorted() == ids(lines.reversed(), seed: 1).sorted())
    #expect(ids(lines, seed: 1) != ids(lines, seed: 2))
  }

  @Test("hints for a shell quote apostrophes")
  func quoting() {
    let text =
      #"{"messages":[{"role":"Siobhán O'Neill","content":"a"},{"role":"assistant","content":"b"}]}"#
    expect(
      Chats.imported(text, "c.jsonl").diagnostics.first?.hint ?? "",
      contains: #"--person-name 'Siobhán O'\''Neill'"#)
  }

  @Test("a transcript that is kept in another cluster is counted")
  func clusters() throws {
    func file(_ cluster: String) -> ImportedFile {
      Chats.imported(
        #"{"id":"a","who":"\#(cluster)","messages":[{"role":"user","content":"x"},{"role":"bot","content":"y"}]}"#,
        "log.jsonl"
      ) { $0.columns = FieldMapping([.cluster: "who"]) }
    }
    let text = try #require(
      WritePlan([file("one")], folder: "T", disk: InMemoryFileSystem([:])).items.first?.text)
    let disk = InMemoryFileSystem(["T/a.yaml": text])
    #expect(WritePlan([file("one")], folder: "T", disk: disk).keptClusters == 0)
    let other = WritePlan([file("two")], folder: "T", disk: disk)
    #expect(other.keptClusters == 1 && other.items.map(\.action) == [.keep])
    let replaced = WritePlan([file("two")], folder: "T", overwrite: true, disk: disk)
    #expect(replaced.keptClusters == 0 && replaced.items.map(\.action) == [.replace])
  }
}
