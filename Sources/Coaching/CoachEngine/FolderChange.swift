package import CoachDomains
package import CoachDuties
package import Logging
package import PromptTemplates
package import SourceFiles

/// What a reload changed in a folder.
package struct FolderChange: Sendable {
  /// What is new or different.
  package var changed: [String] = []
  /// What no longer exists.
  package var removed: [String] = []
  /// What keeps its last good version because its files are broken.
  package var kept: [String] = []
  /// The errors that keep an edit from taking effect.
  package var errors: [Diagnostic]

  package init(errors: [Diagnostic]) { self.errors = errors }

  package init(_ reload: LivePromptLibrary.Reload) {
    self.init(errors: reload.diagnostics.filter { $0.severity == .error })
    (changed, removed, kept) = (reload.changed, reload.removed, reload.kept)
  }

  package init(_ reload: LiveDomainLibrary.Reload) {
    self.init(errors: reload.diagnostics.filter { $0.severity == .error })
    (changed, removed, kept) = (reload.changed, reload.removed, reload.kept)
  }

  package init(_ reload: LiveDutySet.Reload) {
    self.init(errors: reload.diagnostics.filter { $0.severity == .error })
    (changed, removed, kept) = (reload.changed, reload.removed, reload.kept)
  }

  package init(_ reload: LiveJourneyLibrary.Reload) {
    self.init(errors: reload.diagnostics.filter { $0.severity == .error })
    (changed, kept) = (reload.journeys, reload.kept)
  }

  package init(_ reload: LiveMessageCatalog.Reload) {
    self.init(errors: reload.diagnostics.filter { $0.severity == .error })
    (changed, kept) = (reload.changed, reload.isKept ? ["copy"] : [])
  }
}

extension Logger {
  /// Logs what a reload changed, and every error that keeps an edit from taking effect, each on a line of its own.
  package func note(_ result: Result<FolderChange, SourceError>, in folder: String) {
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
