import Documents
import SourceFiles

/// Reads a table with an exchange per row: what the person said and what the coach replied.
///
/// Test tables and results of promptfoo are recognised by their columns: `__expected` holds the reply unless it is
/// another kind of assertion, `[provider] …` columns hold replies, `__description` the title, and rows with one
/// `__metadata:conversationId` make one chat.
struct ExchangeTableReader {
  private let file: SourceFile
  private let columns: FieldMapping
  private let header: [String]
  private var messages: JSONMessageReader
  private var read: ReadChats
  private var chats: [Chat] = []
  private var places: [String: Int] = [:]
  /// Expectations that are no replies, by their type.
  private var assertions: [String: Int] = [:]

  /// A chat, and its rows with what they are sorted by.
  private struct Chat {
    var chat: ImportedChat
    var rows: [(order: String?, place: SourcePlace, messages: [ImportedMessage])] = []
  }

  /// Whether a table has an exchange per row.
  static func fits(_ header: [CSVField], columns: FieldMapping) -> Bool {
    columns.names[.reply] != nil
      || header.contains { isOwn($0.text) || isOutput($0.text) }
  }

  /// Whether a column is one of promptfoo's own, and not a variable of its prompts.
  private static func isOwn(_ name: String) -> Bool { name.hasPrefix("__") }

  /// Whether a column holds the replies of a provider.
  private static func isOutput(_ name: String) -> Bool {
    name.hasPrefix("[") && name.contains("]")
  }

  /// Columns that promptfoo writes beside each output.
  private static let resultColumns: Set<String> = [
    "status", "score", "named scores", "grader reason", "comment",
  ]

  static func read(
    _ file: SourceFile, header: [CSVField], parser: inout CSVParser, columns: FieldMapping
  ) -> ReadChats {
    var reader = ExchangeTableReader(file: file, header: header, columns: columns)
    reader.readAll(header: header, parser: &parser)
    return reader.read
  }

  private init(file: SourceFile, header: [CSVField], columns: FieldMapping) {
    self.file = file
    self.columns = columns
    self.header = header.map { $0.text.trimmingWhitespace }
    messages = JSONMessageReader(file: file, columns: FieldMapping())
    let isPromptfoo = header.contains { Self.isOwn($0.text) || Self.isOutput($0.text) }
    read = ReadChats(format: isPromptfoo ? "promptfoo" : "CSV", seen: "")
  }

  /// The positions of the columns that are read.
  private struct Positions {
    var person: Int
    var replies: [Int]
    var expected: [Int]
    var history: Int?
    var title: Int?
    var conversation: Int?
    var cluster: Int?
    /// The ids of users, if no column for clusters was named.
    var user: Int?
    var order: Int?

    /// The positions of the columns with one value for a row or a chat, and the words for them.
    var named: [(String, Int)] {
      [
        ("history", history), ("conversation", conversation), ("order", order),
        ("cluster", cluster), ("user", user), ("title", title),
      ].compactMap { name, position in position.map { (name, $0) } }
    }
  }

  private mutating func readAll(header: [CSVField], parser: inout CSVParser) {
    guard let positions = positions(header.first?.offset ?? 0) else { return }
    let reply = (positions.replies + positions.expected).map { self.header[$0] }
    read.seen =
      "a table of exchanges, text=\(self.header[positions.person]), reply="
      + (reply.isEmpty ? "none" : reply.joined(separator: " or "))
      + positions.named.map { ", \($0)=\(self.header[$1])" }.joined()
    while let row = parser.next() {
      guard row.count == header.count else {
        read.problems.append(
          .wrongFields(row, header: header, in: file))
        read.lostChats += 1
        continue
      }
      add(row, positions)
    }
    if let problem = parser.problem { read.problems.append(problem) }
    read.chats = chats.map { sorted($0) }
    read.notes.add(messages.notes)
    addRemarks(positions)
  }

  // MARK: Columns

  private mutating func positions(_ offset: Int) -> Positions? {
    let plain = header.map { $0.lowercased() }
    func named(_ role: FieldMapping.Role) -> Int? {
      columns.names[role].flatMap { name in plain.firstIndex(of: name.lowercased()) }
    }
    for role in FieldMapping.Role.allCases where role != .speaker {
      guard let name = columns.names[role], named(role) == nil else { continue }
      read.problems.append(
        Diagnostic(
          "import.column", "there is no column '\(name)'", in: file, at: offset,
          hint: header.hint(for: name)))
    }
    guard read.problems.isEmpty else { return nil }
    let variables = header.indices.filter { place in
      !Self.isOwn(header[place]) && !Self.isOutput(header[place])
        && !Self.resultColumns.contains(plain[place]) && place != named(.reply)
    }
    let history = variables.first { ["messages", "history", "conversation"].contains(plain[$0]) }
    func guessed(_ role: FieldMapping.Role) -> Int? {
      FieldMapping.positions(of: role, in: plain).first { $0 != history }
    }
    let conversation =
      named(.conversation) ?? plain.firstIndex(of: "__metadata:conversationid")
      ?? guessed(.conversation)
    let order = named(.order) ?? (conversation == nil ? nil : guessed(.order))
    let cluster = named(.cluster)
    let user = cluster == nil ? UserIdentity.column(in: header) : nil
    let asked = variables.filter { ![history, conversation, order, cluster, user].contains($0) }
    let known =
      ["question", "query", "input", "user", "user_message"] + FieldMapping.commonNames(.text)
    let guess =
      asked.count == 1
      ? asked[0]
      : known.lazy.compactMap { name in asked.first { plain[$0] == name } }.first
    guard let person = named(.text) ?? guess else {
      read.problems.append(
        Diagnostic(
          "import.column", "which column holds what the person says?", in: file, at: offset,
          hint:
            "use --columns text=NAME; there are: \(asked.map { header[$0] }.joined(separator: ", "))"
        ))
      return nil
    }
    let outputs = header.indices.filter { Self.isOutput(header[$0]) }
    guard outputs.count < 2 || columns.names[.reply] != nil else {
      read.problems.append(
        Diagnostic(
          "import.column", "which of the \(outputs.count) outputs is the coach's?", in: file,
          at: offset,
          hint:
            "use --columns 'reply=NAME'; there are: \(outputs.map { header[$0] }.joined(separator: "; "))"
        ))
      return nil
    }
    return Positions(
      person: person, replies: named(.reply).map { [$0] } ?? outputs,
      expected: columns.names[.reply] != nil || !outputs.isEmpty
        ? [] : header.indices.filter { plain[$0].hasPrefix("__expected") },
      history: history, title: named(.title) ?? plain.firstIndex(of: "__description"),
      conversation: conversation, cluster: cluster, user: user, order: order)
  }

  private mutating func addRemarks(_ positions: Positions) {
    let used = Set(
      [positions.person] + positions.replies + positions.expected + positions.named.map(\.1))
    read.notes.addUnused(header.indices.filter { !used.contains($0) }.map { header[$0] })
    for (kind, count) in assertions.sorted(by: { $0.key < $1.key }) {
      read.notes.remarks.append(
        "\(count) expectation\(count == 1 ? "" : "s") of the type '\(kind)' left out: not a reply;"
          + " write \(count == 1 ? "it" : "them") as assertions of a suite")
    }
  }

  // MARK: Rows

  private mutating func add(_ row: [CSVField], _ positions: Positions) {
    func text(_ position: Int?) -> String? {
      let text = position.map { row[$0].text.trimmingWhitespace }
      return text == "" ? nil : text
    }
    let place = SourcePlace(range: (row.first?.offset ?? 0)..<file.bytes.count)
    let conversation = text(positions.conversation)
    let number = conversation.flatMap { places[$0] } ?? chats.count
    if number == chats.count {
      chats.append(Chat(chat: ImportedChat(place: place)))
      chats[number].chat.id = conversation
      if let conversation { places[conversation] = number }
    }
    chats[number].chat.title = chats[number].chat.title ?? text(positions.title)
    chats[number].chat.join(text(positions.cluster), in: file, at: place)
    if let user = positions.user {
      chats[number].chat.join(
        UserIdentity(text(user), field: header[user]), in: file, at: place)
    }
    var exchange = ImportedChat(place: place)
    if let history = text(positions.history) { addHistory(history, at: place, to: &exchange) }
    func say(_ speaker: String, _ words: String?, at position: Int) {
      guard let words else { return }
      exchange.messages.append(
        ImportedMessage(
          speaker: speaker, text: words,
          place: SourcePlace(range: row[position].offset..<file.bytes.count)))
    }
    say("person", text(positions.person), at: positions.person)
    if let position = positions.replies.first {
      say("coach", text(position).map(Self.withoutMark), at: position)
    }
    for position in positions.expected {
      guard let words = text(position) else { continue }
      if let reply = reply(in: words) { say("coach", reply, at: position) }
    }
    chats[number].chat.problems += exchange.problems
    chats[number].rows.append((text(positions.order), place, exchange.messages))
  }

  /// Returns a chat with its messages in order.
  private mutating func sorted(_ chat: Chat) -> ImportedChat {
    var result = chat.chat
    var rows = chat.rows
    if let odd = MessageOrder.sort(&rows, by: \.order) {
      if columns.names[.order] != nil {
        result.problems.append(.unsortable(odd.order, in: file, at: odd.place))
      } else if !read.notes.remarks.contains(.isUnsorted) {
        read.notes.remarks.append(.isUnsorted)
      }
    }
    guard rows.contains(where: { $0.messages.count > 2 }) else {
      result.messages = rows.flatMap(\.messages)
      return result
    }
    // Rows with a history repeat what was said before.
    let exchanges = rows.map { row in
      let isReplied = row.messages.last?.speaker == "coach"
      return ConversationStitcher.Exchange(
        request: isReplied ? row.messages.dropLast() : row.messages,
        reply: isReplied ? row.messages.suffix(1) : [], place: row.place)
    }
    let joined = ConversationStitcher.join(exchanges, in: file)
    result.messages = joined.messages
    read.notes.remarks += joined.remarks
    return result
  }

  private mutating func addHistory(
    _ text: String, at place: SourcePlace, to row: inout ImportedChat
  ) {
    guard let list = (try? JSONValue(parsing: text))?.array else {
      row.problems.append(
        Diagnostic(
          "import.history", "the earlier messages are not a list in JSON", in: file, at: place,
          hint: "write [{\"role\": \"user\", \"content\": \"…\"}, …]"))
      return
    }
    for value in list { messages.add(value, at: place, to: &row) }
  }

  /// Removes the mark of a result, as in `[PASS] What brings you here?`.
  private static func withoutMark(_ text: String) -> String {
    for mark in ["[PASS]", "[FAIL]", "[ERROR]"] where text.hasPrefix(mark) {
      return String(text.dropFirst(mark.count)).trimmingWhitespace
    }
    return text
  }

  /// Returns the reply that an expectation spells out, or notes its type: `contains: sleep` is not a reply.
  private mutating func reply(in expectation: String) -> String? {
    let parts = expectation.split(separator: ":", maxSplits: 1).map(String.init)
    let head = parts.first ?? ""
    let name = head.prefix { $0 != "(" }
    let isType =
      parts.count == 2 && !name.isEmpty
      && name.allSatisfy { $0.isASCII && ($0.isLowercase || $0 == "-" || $0.isNumber) }
    guard isType else { return expectation }
    guard name == "equals" else {
      assertions[String(name), default: 0] += 1
      return nil
    }
    return parts[1].trimmingWhitespace
  }
}
