import SourceFiles

/// Says below a list that something else in the folder is wrong, and how to see it.
func mention(_ diagnostics: [Diagnostic], seeWith command: String) {
  guard !diagnostics.isEmpty else { return }
  print("\(diagnostics.count) problem(s): run '\(command)'".inked(.yellow))
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
