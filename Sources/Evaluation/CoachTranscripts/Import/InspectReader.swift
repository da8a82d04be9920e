import Documents
import SourceFiles

/// Reads the samples of an Inspect log in its JSON form as chats.
struct InspectReader {
  private let file: SourceFile
  private var messages: JSONMessageReader

  private init(file: SourceFile) {
    self.file = file
    messages = JSONMessageReader(file: file, columns: FieldMapping())
  }

  /// Whether a JSON document is a log of Inspect.
  static func isLog(_ value: JSONValue) -> Bool {
    value["eval"]?["task"] != nil && value["version"]?.integer != nil
  }

  /// Reads the samples of a log.
  static func read(
    _ log: JSONValue, in file: SourceFile, at index: SourcePlace
  ) -> ReadChats {
    var reader = InspectReader(file: file)
    let task = log["eval"]?["task"]?.word ?? "log"
    let samples = log["samples"]?.array ?? []
    var read = ReadChats(
      format: "Inspect",
      seen: "a log of Inspect, \(samples.count) sample\(samples.count == 1 ? "" : "s")")
    guard !samples.isEmpty else {
      read.problems.append(
        Diagnostic(
          "import.empty", "the log has no samples", in: file, at: index,
          hint: "write it with them: inspect log dump FILE.eval > FILE.json"))
      return read
    }
    for (sample, index) in zip(samples, index.appending(.member("samples")).elements(in: file)) {
      read.chats.append(reader.chat(sample, task: task, at: index))
    }
    read.notes.add(reader.messages.notes)
    return read
  }

  private mutating func chat(
    _ sample: JSONValue, task: String, at place: SourcePlace
  ) -> ImportedChat {
    var chat = ImportedChat(place: place)
    let epoch = sample["epoch"]?.integer ?? 1
    let name = sample["id"]?.word.map { "\(task)-\($0)" }
    chat.id = name.map { epoch > 1 ? "\($0)-epoch-\(epoch)" : $0 }
    chat.title = sample["metadata"]?["title"]?.word
    // Epochs of a sample are about the same, and not independent.
    chat.cluster = sample["metadata"]?["cluster"]?.word ?? name
    for (number, value) in (sample["messages"]?.array ?? []).enumerated() {
      messages.add(
        value, at: place.appending(.member("messages"), .element(number)), to: &chat)
    }
    if let error = sample["error"]?["message"]?.word {
      chat.problems.append(
        Diagnostic(
          "import.failed-sample", "this sample ended with an error: \(error)", in: file, at: place,
          hint: "leave it out with --skip-broken"))
    }
    return chat
  }
}
