import ArgumentParser
package import CoachDuties
import SourceFiles

/// The folder with the files of legal duties.
package struct DutyOptions: ParsableArguments {
  package init() {}

  @Option(help: ArgumentHelp("The folder with the duties of jurisdictions.", valueName: "dir"))
  package var duties = "Duties"

  /// Returns the duties, with the problems of broken files among them.
  package func dutySet() throws -> DutySet {
    try DutySet(folder: duties, files: DiskFileSystem())
  }
}
