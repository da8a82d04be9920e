import Documents
import SourceFiles

/// What the columns of a table of cases, or the members of its JSON objects, are.
///
/// ```yaml
/// cases:
///   files: ../cases/titles.csv
///   columns: {conversation: Transcript, target: Ideal}
///   ignore: [Reviewer, Date]
/// ```
public struct CaseColumns: Sendable, Hashable {
  /// The name of the column for an input, or for a key of a case such as `id`; columns that are not listed have the names of
  /// inputs and keys themselves.
  public var names: [String: String]
  /// The columns that are left out.
  public var ignored: [String]

  /// Creates columns that have the names of what they hold.
  public init(names: [String: String] = [:], ignored: [String] = []) {
    self.names = names
    self.ignored = ignored
  }

  /// Returns what a column holds: the name of an input or a key; `nil` for one that is left out.
  func role(of column: String) -> String? {
    if let role = names.first(where: { $0.value == column })?.key { return role }
    guard !ignored.contains(column) else { return nil }
    return column
  }
}

extension CaseColumns {
  /// Reads the keys `columns` and `ignore` of a suite's cases.
  init(_ map: inout MappingReader) throws(SourceError) {
    names = [:]
    ignored = try map.strings("ignore")
    guard let node = map.optional("columns") else { return }
    for entry in try MappingReader(node, "'columns'").entries {
      let column = try entry.value.string("the column of '\(entry.key)'")
      guard !names.values.contains(column) else {
        throw entry.value.error(
          "suite.columns", "the column '\(column)' is given twice", hint: "name it once")
      }
      names[entry.key] = column
    }
    if let column = ignored.first(where: { names.values.contains($0) }) {
      throw node.error(
        "suite.columns", "the column '\(column)' is read and left out",
        hint: "remove it from 'columns' or from 'ignore'")
    }
  }
}
