#if Server
  import CoachKit
  import Logging
  import UnixSignals

  extension ServerState {
    /// Reads again what has changed, content and keys, and logs it.
    @discardableResult
    func reload() async -> [(folder: String, change: LiveContent.Change)] {
      var changes = content.reload()
      do throws(SourceError) {
        try await reloadKeys()
      } catch {
        changes.append(("keys", LiveContent.Change(problems: error.diagnostics)))
      }
      for (folder, change) in changes { note(change, in: folder) }
      return changes
    }

    /// Looks for changes of the content's files until the task is cancelled.
    func followFiles() async {
      while (try? await service.clock.sleep(service.reloadInterval)) != nil {
        for (folder, change) in content.reload() { note(change, in: folder) }
      }
    }

    /// Reads everything again with each SIGHUP, until the task is cancelled.
    func followHangups() async {
      for await _ in await UnixSignalsSequence(trapping: .sighup) { await reload() }
    }

    private func note(_ change: LiveContent.Change, in folder: String) {
      logger.info(
        "reloaded \(folder)",
        metadata: [
          "changed": .array(change.changed.map { .string($0) }),
          "removed": .array(change.removed.map { .string($0) }),
          "kept": .array(change.kept.map { .string($0) }),
        ])
      for problem in change.problems {
        var metadata: Logger.Metadata = ["code": "\(problem.code)"]
        metadata["place"] = problem.location.map { "\($0)" }
        metadata["advice"] = problem.hint.map { "\($0)" }
        logger.error("\(problem.message)", metadata: metadata)
      }
    }
  }
#endif
