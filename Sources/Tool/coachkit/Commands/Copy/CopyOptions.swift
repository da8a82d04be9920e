public import ArgumentParser
public import CoachEngine
import SourceFiles

extension CopyStyle: ExpressibleByArgument {}

/// Options for the texts that no model writes.
struct CopyOptions: ParsableArguments {
  @Option(help: "The style of the fixed texts: documented or plain.")
  var copyStyle = CopyStyle.documented

  @Option(
    help: ArgumentHelp(
      "A file in the form of copy.yaml, with texts that override them.", valueName: "file"))
  var copyFile: String?

  /// Returns the texts.
  ///
  /// Throws ``SourceError`` with all problems of the file.
  func catalog() throws -> MessageCatalog {
    var catalog = copyStyle.catalog
    if let copyFile {
      let own = try MessageCatalog(DiskFileSystem().read(copyFile))
      catalog = catalog.overridden(by: own)
    }
    // A service falls back on one sentence if the texts are unreadable; their author needs the error.
    if let problem = catalog.problem { throw problem }
    return catalog
  }
}
