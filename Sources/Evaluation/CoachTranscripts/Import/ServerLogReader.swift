import CoachModel
import Documents
import SourceFiles

/// Reads chats from the log of this package's server, whose lines are JSON.
///
/// The server stores no texts. At the level `debug` each turn leaves a line `exchange` with what was said and replied; those of one
/// conversation are a chat. Of turns in which there was danger the log has no texts.
struct ServerLogReader {
  private let file: SourceFile
  private var read = ReadChats(format: "server log", seen: "a log of the server")
  private var places: [String: Int] = [:]
  /// The number of exchanges without their texts, and of lines about something else.
  private var (withheld, others, broken) = (0, 0, 0)

  /// Whether a text is such a log, by its first line.
  static func isLog(_ content: ArraySlice<UInt8>) -> Bool {
    let line = content.drop(while: \.isJSONSpace).prefix { $0 != UInt8(ascii: "\n") }
    guard let value = try? JSONValue(parsing: line) else { return false }
    return ["time", "level", "message"].allSatisfy { value[$0]?.string != nil }
      && value["role"] == nil
  }

  static func read(_ file: SourceFile, from start: Int) -> ReadChats {
    var reader = ServerLogReader(file: file)
    var lineStart = start
    while lineStart < file.bytes.count {
      let end = file.bytes[lineStart...].firstIndex(of: UInt8(ascii: "\n")) ?? file.bytes.count
      if !file.bytes[lineStart..<end].allSatisfy(\.isJSONSpace) { reader.add(lineStart..<end) }
      lineStart = end + 1
    }
    reader.finish()
    return reader.read
  }

  private init(file: SourceFile) { self.file = file }

  private mutating func add(_ range: Range<Int>) {
    guard let line = try? JSONValue(parsing: file.bytes[range]), line.object != nil else {
      // A log may end in the middle of a line.
      broken += 1
      return
    }
    guard let event = line["message"]?.string, let id = line["conversation"]?.word,
      event == "exchange" || event == "exchange withheld"
    else {
      others += 1
      return
    }
    if event == "exchange withheld" {
      withheld += 1
      return
    }
    let place = SourcePlace(range: range)
    let number = places[id] ?? begin(id, line, at: place)
    read.chats[number].domain = line["domain"]?.word ?? read.chats[number].domain
    for (member, speaker) in [("said", "user"), ("reply", "assistant")] {
      guard let text = line[member]?.string else { continue }
      read.chats[number].messages.append(
        ImportedMessage(speaker: speaker, text: text, place: place.appending(.member(member))))
    }
  }

  private mutating func begin(_ id: String, _ line: JSONValue, at place: SourcePlace) -> Int {
    var chat = ImportedChat(place: place)
    chat.id = id
    chat.kind = line["route"]?.string.flatMap { ConversationKind(rawValue: $0) }
    chat.language = line["language"]?.word
    chat.join(UserIdentity(line["person"]?.word, field: "person"), in: file, at: place)
    if let earlier = line["earlier"]?.integer, earlier > 0 {
      read.notes.remarks.append(
        "\(file.location(at: place.range.lowerBound)): '\(id)' begins after \(earlier) earlier"
          + " message\(earlier == 1 ? "" : "s"), which the log does not have")
    }
    read.chats.append(chat)
    places[id] = read.chats.count - 1
    return read.chats.count - 1
  }

  private mutating func finish() {
    func note(_ count: Int, _ one: String, _ many: String) {
      if count > 0 { read.notes.remarks.append("\(count) \(count == 1 ? one : many)") }
    }
    note(
      withheld, "exchange left out: there was danger in it, so that the log has no texts",
      "exchanges left out: there was danger in them, so that the log has no texts")
    note(others, "line about something else left out", "lines about something else left out")
    note(broken, "line left out: it is no JSON", "lines left out: they are no JSON")
    if read.chats.isEmpty {
      read.problems.append(
        Diagnostic(
          "import.empty", "the log has no exchanges", in: file, at: 0,
          hint: "the server logs what was said with telemetry.log_level: debug only"))
    }
  }
}
