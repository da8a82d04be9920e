import Documents
import SourceFiles

/// Reads a table of runs or examples of LangSmith: `inputs` and `outputs` are columns with JSON, or their members are columns of
/// their own, such as `inputs.question`.
struct RunTableReader {
  private let header: [String]
  private let file: SourceFile
  private var traces: TraceReader

  /// Columns that the readers of runs and examples look at, beside inputs and outputs.
  private static let known: Set<String> = [
    "id", "run_id", "example_id", "trace_id", "parent_run_id", "run_type", "name", "start_time",
    "thread_id", "extra", "metadata", "tags", "error",
  ]

  private static let sides = ["inputs", "outputs"]
  private static let separators = [".", "_", "/", ":"]

  /// Whether a table holds runs or examples, unless the user named columns for a text and a reply.
  static func fits(_ header: [String], columns: FieldMapping) -> Bool {
    guard columns.names[.text] == nil, columns.names[.reply] == nil else { return false }
    return sides.allSatisfy { side in header.contains { member($0, of: side) != nil } }
  }

  /// Returns the member that a column holds: `question` of `inputs.question`, an empty text of `inputs` itself.
  private static func member(_ column: String, of side: String) -> String? {
    let column = column.trimmingWhitespace
    let plain = column.lowercased()
    if plain == side { return "" }
    guard separators.contains(where: { plain.hasPrefix(side + $0) }) else { return nil }
    return String(column.dropFirst(side.count + 1))
  }

  static func read(
    _ file: SourceFile, header: [CSVField], parser: inout CSVParser, columns: FieldMapping,
    generation: String?
  ) -> ReadChats {
    var reader = RunTableReader(
      header: header.map { $0.text.trimmingWhitespace }, file: file,
      traces: TraceReader(file: file, generation: generation, columns: columns))
    var problems: [Diagnostic] = []
    var lost = 0
    while let row = parser.next() {
      guard row.count == header.count else {
        problems.append(.wrongFields(row, header: header, in: file))
        lost += 1
        continue
      }
      reader.add(row)
    }
    if let problem = parser.problem { problems.append(problem) }
    let isOfRuns = reader.header.contains("run_type")
    var read = reader.traces.read(as: isOfRuns ? "LangSmith runs" : "a dataset of LangSmith")
    read.seen += " in a table"
    read.problems = problems + read.problems
    read.lostChats = lost
    read.notes.addUnused(
      reader.header.filter { name in
        !known.contains(name.lowercased()) && UserIdentity.column(in: [name]) == nil
          && sides.allSatisfy { member(name, of: $0) == nil }
      })
    return read
  }

  private init(header: [String], file: SourceFile, traces: TraceReader) {
    self.header = header
    self.file = file
    self.traces = traces
  }

  private mutating func add(_ row: [CSVField]) {
    var value: JSONObject = [:]
    var sides: [String: JSONObject] = ["inputs": [:], "outputs": [:]]
    for (name, field) in zip(header, row) where !field.text.isEmpty {
      guard
        let side = Self.sides.first(where: { Self.member(name, of: $0) != nil }),
        let member = Self.member(name, of: side)
      else {
        value[name.lowercased()] = .string(field.text)
        continue
      }
      let content = JSONValue.string(field.text).unwrapped
      if member.isEmpty {
        for (name, value) in content.object ?? [Self.text(of: side): content] {
          sides[side]?[name] = value
        }
      } else {
        sides[side]?[member] = content
      }
    }
    for side in Self.sides { value[side] = .object(sides[side] ?? [:]) }
    if let column = UserIdentity.column(in: header) {
      var metadata = value["metadata"]?.unwrapped.object ?? [:]
      metadata["user_id"] = .string(row[column].text)
      value["metadata"] = .object(metadata)
    }
    let start = row.first?.offset ?? 0
    traces.add(.object(value), at: SourcePlace(range: start..<file.bytes.count))
  }

  /// The member that stands for a column with a text and no JSON.
  private static func text(of side: String) -> String { side == "inputs" ? "input" : "output" }
}
