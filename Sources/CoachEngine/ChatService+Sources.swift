public import CoachAccess
public import CoachDomains
import Logging
public import PromptTemplates
public import SourceFiles

extension ChatService {
  /// Creates a service that follows its folders: ``run()`` rereads files that change.
  ///
  /// Throws ``SourceError`` with every error of the two folders: a service must not start with a prompt on which every
  /// turn would fail. Warnings are left to `coachkit prompts check` and `coachkit domains check`.
  public init(
    prompts: LivePromptLibrary, domains: LiveDomainLibrary, models: ModelRoutes,
    usage: any UsageStore = InMemoryUsageStore()
  ) throws(SourceError) {
    try (prompts.current.diagnostics + domains.library.diagnostics).throwErrors()
    self.init(
      prompts: { prompts.current }, domains: { domains.current }, models: models, usage: usage)
    watches = [
      { interval, logger in
        await prompts.watch(every: interval) { result in
          logger.note(result.map { FolderChange($0) }, in: "prompts")
        }
      },
      { interval, logger in
        await domains.watch(every: interval) { result in
          logger.note(result.map { FolderChange($0) }, in: "domains")
        }
      },
    ]
  }

  /// Creates a service with prompts and domains that stay as they were read.
  ///
  /// Throws ``SourceError`` with every error of the two folders.
  public init(
    prompts: PromptLibrary, domains: DomainLibrary, models: ModelRoutes,
    usage: any UsageStore = InMemoryUsageStore()
  ) throws(SourceError) {
    try (prompts.diagnostics + domains.diagnostics).throwErrors()
    self.init(
      prompts: { prompts }, domains: { DomainSet(domains) }, models: models, usage: usage)
  }
}

/// What a reload changed in a folder.
private struct FolderChange {
  var changed: [String]
  var removed: [String]
  var kept: [String]
  var errors: [Diagnostic]

  init(_ reload: LivePromptLibrary.Reload) {
    (changed, removed, kept) = (reload.changed, reload.removed, reload.kept)
    errors = reload.diagnostics.filter { $0.severity == .error }
  }

  init(_ reload: LiveDomainLibrary.Reload) {
    (changed, removed, kept) = (reload.changed, reload.removed, reload.kept)
    errors = reload.diagnostics.filter { $0.severity == .error }
  }
}

extension Logger {
  /// Logs what a reload changed, and every error that keeps an edit from taking effect, each on a line of its own.
  fileprivate func note(_ result: Result<FolderChange, SourceError>, in folder: String) {
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
