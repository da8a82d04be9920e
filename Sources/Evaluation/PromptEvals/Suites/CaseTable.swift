import CoachTranscripts
import Documents
import SourceFiles

/// Reads cases from tables (CSV) and from JSON objects whose members are inputs.
///
/// A column has the name of an input of the prompt or of a key of a case: `id`, `title`, `tags`, `cluster`, `person`, `domain`,
/// `language`, `target`, `expect`. ``CaseColumns`` gives others a meaning. An empty cell is no value.
struct CaseTable {
  private let file: SourceFile
  private let columns: CaseColumns
  private let files: any FileSystem

  /// What was read so far.
  private struct Results {
    var cases: [TaskCase] = []
    var problems = Problems()

    /// Reads a case, and keeps its mistakes.
    mutating func keep(_ read: () throws(SourceError) -> TaskCase) {
      do throws(SourceError) {
        cases.append(try read())
      } catch {
        for diagnostic in error.diagnostics { problems.add(diagnostic) }
      }
    }
  }

  /// The keys of a case that a column can hold.
  private static let keys: Set<String> = [
    "id", "title", "tags", "cluster", "person", "domain", "language", "target", "expect", "from",
  ]

  /// Keys that may be inputs of a prompt, too.
  private static let shared: Set<String> = ["title", "domain", "language", "person", "target"]

  /// The endings of files that hold cases.
  static let endings = [".yaml", ".yml", ".csv", ".tsv", ".jsonl", ".ndjson", ".json"]

  /// Reads a file by its ending. Throws ``SourceError`` with all problems.
  static func list(
    in file: SourceFile, columns: CaseColumns, files: any FileSystem
  ) throws(SourceError) -> [TaskCase] {
    if let offset = file.firstInvalidByte {
      throw SourceError(
        Diagnostic(
          "cases.encoding", "this is not valid UTF-8", in: file, at: offset,
          hint: "save the file as UTF-8: iconv -f WINDOWS-1252 -t UTF-8 IN > OUT"))
    }
    let table = CaseTable(file: file, columns: columns, files: files)
    var results = Results()
    let path = file.path.lowercased()
    if path.hasSuffix(".csv") || path.hasSuffix(".tsv") {
      table.readRows(into: &results)
    } else if path.hasSuffix(".jsonl") || path.hasSuffix(".ndjson") {
      table.readLines(into: &results)
    } else {
      try table.readDocument(into: &results)
    }
    if let error = results.problems.error { throw error }
    guard !results.cases.isEmpty else {
      throw SourceError(
        Diagnostic("cases.empty", "there is no case in this file", in: file, at: 0, hint: "add one")
      )
    }
    return results.cases
  }

  // MARK: Tables

  private func readRows(into results: inout Results) {
    var parser = CSVParser(file: file)
    guard let header = parser.next() else {
      if let problem = parser.problem { results.problems.add(problem) }
      return
    }
    let names = header.map(\.text.trimmingWhitespace)
    let mistakes = mistakes(in: names, of: header)
    guard mistakes.isEmpty else {
      for mistake in mistakes { results.problems.add(mistake) }
      return
    }
    while let row = parser.next() {
      guard row.count == header.count else {
        results.problems.add(.wrongFields(row, header: header, in: file))
        continue
      }
      var members: [Member] = []
      for (index, field) in row.enumerated() {
        guard let role = columns.role(of: names[index]), !field.text.trimmingWhitespace.isEmpty
        else { continue }
        members.append(
          Member(
            role: role, name: names[index], nameOffset: header[index].offset,
            content: .text(field.text), offset: field.offset))
      }
      guard !members.isEmpty else { continue }
      results.keep { () throws(SourceError) in
        try taskCase(of: members, at: row.first?.offset ?? 0)
      }
    }
    if let problem = parser.problem { results.problems.add(problem) }
  }

  /// Returns what is wrong with the names of the columns.
  private func mistakes(in names: [String], of header: [CSVField]) -> [Diagnostic] {
    func mistake(_ message: String, at offset: Int, hint: String?) -> Diagnostic {
      Diagnostic("cases.column", message, in: file, at: offset, hint: hint)
    }
    var mistakes: [Diagnostic] = []
    for (index, name) in names.enumerated() {
      let offset = header[index].offset
      if name.isEmpty {
        mistakes.append(
          mistake(
            "column \(index + 1) has no name", at: offset, hint: "name it, or remove it"))
      } else if names.firstIndex(of: name) != index {
        mistakes.append(
          mistake("the column '\(name)' is here twice", at: offset, hint: "keep one of them"))
      }
    }
    let wanted = columns.names.sorted { $0.key < $1.key }.map(\.value) + columns.ignored
    for name in wanted where !names.contains(name) {
      mistakes.append(
        mistake(
          "there is no column '\(name)'", at: header.first?.offset ?? 0,
          hint: names.hint(for: name)))
    }
    return mistakes
  }

  // MARK: JSON

  private func readLines(into results: inout Results) {
    var start = 0
    while start < file.bytes.count {
      let end = file.bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? file.bytes.count
      let range = start..<end
      if !file.bytes[range].allSatisfy(\.isJSONSpace) {
        results.keep { () throws(SourceError) in
          try taskCase(in: try DocumentNode.parseJSON(file, in: range))
        }
      }
      start = end + 1
    }
  }

  private func readDocument(into results: inout Results) throws(SourceError) {
    let root = try DocumentNode.parseJSON(file)
    var list = root
    if case .mapping(let entries) = root.content,
      let inner = entries.first(where: { ["cases", "data", "items", "examples"].contains($0.key) })
    {
      list = inner.value
    }
    for node in try list.list("a file of cases") {
      results.keep { () throws(SourceError) in try taskCase(in: node) }
    }
  }

  /// Reads an object: a case as in YAML if it has `inputs`, and otherwise one whose members are inputs and keys.
  private func taskCase(in node: DocumentNode) throws(SourceError) -> TaskCase {
    var entries = try MappingReader(node, "a case").entries
    // A line of a data set of OpenAI's Evals.
    if let item = entries.first(where: { $0.key == "item" }),
      case .mapping(let inner) = item.value.content,
      entries.allSatisfy({ $0.key == "item" || $0.key == "sample" || $0.key == "id" })
    {
      entries = inner + entries.filter { $0.key == "id" }
    }
    let isPlain =
      columns == CaseColumns() && entries.contains { $0.key == "inputs" }
      && entries.allSatisfy { $0.key == "inputs" || Self.keys.contains($0.key) }
    guard !isPlain else { return try TaskCase(node, files: files) }
    if let inputs = entries.first(where: { $0.key == "inputs" }),
      case .mapping(let inner) = inputs.value.content
    {
      entries = inner + entries.filter { $0.key != "inputs" }
    }
    var members: [Member] = []
    for entry in entries where entry.value.scalar != .null {
      guard let role = columns.role(of: entry.key) else { continue }
      members.append(
        Member(
          role: role, name: entry.key, nameOffset: offset(of: entry.location),
          content: .node(entry.value), offset: offset(of: entry.value.location)))
    }
    return try taskCase(of: members, at: offset(of: node.location))
  }

  private func offset(of location: FileLocation) -> Int { file.offset(of: location) }

  // MARK: Cases

  /// A column or member with its value.
  private struct Member {
    enum Content {
      case text(String)
      case node(DocumentNode)
    }

    let role: String
    let name: String
    let nameOffset: Int
    let content: Content
    let offset: Int

    var json: JSONValue {
      switch content {
      case .text(let text): .string(text)
      case .node(let node): node.json
      }
    }
  }

  private func taskCase(
    of members: [Member], at offset: Int
  ) throws(SourceError) -> TaskCase {
    var entries: [DocumentEntry] = []
    var cells: [String: CaseCell] = [:]
    var names: [String: String] = [:]
    for member in members {
      if let other = names.updateValue(member.name, forKey: member.role) {
        throw SourceError(
          Diagnostic(
            "cases.column", "'\(other)' and '\(member.name)' both hold '\(member.role)'", in: file,
            at: member.nameOffset, hint: "leave one of them out (ignore: [\(member.name)])"))
      }
      let isKey = Self.keys.contains(member.role)
      if isKey {
        entries.append(
          DocumentEntry(
            key: member.role, position: .offset(member.nameOffset), value: try node(of: member)))
      }
      guard !isKey || Self.shared.contains(member.role) else { continue }
      let content: CaseCell.Content =
        switch member.content {
        case .text(let text): .text(text)
        case .node(let node): .value(node.json)
        }
      cells[member.role] = CaseCell(
        content: content, file: file, offset: member.offset, nameOffset: member.nameOffset,
        name: member.name, isKey: isKey)
    }
    if !entries.contains(where: { $0.key == "id" }) {
      entries.append(
        DocumentEntry(
          key: "id", position: .offset(offset), value: text(Self.id(of: members), at: offset)))
    }
    let node = DocumentNode(content: .mapping(entries), position: .offset(offset), file: file)
    var found = try TaskCase(node, files: files)
    found.cells = cells
    // In the order of the columns, which prompts may show.
    for member in members {
      if let cell = cells[member.role], !cell.isKey { found.inputs[member.role] = cell.plain }
    }
    return found
  }

  /// Returns an ID for a case without one, which stays the same wherever the row stands.
  private static func id(of members: [Member]) -> String {
    let content = members.sorted { $0.role < $1.role }
      .flatMap { [JSONValue.string($0.role), $0.json] }
    return "case-"
      + ContentDigest(of: JSONValue.array(content).text(.canonical)).hexadecimal.prefix(10)
  }

  /// Returns the node of a key of a case.
  private func node(of member: Member) throws(SourceError) -> DocumentNode {
    guard case .text(let written) = member.content else {
      guard case .node(let node) = member.content else { return text("", at: member.offset) }
      // Ids are often numbers in JSON, and an ideal reply may be an object.
      guard node.json.string == nil, !["tags", "expect"].contains(member.role) else { return node }
      return text(node.json.word ?? node.json.text(), at: member.offset)
    }
    let word = written.trimmingWhitespace
    switch member.role {
    case "tags":
      let list = (try? JSONValue(parsing: word))?.array?.compactMap(\.word)
      let tags =
        list
        ?? word.split { $0 == "," || $0 == ";" || $0 == "|" }
        .map(\.trimmingWhitespace)
      return DocumentNode(
        content: .sequence(tags.filter { !$0.isEmpty }.map { text($0, at: member.offset) }),
        position: .offset(member.offset), file: file)
    case "expect":
      guard word.hasPrefix("[") || word.hasPrefix("{") else {
        throw SourceError(
          Diagnostic(
            "cases.expect", "'\(member.name)' has no rules", in: file, at: member.offset,
            hint: "write them as a list, such as [{words: text, maximum: 6}]; what a judge"
              + " compares with is 'target' (columns: {target: \(member.name)})"))
      }
      let rules = word.hasPrefix("{") ? "[\(word)]" : word
      return try DocumentNode.parse(rules, standingAt: member.offset, of: file)
    case "target", "title": return text(written.trimmingWhitespace, at: member.offset)
    default: return text(word, at: member.offset)
    }
  }

  private func text(_ text: String, at offset: Int) -> DocumentNode {
    DocumentNode(
      content: .scalar(.text(text), text: nil), position: .offset(offset), file: file)
  }
}
