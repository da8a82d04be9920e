import CoachModel
import CoachTranscripts
import Documents
import SourceFiles

/// The content of one file of labelled data.
struct LabelledFile {
  /// The columns in use, as the file spells them.
  struct Names {
    var text: String?
    var label: String?
    var group: String?
    var language: String?
    var id: String?
    var filters: [TableColumns.Filter] = []
  }

  let name: String
  var rows: [LabelledTable.Row] = []
  var sessions: [LabelledTable.Session] = []
  /// The problems with missing columns; if there are any, nothing was read.
  var missing: [Diagnostic] = []
  /// Whether anything in the file has a label.
  var hasLabels = false
  /// The number of rows without text.
  var blankRows = 0
  /// The values in the file of each column that is filtered by.
  var filtered: [String: Set<String>] = [:]
  var names = Names()
  let source: SourceFile

  init(_ file: SourceFile, columns: TableColumns, labels: [String]) throws(SourceError) {
    source = file
    name = file.path.fileName
    try file.refuseMergeConflicts()
    if file.path.hasSuffix(".jsonl") {
      try readLines(columns: columns, labels: labels)
    } else {
      try readTable(columns: columns, labels: labels)
    }
  }

  /// Explains why no row passes the filters.
  func emptied(by filters: [TableColumns.Filter]) -> Diagnostic? {
    guard let filter = filters.first(where: { filtered[$0.column]?.contains($0.value) == false })
    else {
      return Diagnostic("measure.filter", "no row of \(source.path) passes all filters together")
    }
    let values = filtered[filter.column] ?? []
    // Columns with many different values hold texts or ids, and texts are not shown.
    let isShown =
      filter.column != names.text && values.count <= Self.maximumShown
      && values.allSatisfy(\.isName)
    let list = values.sorted().map { "'\($0)'" }.joined(separator: ", ")
    return Diagnostic(
      "measure.filter", "no row of \(source.path) has '\(filter.value)' in '\(filter.column)'",
      hint: isShown
        ? values.closestMatch(to: filter.value).map { "did you mean '\($0)'?" }
          ?? "there are: \(list)" : nil)
  }

  /// The maximum number of values of a column that an error lists.
  private static let maximumShown = 12
}

// MARK: Columns

extension LabelledFile {
  /// Finds the columns in a header; returns `false` if a required one is missing.
  mutating func find(
    _ columns: TableColumns, labels: [String], in there: [String], needsText: Bool
  ) -> Bool {
    func named(_ column: String?, usual: [String]) -> String? {
      column.map { there.column(called: $0) } ?? there.column(calledAnyOf: usual)
    }
    names.text = named(columns.text, usual: TableColumns.usualTexts)
    names.label = named(columns.label, usual: labels)
    names.group = named(columns.group, usual: TableColumns.usualGroups)
    names.language = there.column(calledAnyOf: TableColumns.usualLanguages)
    names.id = there.column(calledAnyOf: TableColumns.usualIdentifiers)
    names.filters = columns.filters.compactMap { filter in
      there.column(called: filter.column).map { .init(column: $0, value: filter.value) }
    }
    for (column, option) in [(names.label, "label"), (names.group, "group")] {
      guard let column, column == names.text else { continue }
      missing.append(
        problem(
          "measure.column", "'\(column)' is the column with the text, and no \(option)", at: 0))
    }
    let wanted = [columns.text, columns.label, columns.group] + columns.filters.map(\.column)
    for column in wanted.compactMap({ $0 }) where there.column(called: column) == nil {
      let meant = there.filter(\.isName).closestMatch(to: column)
      let hint = meant.map { "did you mean '\($0)'? " } ?? ""
      missing.append(
        problem(
          "measure.column", "there is no column '\(column)'", at: 0,
          hint: hint + "there are: \(there.columnList)"))
    }
    if needsText, columns.text == nil, names.text == nil {
      missing.append(
        problem(
          "measure.column", "which column holds the text?", at: 0,
          hint: "use --text-column NAME; there are: \(there.columnList)"))
    }
    return missing.isEmpty
  }

  /// Returns a diagnostic with its location.
  ///
  /// It does not quote the line, which may be what somebody in danger wrote.
  func problem(
    _ code: String, _ message: String, at offset: Int, hint: String? = nil
  ) -> Diagnostic {
    Diagnostic(code, message, at: source.location(at: offset), hint: hint)
  }

  func passes(_ fields: [String: JSONValue]) -> Bool {
    names.filters.allSatisfy { filter in
      let values = fields[filter.column]?.words ?? [""]
      return names.filters.contains { $0.column == filter.column && values.contains($0.value) }
    }
  }

  mutating func note(_ fields: [String: JSONValue]) {
    for filter in names.filters {
      filtered[filter.column, default: []].formUnion(fields[filter.column]?.words ?? [])
    }
  }

  /// Returns the label or group of a row.
  ///
  /// Throws if the column holds a text instead.
  func word(
    _ column: String?, from fields: [String: JSONValue], option: String, at offset: Int
  ) throws(SourceError) -> String? {
    guard let column, let word = fields[column]?.label else { return nil }
    guard word.isName else {
      throw SourceError(
        problem(
          "measure.label",
          "'\(column)' holds a text of \(word.unicodeScalars.count) characters, which is not a \(option)",
          at: offset, hint: "name another column with --\(option)-column"))
    }
    return word
  }

  /// Returns the id of a row, unless it is as long as a text.
  func id(_ fields: [String: JSONValue]) -> String? {
    names.id.flatMap { fields[$0]?.label }.flatMap { $0.isName ? $0 : nil }
  }

  /// Adds a message, unless it is filtered out or blank.
  mutating func add(
    _ text: String, fields: [String: JSONValue], history: [Message] = [], row: Int,
    at offset: Int, labelAt: Int? = nil, groupAt: Int? = nil
  ) throws(SourceError) {
    note(fields)
    guard passes(fields) else { return }
    let label = try word(names.label, from: fields, option: "label", at: labelAt ?? offset)
    let group = try word(names.group, from: fields, option: "group", at: groupAt ?? offset)
    guard text.contains(where: { !$0.isWhitespace }) else {
      blankRows += 1
      return
    }
    let place = LabelledTable.Place(
      location: source.location(at: offset), row: row, id: id(fields))
    rows.append(
      LabelledTable.Row(
        text: text, label: label, group: group,
        language: names.language.flatMap { fields[$0]?.label }, history: history, fields: fields,
        place: place))
    // An empty list of labels is a label, too: it says that none applies.
    let isList = names.label.map { fields[$0]?.array != nil } ?? false
    if label != nil || isList { hasLabels = true }
  }
}

extension String {
  /// Whether the text is short enough to be a name, and can therefore be shown.
  var isName: Bool {
    unicodeScalars.count <= LabelledTable.maximumNameLength
      && split(separator: " ").count <= LabelledTable.maximumWordsOfName
  }
}

extension JSONValue {
  /// The value as a label; `nil` for empty values, lists and objects.
  fileprivate var label: String? {
    if let bool { return bool ? "true" : "false" }
    return word?.trimmingWhitespace
  }

  /// The values that a filter compares with: the value as it is written, or the elements of a list.
  fileprivate var words: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(\.words)
    case .object, .null: []
    default: [text()]
    }
  }
}
