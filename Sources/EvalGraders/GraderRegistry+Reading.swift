public import SourceFiles
import YAMLDocument

extension GraderRegistry {
  /// Reads a list of graders from a file of its own, in the form that a suite has under `graders:`.
  ///
  /// For tools that grade without a suite, and for the examples in the documentation. Throws ``SourceError`` with the
  /// location of the first mistake.
  public func graders(
    in file: SourceFile, files: any FileSystem = LocalFileSystem()
  ) throws(SourceError) -> [GraderUse] {
    var uses: [GraderUse] = []
    for item in try YAMLNode.parse(file).list("a list of graders") {
      uses.append(try GraderUse(item, registry: self, files: files))
    }
    return uses
  }
}
