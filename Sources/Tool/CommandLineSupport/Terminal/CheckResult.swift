import PromptTemplates
package import SourceFiles

/// Prints a note below a list if other files in the folder have problems, with the command that shows them.
package func mention(_ diagnostics: [Diagnostic], seeWith command: String) {
  guard !diagnostics.isEmpty else { return }
  Terminal.print(
    "\(diagnostics.count) problem\(diagnostics.count == 1 ? "" : "s"): run '\(command)'".inked(
      .yellow))
}

/// Throws the errors, or prints that there are none.
///
/// A folder that contains nothing to check is an error, too: most likely it is not the one that was meant.
/// Warnings, which the caller has printed before, are only counted.
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
  /// Throws if a companion file of the prompts, such as the lock, could not be read.
  ///
  /// A file that refers to missing versions is accepted: it can be read and fixed.
  package func refuseBroken(_ fileName: String) throws {
    let readable = ["labels.unknown-version", "labels.version-name", "lock.missing"]
    let broken = diagnostics.filter { found in
      found.location?.file == "\(folder)/\(fileName)" && !readable.contains(found.code)
    }
    if let error = SourceError(broken) { throw error }
  }
}
