import Documents
import SourceFiles

/// Reads the runs of LangSmith, as its API and its bulk export write them, and the examples of its datasets.
///
/// A run has `run_type`, `inputs` and `outputs` (docs.langchain.com/langsmith/run-data-format); an example of a dataset has
/// `inputs` and `outputs` alone (docs.langchain.com/langsmith/manage-datasets). Traces of one conversation have a thread, which
/// is `session_id`, `thread_id` or `conversation_id` in the metadata (docs.langchain.com/langsmith/threads): the `session_id` of
/// the run itself is the project.
struct LangSmithRuns {
  let file: SourceFile
  private(set) var content = TraceContent()
  private var examples = 0
  /// Finds the field for clusters, if one was named.
  private let fields: JSONMessageReader

  init(file: SourceFile, columns: FieldMapping) {
    self.file = file
    fields = JSONMessageReader(file: file, columns: columns)
  }

  /// Returns the kind of a value; `nil` if it is neither a run nor an example.
  static func kind(of value: JSONValue) -> String? {
    guard value.object != nil else { return nil }
    if value["run_type"]?.string != nil { return "LangSmith runs" }
    if let list = value["runs"]?.array { return list.first.flatMap(kind) }
    let isExample = value["inputs"]?.unwrapped.object != nil && value["outputs"] != nil
    return isExample && value["messages"] == nil ? "a dataset of LangSmith" : nil
  }

  /// Adds a run with the runs inside it, an example, or a list of these.
  mutating func add(_ value: JSONValue, at place: SourcePlace) {
    if let list = value["runs"]?.array {
      let start = place.appending(.member("runs"))
      for (run, place) in zip(list, start.elements(in: file)) { add(run, at: place) }
    } else if let type = value["run_type"]?.string {
      addRun(value, type: type, at: place)
    } else {
      addExample(value, at: place)
    }
  }

  private mutating func addRun(_ run: JSONValue, type: String, at place: SourcePlace) {
    let id = run["id"]?.word ?? run["run_id"]?.word
    defer {
      for (number, child) in (run["child_runs"]?.array ?? []).enumerated() {
        add(child, at: place.appending(.member("child_runs"), .element(number)))
      }
    }
    guard let trace = run["trace_id"]?.word ?? id else {
      content.unread += 1
      return
    }
    let extra = run["extra"]?.unwrapped ?? [:]
    let metadata = extra["metadata"]?.unwrapped ?? run["metadata"]?.unwrapped ?? [:]
    if let thread = run["thread_id"]?.word ?? Self.thread(metadata) {
      content.groups[trace] = thread
    }
    if let user = UserIdentity.find(in: ["metadata": metadata]) { content.people[trace] = user }
    if let cluster = cluster(of: run, metadata) { content.clusters[trace] = cluster }
    let isRoot = (run["parent_run_id"]?.word ?? run["parent_run_ids"]?.array?.last?.word) == nil
    let isModel = type == "llm"
    guard isRoot || isModel else { return content.addStep(of: type) }
    let (input, output) = (run["inputs"]?.unwrapped ?? .null, run["outputs"]?.unwrapped ?? .null)
    if run["error"]?.string.map({ !$0.isEmpty }) ?? false, output == .null {
      content.leftOut["run that ended with an error", default: 0] += 1
      return
    }
    guard input != .null || output != .null else {
      content.unread += 1
      return
    }
    content.exchanges.append(
      TraceExchange(
        trace: trace, time: run["start_time"]?.word ?? "", input: input, output: output,
        generation: isModel ? run["name"]?.word ?? "" : nil, place: place,
        tags: isRoot ? run["tags"]?.unwrapped.array?.compactMap(\.word) ?? [] : []))
  }

  private mutating func addExample(_ example: JSONValue, at place: SourcePlace) {
    examples += 1
    let id = example["id"]?.word ?? example["example_id"]?.word ?? "example-\(examples)"
    let metadata = example["metadata"]?.unwrapped ?? [:]
    if let thread = Self.thread(metadata) { content.groups[id] = thread }
    content.people[id] = UserIdentity.find(in: ["metadata": metadata])
    content.clusters[id] = cluster(of: example, metadata)
    content.exchanges.append(
      TraceExchange(
        trace: id, time: "", input: example["inputs"]?.unwrapped ?? .null,
        output: example["outputs"]?.unwrapped ?? .null, place: place))
  }

  /// Returns the value of the field for clusters: `metadata.…` names the metadata wherever they are, as the notes do.
  private func cluster(of value: JSONValue, _ metadata: JSONValue) -> String? {
    fields.word(.cluster, in: value) ?? fields.word(.cluster, in: ["metadata": metadata])
  }

  private static func thread(_ metadata: JSONValue) -> String? {
    ["session_id", "thread_id", "conversation_id"].lazy.compactMap { metadata[$0]?.word }.first
  }
}
