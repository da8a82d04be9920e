import CoachTranscripts
import Documents
import EvalStatistics
import SourceFiles

// MARK: Tables

extension LabelledFile {
  mutating func readTable(
    columns: TableColumns, labels: [String]
  ) throws(SourceError) {
    let start = source.bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    let tab = UInt8(ascii: "\t")
    let separator =
      source.path.hasSuffix(".tsv")
      ? tab : CSVParser.separator(of: source.bytes[start...]) ?? UInt8(ascii: ",")
    var parser = CSVParser(file: source, from: start, separator: separator)
    let header = (parser.next() ?? []).map(\.text)
    guard !header.isEmpty || parser.problem != nil else {
      missing.append(problem("measure.empty", "the file is empty", at: 0))
      return
    }
    guard parser.problem != nil || find(columns, labels: labels, in: header, needsText: true) else {
      return
    }
    let positions = [names.text, names.label, names.group].map { name in
      name.flatMap { header.firstIndex(of: $0) }
    }
    var number = 0
    while let row = parser.next() {
      number += 1
      let offset = row.first?.offset ?? 0
      guard row.count == header.count else {
        throw SourceError(
          problem(
            "measure.row",
            "this row has \(Figures.counted(row.count, "field")), and there are \(header.count) columns",
            at: offset, hint: "a text with a separator or a line break in it needs quotes"))
      }
      let fields = Dictionary(
        zip(header, row.map { JSONValue.string($0.text) }), uniquingKeysWith: { first, _ in first })
      let offsets = positions.map { place in place.map { row[$0].offset } }
      try add(
        positions[0].map { row[$0].text } ?? "", fields: fields, row: number, at: offset,
        labelAt: offsets[1], groupAt: offsets[2])
    }
    if var problem = parser.problem {
      problem.excerpt = nil
      throw SourceError(problem)
    }
  }
}

// MARK: JSON Lines

extension LabelledFile {
  mutating func readLines(
    columns: TableColumns, labels: [String]
  ) throws(SourceError) {
    let lines = try objects()
    var keys: [String] = []
    var known: Set<String> = []
    for line in lines { keys += line.object.keys.filter { known.insert($0).inserted } }
    let reader = SessionReader(file: source)
    let needsText = lines.contains { reader.list(in: $0.object) == nil }
    guard !lines.isEmpty else {
      missing.append(problem("measure.empty", "the file is empty", at: 0))
      return
    }
    guard find(columns, labels: labels, in: keys, needsText: needsText) else { return }
    for (number, line) in lines.enumerated() {
      let fields = line.object.reduce(into: [:]) { $0[$1.key] = $1.value }
      let offset = line.range.lowerBound
      if let list = reader.list(in: line.object) {
        note(fields)
        guard passes(fields) else { continue }
        let turns = try reader.turns(of: line.object, list: list, line.range)
        let session = LabelledTable.Session(
          turns: turns,
          label: try word(names.label, from: fields, option: "label", at: offset),
          group: try word(names.group, from: fields, option: "group", at: offset),
          fields: fields.filter { $0.key != list },
          place: LabelledTable.Place(
            location: source.location(at: offset), row: number + 1, id: id(fields)))
        sessions.append(session)
        if session.label != nil || turns.contains(where: { $0.label != nil }) { hasLabels = true }
        continue
      }
      guard let column = names.text, let text = line.object[column]?.string else {
        throw SourceError(
          problem(
            "measure.row", "this line has no text in '\(names.text ?? "text")'", at: offset,
            hint: "it has: \(line.object.keys.columnList)"))
      }
      let history = try reader.history(in: line.object, line.range)
      try add(text, fields: fields, history: history, row: number + 1, at: offset)
    }
  }

  private func objects() throws(SourceError) -> [(object: JSONObject, range: Range<Int>)] {
    var found: [(object: JSONObject, range: Range<Int>)] = []
    var start = source.bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    while start < source.bytes.count {
      let rest = source.bytes[start...]
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? source.bytes.count
      let range = start..<end
      start = end + 1
      if source.bytes[range].allSatisfy(\.isJSONSpace) { continue }
      let value: JSONValue
      do throws(JSONSyntaxError) {
        value = try JSONValue(parsing: source.bytes[range], refusesRepeatedNames: true)
      } catch {
        throw SourceError(
          problem(
            "measure.json", "this line is not JSON: \(error.message)",
            at: range.lowerBound + error.offset, hint: "each line is an object of its own"))
      }
      guard case .object(let object) = value else {
        throw SourceError(
          problem(
            "measure.json", "a line must be an object, but is of type \(value.typeName)",
            at: range.lowerBound))
      }
      found.append((object, range))
    }
    return found
  }
}
