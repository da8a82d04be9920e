import SourceFiles

/// A message by itself: a row of a table, or a line.
struct MessageRow {
  var message: ImportedMessage
  var conversation: String?
  /// The value to sort by.
  var order: String?
  var cluster: String?
  /// The user whom the row names, if no field for clusters was named.
  var user: UserIdentity?
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
      remarks.append(.isUnsorted)
    }
    return (chats, problems, remarks)
  }

  private func chat(
    named name: String, rows: [MessageRow]
  ) -> (chat: ImportedChat, isUnsorted: Bool) {
    var chat = ImportedChat(place: rows.first?.place ?? SourcePlace(range: 0..<0))
    chat.id = name.isEmpty ? nil : name
    chat.title = rows.lazy.compactMap(\.title).first
    for row in rows {
      chat.join(row.cluster, in: file, at: row.place)
      chat.join(row.user, in: file, at: row.place)
    }
    if incomplete.contains(name) {
      chat.problems.append(
        Diagnostic(
          "import.incomplete", "this chat may lack a message that could not be read", in: file,
          at: chat.place, hint: "fix what is reported about that message"))
    }
    var isUnsorted = false
    var sorted = rows
    if let odd = MessageOrder.sort(&sorted, by: \.order) {
      if isOrderRequired {
        chat.problems.append(.unsortable(odd.order, in: file, at: odd.place))
      } else {
        isUnsorted = true
      }
    }
    chat.messages = sorted.map(\.message)
    return (chat, isUnsorted)
  }
}

extension String {
  /// The remark on messages that stay in the order of the file although they have something to sort by.
  static let isUnsorted =
    "the order is that of the file: not every message has a number or time to sort by"
}

extension Diagnostic {
  /// The problem of a row that cannot be sorted with the others of its chat.
  static func unsortable(_ text: String?, in file: SourceFile, at place: SourcePlace) -> Self {
    Diagnostic(
      "import.order",
      "'\(text ?? "")' is nothing to sort by, or of another kind than in other rows", in: file,
      at: place, hint: "use numbers, or times like 2026-03-31T10:20:30Z, in all rows")
  }
}
