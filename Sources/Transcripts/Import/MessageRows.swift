import SourceFiles

/// A message by itself: a row of a table, or a line.
struct MessageRow {
  var message: ImportedMessage
  var conversation: String?
  /// The value to sort by.
  var order: String?
  var cluster: String?
  var title: String?
  var place: SourcePlace
}

/// Groups single messages into chats.
struct MessageRows {
  private let file: SourceFile
  /// Whether the user named the field to sort by; a guessed field that cannot be sorted by is ignored.
  private let isOrderRequired: Bool
  private var rows: [MessageRow] = []
  /// Chats that may lack a message, since a row of theirs, or one next to theirs, could not be read.
  private var incomplete: Set<String> = []
  private var isAfterBroken = false

  init(file: SourceFile, isOrderRequired: Bool) {
    self.file = file
    self.isOrderRequired = isOrderRequired
  }

  mutating func add(_ row: MessageRow) {
    if isAfterBroken { incomplete.insert(row.conversation ?? "") }
    isAfterBroken = false
    rows.append(row)
  }

  /// Records a row that could not be read.
  ///
  /// If its conversation is unknown, it may belong to the chat before or after it.
  mutating func addBroken(in conversation: String? = nil) {
    if let conversation {
      incomplete.insert(conversation)
    } else {
      if let last = rows.last { incomplete.insert(last.conversation ?? "") }
      isAfterBroken = true
    }
  }

  /// Returns the chats in the order of their first rows.
  func chats() -> (chats: [ImportedChat], problems: [Diagnostic], remarks: [String]) {
    var problems: [Diagnostic] = []
    var remarks: [String] = []
    let hasNames = rows.contains { $0.conversation != nil }
    if hasNames {
      for row in rows where row.conversation == nil {
        problems.append(
          Diagnostic(
            "import.conversation", "this message does not say which conversation it belongs to",
            in: file, at: row.place, hint: "fill it in, as in the other rows"))
      }
    } else if !rows.isEmpty {
      remarks.append("no conversation ids: the complete file is treated as one chat")
    }
    var names: [String] = []
    var byName: [String: [MessageRow]] = [:]
    for row in rows where row.conversation != nil || !hasNames {
      let name = row.conversation ?? ""
      if byName[name] == nil { names.append(name) }
      byName[name, default: []].append(row)
    }
    var isUnsorted = false
    let chats = names.map { name in
      let chat = chat(named: name, rows: byName[name] ?? [])
      isUnsorted = isUnsorted || chat.isUnsorted
      return chat.chat
    }
    if isUnsorted {
      remarks.append("the order is that of the file: nothing there to sort by could be understood")
    }
    return (chats, problems, remarks)
  }

  private func chat(
    named name: String, rows: [MessageRow]
  ) -> (chat: ImportedChat, isUnsorted: Bool) {
    var chat = ImportedChat(place: rows.first?.place ?? SourcePlace(range: 0..<0))
    chat.id = name.isEmpty ? nil : name
    chat.title = rows.lazy.compactMap(\.title).first
    chat.cluster = rows.lazy.compactMap(\.cluster).first
    if let other = rows.first(where: { $0.cluster != nil && $0.cluster != chat.cluster }) {
      chat.problems.append(
        Diagnostic(
          "import.cluster",
          "this chat is in the clusters '\(chat.cluster ?? "")' and '\(other.cluster ?? "")'",
          in: file, at: other.place, hint: "a chat belongs to one; correct the row"))
    }
    if incomplete.contains(name) {
      chat.problems.append(
        Diagnostic(
          "import.incomplete", "this chat may lack a message that could not be read", in: file,
          at: chat.place, hint: "fix what is reported about that message"))
    }
    var isUnsorted = false
    var sorted = rows
    let keys = rows.map { $0.order.flatMap(MessageOrder.init) }
    if rows.contains(where: { $0.order != nil }) {
      let known = keys.compactMap { $0 }
      if known.count == rows.count, Set(known.map(\.isTime)).count == 1 {
        sorted = zip(rows, known).enumerated().sorted { left, right in
          (left.element.1.value, left.offset) < (right.element.1.value, right.offset)
        }.map(\.element.0)
      } else if isOrderRequired {
        let first = zip(rows, keys).first { $0.1 == nil }?.0 ?? rows.first
        chat.problems.append(
          Diagnostic(
            "import.order",
            "'\(first?.order ?? "")' is nothing to sort by, or of another kind than in other rows",
            in: file, at: first?.place ?? chat.place,
            hint: "use numbers, or times like 2026-03-31T10:20:30Z, in all rows"))
      } else {
        isUnsorted = true
      }
    }
    chat.messages = sorted.map(\.message)
    return (chat, isUnsorted)
  }
}
