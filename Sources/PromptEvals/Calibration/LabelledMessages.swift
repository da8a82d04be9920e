import Conversations
import SourceFiles

/// Messages of coaches with what people said of them.
struct LabelledMessages {
  /// One coach's message.
  struct Item {
    /// The conversation it is from.
    var conversation: String
    /// Its number among the coach's messages.
    var number: Int
    /// What was said before it, and it.
    var words: String
    var history: ArraySlice<Message>
    /// The labels by column, one an annotator.
    var labels: [String: [String]]
  }

  let items: [Item]

  /// Reads a table with a message in each row, or with one row for each annotator of a message.
  ///
  /// Throws ``SourceError`` for a column that is not there, or a row that is cut short.
  init(_ file: SourceFile, _ suite: CalibrationSuite) throws(SourceError) {
    let start = file.bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    let separator = CSVParser.separator(of: file.bytes[start...]) ?? UInt8(ascii: ",")
    var parser = CSVParser(file: file, from: start, separator: separator)
    let header = (parser.next() ?? []).map(\.text)
    func place(_ column: String) throws(SourceError) -> Int {
      if let place = header.firstIndex(of: column) { return place }
      throw SourceError(
        Diagnostic(
          "calibration.column", "\(file.path) has no column '\(column)'",
          hint: header.hint(for: column)))
    }
    let (conversation, speaker) = (try place(suite.conversation), try place(suite.speaker))
    let text = try place(suite.text)
    let message = try suite.message.map { column throws(SourceError) in try place(column) }
    var columns: [String: Int] = [:]
    for name in suite.cases.map(\.column) { columns[name] = try place(name) }

    var said: [String: [Message]] = [:]
    var places: [String: Int] = [:]
    var items: [Item] = []
    while let row = parser.next() {
      guard row.count == header.count else {
        throw SourceError(
          Diagnostic(
            "calibration.row",
            "a row has \(row.count) fields, and there are \(header.count) columns",
            at: file.location(at: row.first?.offset ?? 0), hint: "is a quote missing?"))
      }
      let id = row[conversation].text
      let labels = columns.mapValues { [row[$0].text] }
      if let message {
        let key = "\(id)\u{0}\(row[message].text)"
        // Another annotator's row about the same message.
        if let known = places[key] {
          if items.indices.contains(known) { items[known].labels.merge(labels) { $0 + $1 } }
          continue
        }
        places[key] = row[speaker].text == suite.coach ? items.count : -1
      }
      let role: Role = row[speaker].text == suite.coach ? .assistant : .user
      if role == .assistant {
        let history = said[id] ?? []
        items.append(
          Item(
            conversation: id, number: history.count { $0.role == .assistant } + 1,
            words: row[text].text, history: history[...], labels: labels))
      }
      said[id, default: []].append(Message(role, row[text].text))
    }
    if let problem = parser.problem { throw SourceError(problem) }
    self.items = items
  }
}
