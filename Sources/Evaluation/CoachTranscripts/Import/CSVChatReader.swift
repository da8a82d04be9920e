import CoachModel
package import SourceFiles

/// Reads a table with one message per row, whose first row names the columns.
struct CSVChatReader {
  private let file: SourceFile
  private let columns: FieldMapping
  private let generation: String?
  private var read: ReadChats
  private var positions: [FieldMapping.Role: Int] = [:]
  /// The column with the ids of users, if no column for clusters was named.
  private var userColumn: Int?

  static func read(
    _ file: SourceFile, from start: Int, columns: FieldMapping, generation: String? = nil
  ) -> ReadChats {
    var reader = CSVChatReader(file: file, columns: columns, generation: generation)
    reader.readAll(from: start)
    return reader.read
  }

  private init(file: SourceFile, columns: FieldMapping, generation: String?) {
    self.file = file
    self.columns = columns
    self.generation = generation
    read = ReadChats(format: "CSV", seen: "a table")
  }

  private static func name(of separator: UInt8) -> String {
    switch separator {
    case UInt8(ascii: ";"): "semicolons"
    case UInt8(ascii: "\t"): "tabs"
    case UInt8(ascii: "|"): "bars"
    default: "commas"
    }
  }

  private mutating func readAll(from start: Int) {
    var parser = CSVParser(file: file, from: start)
    guard let header = parser.next() else {
      if let problem = parser.problem { read.problems.append(problem) }
      return
    }
    guard !RunTableReader.fits(header.map(\.text), columns: columns) else {
      read = RunTableReader.read(
        file, header: header, parser: &parser, columns: columns, generation: generation)
      return
    }
    guard !ExchangeTableReader.fits(header, columns: columns) else {
      read = ExchangeTableReader.read(file, header: header, parser: &parser, columns: columns)
      return
    }
    guard findColumns(header) else {
      if let problem = parser.problem { read.problems.append(problem) }
      return
    }
    let used = FieldMapping.Role.allCases.compactMap { role in
      positions[role].map { "\(role.rawValue)=\(header[$0].text)" }
    }
    read.seen =
      "a table separated by \(Self.name(of: parser.separator)), \(used.joined(separator: ", "))"
    var rows = MessageRows(file: file, isOrderRequired: columns.names[.order] != nil)
    var count = 0
    while let row = parser.next() {
      count += 1
      add(row, header: header, to: &rows)
    }
    if let problem = parser.problem {
      read.problems.append(problem)
      rows.addBroken()
    } else if count == 0 {
      read.problems.append(
        Diagnostic(
          "import.empty", "there is no row below the names of the columns", in: file, at: start))
    }
    let grouped = rows.chats()
    read.chats = grouped.chats
    read.problems += grouped.problems
    read.notes.remarks += grouped.remarks
    let known = Set(positions.values).union(userColumn.map { [$0] } ?? [])
    read.notes.addUnused(
      header.indices.filter { !known.contains($0) }.map { header[$0].text.trimmingWhitespace })
  }

  private mutating func add(_ row: [CSVField], header: [CSVField], to rows: inout MessageRows) {
    func value(_ role: FieldMapping.Role) -> CSVField? {
      guard let position = positions[role], position < row.count else { return nil }
      return row[position]
    }
    func word(_ role: FieldMapping.Role) -> String? {
      let text = value(role)?.text.trimmingWhitespace
      return text == "" ? nil : text
    }
    let place = SourcePlace(range: (row.first?.offset ?? 0)..<file.bytes.count)
    guard row.count == header.count, let text = value(.text), let speaker = value(.speaker) else {
      read.problems.append(
        .wrongFields(row, header: header, in: file))
      return rows.addBroken()
    }
    guard let name = word(.speaker) else {
      read.problems.append(
        Diagnostic(
          "import.message", "the row does not say who speaks", in: file, at: speaker.offset,
          hint: "fill in the column '\(header[positions[.speaker] ?? 0].text)'"))
      return rows.addBroken(in: word(.conversation))
    }
    let user = userColumn.flatMap {
      UserIdentity(row[$0].text, field: header[$0].text.trimmingWhitespace)
    }
    let message = ImportedMessage(
      speaker: name, text: text.text,
      place: SourcePlace(range: speaker.offset..<file.bytes.count))
    rows.add(
      MessageRow(
        message: message, conversation: word(.conversation), order: word(.order),
        cluster: word(.cluster), user: user, title: word(.title), place: place))
  }

  /// Finds the columns by the names that were given, or common ones; returns `false` if one is missing.
  private mutating func findColumns(_ header: [CSVField]) -> Bool {
    let names = header.map { $0.text.trimmingWhitespace }
    let plain = names.map { $0.lowercased() }
    for role in FieldMapping.Role.allCases {
      if let wanted = columns.names[role] {
        positions[role] = names.firstIndex(of: wanted) ?? plain.firstIndex(of: wanted.lowercased())
        if positions[role] == nil {
          addMissing(
            "there is no column '\(wanted)'", header: header, hint: names.hint(for: wanted))
        }
      } else {
        positions[role] = FieldMapping.positions(of: role, in: plain).first
        if positions[role] == nil, role == .text || role == .speaker {
          let list = names.joined(separator: ", ")
          addMissing(
            "which column holds the \(role.rawValue)?", header: header,
            hint: "use --columns \(role.rawValue)=NAME; there are: \(list)"
              + " (rows with what was said and the reply: --columns text=NAME,reply=NAME)")
        }
      }
    }
    if positions[.cluster] == nil {
      userColumn = UserIdentity.column(in: names).flatMap { found in
        positions.values.contains(found) ? nil : found
      }
    }
    return read.problems.isEmpty
  }

  private mutating func addMissing(_ message: String, header: [CSVField], hint: String?) {
    read.problems.append(
      Diagnostic(
        "import.column", message, in: file, at: header.first?.offset ?? 0, hint: hint))
  }
}

extension Diagnostic {
  /// The problem of a row that has not as many fields as there are columns.
  package static func wrongFields(_ row: [CSVField], header: [CSVField], in file: SourceFile)
    -> Self
  {
    let index = SourcePlace(range: (row.first?.offset ?? 0)..<file.bytes.count)
    return Diagnostic(
      "import.csv",
      "this row has \(row.count) field\(row.count == 1 ? "" : "s"), and there are \(header.count) columns",
      in: file, at: index, hint: "a text with a separator or a line break in it needs quotes")
  }
}
