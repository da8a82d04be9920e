import Documents
import SourceFiles

/// Reads JSON Lines: a chat on each line, or a message on each line.
///
/// The first line that is valid JSON decides which of the two it is.
struct JSONLinesReader {
  private let file: SourceFile
  private let columns: FieldMapping
  private var chats: JSONChatReader
  private var rows: MessageRows
  private var read = ReadChats(format: "JSON Lines", seen: "")
  private var hasMessages: Bool?
  private var traces: TraceReader
  /// The kind of traces that the lines contain; nil for chats and messages.
  private var traceKind: String?
  private var brokenLines = 0

  static func read(
    _ file: SourceFile, from start: Int, columns: FieldMapping, generation: String?
  ) -> ReadChats {
    var reader = JSONLinesReader(file: file, columns: columns, generation: generation)
    return reader.readAll(from: start)
  }

  private init(file: SourceFile, columns: FieldMapping, generation: String?) {
    self.file = file
    traces = TraceReader(file: file, generation: generation, columns: columns)
    self.columns = columns
    chats = JSONChatReader(file: file, columns: columns)
    rows = MessageRows(file: file, isOrderRequired: columns.names[.order] != nil)
  }

  private mutating func readAll(from start: Int) -> ReadChats {
    var lineStart = start
    while lineStart < file.bytes.count {
      let rest = file.bytes[lineStart...]
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? file.bytes.count
      let isBlank = rest[..<end].allSatisfy(\.isJSONSpace)
      if !isBlank { readLine(lineStart..<end) }
      lineStart = end + 1
    }
    read.notes.add(chats.messages.notes)
    if let traceKind {
      var found = traces.read(as: "\(traceKind), one a line")
      found.problems = read.problems + found.problems
      found.lostChats = brokenLines
      return found
    }
    if hasMessages == true {
      read.seen = "JSON Lines, one message a line"
      let grouped = rows.chats()
      read.chats = grouped.chats
      read.problems += grouped.problems
      read.notes.remarks += grouped.remarks
    } else {
      read.seen = "JSON Lines, one chat a line"
      read.lostChats = brokenLines
      read.joinThreads(in: file)
    }
    return read
  }

  private mutating func readLine(_ range: Range<Int>) {
    let place = SourcePlace(range: range)
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONValue(parsing: file.bytes[range])
    } catch {
      read.problems.append(
        Diagnostic(
          "import.json", "this line is not JSON: \(error.message)", in: file,
          at: range.lowerBound + error.offset,
          hint: "each line is one whole JSON value; fix or remove the line"))
      brokenLines += 1
      rows.addBroken()
      return
    }
    if hasMessages == nil, let kind = traceKind ?? TraceReader.kind(of: value) {
      traceKind = kind
      return traces.add(value, at: place)
    }
    let isMessage = chats.messages.isMessage(value) && chats.shape(of: value) == "a single message"
    let expected = hasMessages ?? isMessage
    hasMessages = expected
    if expected {
      readMessage(value, at: place)
    } else {
      read.chats.append(chats.chat(value, at: place))
    }
  }

  private mutating func readMessage(_ value: JSONValue, at place: SourcePlace) {
    switch chats.messages.read(value, at: place) {
    case .nothing: break
    case .problem(let problem):
      read.problems.append(problem)
      rows.addBroken(in: chats.messages.word(.conversation, in: value))
    case .message(let message):
      rows.add(
        MessageRow(
          message: message, conversation: chats.messages.word(.conversation, in: value),
          order: chats.messages.word(.order, in: value),
          cluster: chats.messages.word(.cluster, in: value),
          user: columns.names[.cluster] == nil
            ? UserIdentity.find(in: value, isMessage: true) : nil,
          title: chats.messages.word(.title, in: value), place: place))
    }
  }
}
