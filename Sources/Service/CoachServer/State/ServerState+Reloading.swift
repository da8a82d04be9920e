#if Server
  import CoachEngine
  import CoachKit
  import Logging
  import UnixSignals

  extension ServerState {
    /// Reads again what has changed, content, prices and keys, and logs it.
    @discardableResult
    func reload() async -> [(folder: String, change: FolderReload)] {
      var changes = content.reload()
      do throws(SourceError) {
        try await reloadKeys()
      } catch {
        changes.append(("keys", FolderReload(diagnostics: error.diagnostics)))
      }
      do throws(SourceError) {
        let (changed, removed) = try reloadPrices()
        if !changed.isEmpty || !removed.isEmpty {
          changes.append(
            ("prices", FolderReload(changed: changed, removed: removed, diagnostics: [])))
        }
      } catch {
        changes.append(("prices", FolderReload(diagnostics: error.diagnostics)))
      }
      for (folder, change) in changes { logger.note(.success(change), in: folder) }
      noteUnpricedModels()
      return changes
    }

    /// Looks for changes of the content's files until the task is cancelled.
    func followFiles() async {
      await content.watch(every: service.reloadInterval) { [logger] folder, result in
        logger.note(result, in: folder)
      }
    }

    /// Reads everything again with each SIGHUP, until the task is cancelled.
    func followHangups() async {
      for await _ in await UnixSignalsSequence(trapping: .sighup) { await reload() }
    }
  }
#endif
