package import Logging
package import SourceFiles

extension Logger {
  /// Logs what a reload changed, and every error that keeps an edit from taking effect, each on a line of its own.
  package func note(_ result: Result<FolderReload, SourceError>, in folder: String) {
    switch result {
    case .success(let change):
      info(
        "reloaded \(folder)",
        metadata: [
          "changed": .array(change.changed.map { .string($0) }),
          "removed": .array(change.removed.map { .string($0) }),
          "kept": .array(change.kept.map { .string($0) }),
        ])
      for problem in change.errors { note(problem) }
    case .failure(let failure):
      for problem in failure.diagnostics { note(problem) }
    }
  }

  private func note(_ problem: Diagnostic) {
    var metadata: Metadata = ["code": "\(problem.code)"]
    if let location = problem.location { metadata["place"] = "\(location)" }
    if let hint = problem.hint { metadata["advice"] = "\(hint)" }
    error("\(problem.message)", metadata: metadata)
  }
}
