#if Server
  import CoachKit
  import Logging

  /// The product's content, which is read again when its files change.
  struct LiveContent: Sendable {
    let prompts: LivePromptLibrary
    let domains: LiveDomainLibrary
    /// The journeys; `nil` if the server has none.
    let journeys: LiveJourneyLibrary?

    /// Reads the folders.
    ///
    /// Throws ``SourceError`` with every error in them: a server must not start with a prompt on which turns would fail.
    init(_ content: ServerSettings.Content) throws(SourceError) {
      let prompts = try LivePromptLibrary(folder: content.prompts)
      domains = try LiveDomainLibrary(folder: content.domains)
      journeys = try content.journeys.map { folder throws(SourceError) in
        try LiveJourneyLibrary(folder: folder) { prompts.current }
      }
      self.prompts = prompts
      try
        (prompts.current.diagnostics + domains.library.diagnostics
        + (journeys?.current.diagnostics ?? [])).throwErrors()
    }

    /// What a reload changed in a folder.
    struct Change: Sendable {
      /// What is new or different.
      var changed: [String] = []
      /// What no longer exists.
      var removed: [String] = []
      /// What keeps its last good version because its files are broken.
      var kept: [String] = []
      /// The errors.
      var problems: [Diagnostic] = []
    }

    /// Reads again what has changed. Returns the changes by folder; a folder without changes is left out.
    func reload() -> [(folder: String, change: Change)] {
      var changes: [(String, Change)] = []
      func take(_ folder: String, _ reload: () throws(SourceError) -> Change?) {
        do throws(SourceError) {
          if let change = try reload() { changes.append((folder, change)) }
        } catch {
          changes.append((folder, Change(problems: error.diagnostics)))
        }
      }
      take("prompts") { () throws(SourceError) in
        try prompts.reload().map {
          Change(
            changed: $0.changed, removed: $0.removed, kept: $0.kept,
            problems: $0.diagnostics.filter { $0.severity == .error })
        }
      }
      take("domains") { () throws(SourceError) in
        try domains.reload().map {
          Change(
            changed: $0.changed, removed: $0.removed, kept: $0.kept,
            problems: $0.diagnostics.filter { $0.severity == .error })
        }
      }
      take("journeys") { () throws(SourceError) in
        try journeys?.reload().map {
          Change(
            changed: $0.journeys, kept: $0.kept,
            problems: $0.diagnostics.filter { $0.severity == .error })
        }
      }
      return changes
    }
  }
#endif
