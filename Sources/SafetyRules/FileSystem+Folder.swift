import SourceFiles

extension FileSystem {
  /// Reads the YAML files in a folder, in the order of their names.
  func readAll(in folder: String) throws(SourceError) -> [SourceFile] {
    var found: [SourceFile] = []
    for name in try names(in: folder) where name.hasSuffix(".yaml") {
      found.append(try read("\(folder)/\(name)"))
    }
    return found
  }
}
