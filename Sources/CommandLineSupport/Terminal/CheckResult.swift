import PromptTemplates
package import SourceFiles

/// Says below a list that something else in the folder is wrong, and how to see it.
package func mention(_ diagnostics: [Diagnostic], seeWith command: String) {
  guard !diagnostics.isEmpty else { return }
  Terminal.print(
    "\(diagnostics.count) problem\(diagnostics.count == 1 ? "" : "s"): run '\(command)'".inked(
      .yellow))
}

/// Prints what is wrong, or that nothing is. A folder without anything to check is wrong too: most
/// likely it is not the one that was meant. Warnings, which were printed before, are counted.
package func report(
  _ diagnostics: [Diagnostic], count: Int, in folder: String, healthy: String, warnings: Int = 0
) throws {
  if let error = SourceError(diagnostics) { throw error }
  guard count > 0 else {
    throw CommandError("there is nothing to check in \(folder)", hint: "name another folder")
  }
  let rest =
    switch warnings {
    case 0: "no problems"
    case 1: "no errors, 1 warning"
    default: "no errors, \(warnings) warnings"
    }
  Terminal.print("\("✓".inked(.green)) \(healthy), \(rest)")
}

extension PromptLibrary {
  /// Throws when a companion file of the prompts, such as the lock, could not be read. What it says of
  /// versions that are not there is no reason: that can be read, and mended.
  package func refuseBroken(_ fileName: String) throws {
    let readable = ["labels.unknown-version", "labels.version-name", "lock.missing"]
    let broken = diagnostics.filter { found in
      found.location?.file == "\(folder)/\(fileName)" && !readable.contains(found.code)
    }
    if let error = SourceError(broken) { throw error }
  }
}
