import EvalStatistics
package import SourceFiles

extension LabelledTable {
  /// The maximum length of a label, group, id or column name in code points, and in words.
  ///
  /// Anything longer is a text, which a report must not quote.
  static let maximumNameLength = 60
  static let maximumWordsOfName = 8
  /// The maximum number of distinct labels or groups: a column with more values does not hold labels.
  static let maximumNames = 100

  /// The suffixes of the files that are read.
  static let endings = [".csv", ".tsv", ".jsonl"]

  /// Reads a file, or all tables of a folder.
  ///
  /// Throws ``SourceError`` with the location of a mistake.
  ///
  /// In a folder, files that lack a column are left out if others have it, and so are files without labels if others
  /// have some: they are there for another purpose. ``notes`` lists them.
  package init(
    _ path: String, columns: TableColumns = TableColumns(),
    labels: [String] = TableColumns.usualLabels, files: any FileSystem = DiskFileSystem()
  ) throws(SourceError) {
    let paths = try Self.paths(at: path, in: files)
    var read: [LabelledFile] = []
    var missing: [Diagnostic] = []
    for path in paths {
      let file = try LabelledFile(try files.read(path), columns: columns, labels: labels)
      missing += file.missing
      read.append(file)
    }
    let usable = read.filter(\.missing.isEmpty)
    guard !usable.isEmpty else { throw SourceError(missing) ?? Self.nothing(in: path) }
    let labelled = usable.filter(\.hasLabels)
    let taken = labelled.isEmpty ? usable : labelled
    self.init(rows: taken.flatMap(\.rows), sessions: taken.flatMap(\.sessions))
    for file in read where !file.missing.isEmpty {
      notes.append("left out \(file.name): \(file.missing.map(\.message).joined(separator: "; "))")
    }
    for file in usable where !labelled.isEmpty && !file.hasLabels {
      notes.append(
        "left out \(file.name): it has none of the measured labels, and other files do"
      )
    }
    for file in taken where file.blankRows > 0 {
      notes.append(
        "left out \(Figures.counted(file.blankRows, "row")) of \(file.name) without text")
    }
    for (names, option) in [
      (rows.map(\.label) + sessions.map(\.label), "label"),
      (rows.map(\.group) + sessions.map(\.group), "group"),
    ] {
      let count = Set(names.compactMap { $0 }).count
      guard count > Self.maximumNames else { continue }
      throw SourceError(
        Diagnostic(
          "measure.label", "there are \(count) different \(option)s in '\(path)'",
          hint: "a \(option) is one of a few words; name another column with --\(option)-column"))
    }
    guard rows.isEmpty, sessions.isEmpty else { return }
    guard !columns.filters.isEmpty else { throw Self.nothing(in: path) }
    throw SourceError(taken.compactMap { $0.emptied(by: columns.filters) })
      ?? Self.nothing(in: path)
  }

  private static func paths(
    at path: String, in files: any FileSystem
  ) throws(SourceError) -> [String] {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard files.kind(of: path) == .folder else {
      guard files.kind(of: path) == nil || isTable(path) else {
        throw SourceError(
          Diagnostic(
            "measure.format", "'\(path)' is not a readable table",
            hint: "tables end in \(endings.joined(separator: ", "))"))
      }
      return [path]
    }
    let found = try files.names(in: path).filter(isTable).map { "\(path)/\($0)" }
      .filter { files.kind(of: $0) == .file }
    guard !found.isEmpty else { throw nothing(in: path) }
    return found
  }

  static func isTable(_ path: String) -> Bool { endings.contains { path.hasSuffix($0) } }

  private static func nothing(in path: String) -> SourceError {
    SourceError(
      Diagnostic(
        "measure.empty", "there is nothing to measure with in '\(path)'",
        hint: "name a file or folder with tables: \(endings.joined(separator: ", "))"))
  }
}

extension LabelledTable {
  /// Returns whether a path has the suffix of a table, or is a folder that contains one.
  package static func holdsTable(at path: String, in files: any FileSystem) -> Bool {
    guard files.kind(of: path) == .folder else { return isTable(path) }
    return ((try? files.names(in: path)) ?? []).contains(where: isTable)
  }
}
