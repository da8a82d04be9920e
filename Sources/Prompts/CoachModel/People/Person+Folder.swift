package import SourceFiles

extension Person {
  /// Reads the person with a name: a path, or the ID of a person in a folder with a file for each of them.
  ///
  /// Throws ``SourceError`` with code `person.unknown` if there is no such file, or with the problems of the file.
  package init(
    named name: String, in folder: String, from files: any FileSystem
  ) throws(SourceError) {
    guard !name.contains("/"), !name.hasSuffix(".yaml") else {
      try self.init(files.read(name))
      return
    }
    let path = "\(folder)/\(name).yaml"
    guard files.kind(of: path) != nil else {
      let names = ((try? files.names(in: folder)) ?? []).filter { $0.hasSuffix(".yaml") }
      throw SourceError(
        Diagnostic(
          "person.unknown", "no person '\(name)' in \(folder)",
          hint: names.map { String($0.dropLast(".yaml".count)) }.hint(for: name)
            ?? "name a file, or an id in \(folder)"))
    }
    try self.init(files.read(path))
  }
}
