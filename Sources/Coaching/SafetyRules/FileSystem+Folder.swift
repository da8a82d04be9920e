import Documents
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

extension DocumentNode {
  /// Throws unless a file is named after this node, which has the name of its content: a page is found by what it is about.
  func checkName(_ name: String, of what: String, in file: SourceFile, code: String)
    throws(SourceError)
  {
    guard file.path.fileName != "\(name).yaml" else { return }
    throw error(
      code, "the \(what) '\(name)' does not match the file name '\(file.path.fileName)'",
      hint: "give both the same name")
  }
}
