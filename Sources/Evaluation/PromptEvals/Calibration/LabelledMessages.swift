import CoachModel
import CoachTranscripts
import SourceFiles

/// Messages of coaches with human labels.
struct LabelledMessages {
  /// One message of a coach.
  struct Item {
    /// The ID of the conversation.
    var conversation: String
    /// The number among the coach's messages, from 1.
    var number: Int
    /// The text of the message.
    var words: String
    var history: ArraySlice<Message>
    /// The labels by column, one for each annotator.
    var labels: [String: [String]]
  }

  let items: [Item]

  /// Reads a table with one row for each message, or one row for each annotator of a message.
  ///
  /// Throws ``SourceError`` if a column is missing, a row has too few or too many fields, the coach has no
  /// messages, or a label of the suite does not occur.
  init(_ file: SourceFile, suite: CalibrationSuite) throws(SourceError) {
    try file.refuseMergeConflicts()
    let start = file.bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    var parser = CSVParser(file: file, from: start)
    let header = (parser.next() ?? []).map(\.text)
    func index(_ column: String) throws(SourceError) -> Int {
      if let index = header.firstIndex(of: column) { return index }
      throw SourceError(
        Diagnostic(
          "calibration.column", "\(file.path) has no column '\(column)'",
          hint: header.hint(for: column)))
    }
    let (conversation, speaker) = (try index(suite.conversation), try index(suite.speaker))
    let text = try index(suite.text)
    let message = try suite.message.map { column throws(SourceError) in try index(column) }
    var columns: [String: Int] = [:]
    for name in suite.cases.map(\.column) { columns[name] = try index(name) }

    var said: [String: [Message]] = [:]
    var places: [String: Int] = [:]
    var items: [Item] = []
    var speakers: Set<String> = []
    let coach = suite.coach.labelKey
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
        places[key] = row[speaker].text.labelKey == coach ? items.count : -1
      }
      speakers.insert(row[speaker].text)
      let role: Role = row[speaker].text.labelKey == coach ? .assistant : .user
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
    guard !items.isEmpty else {
      throw SourceError(
        Diagnostic(
          "calibration.coach", "there is no speaker '\(suite.coach)' in \(file.path)",
          hint: speakers.isEmpty
            ? "the table has no rows" : "in '\(suite.speaker)' there are: \(Self.list(speakers))"))
    }
    for calibrated in suite.cases { try checkLabels(of: calibrated, in: file) }
  }

  /// Checks that the suite's labels occur: a misspelt label would silently leave all messages unlabelled.
  private func checkLabels(
    of calibrated: CalibrationSuite.Case, in file: SourceFile
  ) throws(SourceError) {
    let column = calibrated.column
    let found = Set(items.flatMap { $0.labels[column] ?? [] })
    let known = Set(found.map(\.labelKey))
    for (key, labels) in [("yes", calibrated.positive), ("no", calibrated.negative)] {
      guard !labels.isEmpty, known.isDisjoint(with: labels.map(\.labelKey)) else { continue }
      let wanted = labels.map { "'\($0)'" }.joined(separator: " or ")
      throw SourceError(
        Diagnostic(
          "calibration.label",
          "no message in \(file.path) has the label \(wanted) in '\(column)', which means \(key)",
          hint: "there are: \(Self.list(found))"))
    }
  }

  private static func list(_ found: Set<String>) -> String {
    let shown = found.sorted().prefix(8).map { "'\($0)'" }.joined(separator: ", ")
    return found.count > 8 ? "\(shown) and \(found.count - 8) more" : shown
  }
}
