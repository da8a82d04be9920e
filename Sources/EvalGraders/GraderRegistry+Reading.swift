public import SourceFiles
import YAMLDocument

extension GraderRegistry {
  /// Reads a list of graders by itself, as it stands under `graders:` in a suite.
  ///
  /// For tools that grade without a suite, and for the examples of the documentation. Throws ``SourceError``
  /// with the place of what is wrong.
  public func graders(
    in file: SourceFile, files: any FileSystem = LocalFileSystem()
  ) throws(SourceError) -> [GraderUse] {
    var uses: [GraderUse] = []
    for item in try YAMLNode.parse(file).list("a list of graders") {
      uses.append(try GraderUse(item, self, files: files))
    }
    return uses
  }
}
