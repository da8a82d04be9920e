import PromptTemplates
import SourceFiles

/// Says below a list that something else in the folder is wrong, and how to see it.
func mention(_ diagnostics: [Diagnostic], seeWith command: String) {
  guard !diagnostics.isEmpty else { return }
  print(
    "\(diagnostics.count) problem\(diagnostics.count == 1 ? "" : "s"): run '\(command)'".inked(
      .yellow))
}

/// Prints what is wrong, or that nothing is. A folder without anything to check is wrong too: most
/// likely it is not the one that was meant.
func report(_ diagnostics: [Diagnostic], count: Int, in folder: String, healthy: String) throws {
  if let error = SourceError(diagnostics) { throw error }
  guard count > 0 else {
    throw CommandError("there is nothing to check in \(folder)", hint: "name another folder")
  }
  print("\("✓".inked(.green)) \(healthy), no problems")
}

extension PromptLibrary {
  /// Throws when a companion file of the prompts, such as the lock, could not be read. What it says of
  /// versions that are not there is no reason: that can be read, and mended.
  func refuseBroken(_ fileName: String) throws {
    let readable = ["labels.unknown-version", "labels.version-name", "lock.missing"]
    let broken = diagnostics.filter { found in
      found.location?.file == "\(folder)/\(fileName)" && !readable.contains(found.code)
    }
    if let error = SourceError(broken) { throw error }
  }
}
