#if Server
  import CoachEngine
  import CoachKit
  import Logging

  /// The product's content, which is read again when its files change.
  struct LiveContent: Sendable {
    let prompts: LivePromptLibrary
    let domains: LiveDomainLibrary
    /// The journeys; `nil` if the server has none.
    let journeys: LiveJourneyLibrary?
    /// The legal duties; `nil` if the server has none.
    let duties: LiveDutySet?
    /// The texts that no model writes, from a file; `nil` if the server has none of its own.
    private let ownCopy: LiveMessageCatalog?
    private let copyStyle: CopyStyle
    /// The place of people whose requests do not name one.
    private let defaultPlace: String?

    /// The texts that no model writes, as of the last reload.
    var copy: MessageCatalog { ownCopy?.current ?? copyStyle.catalog }

    /// Reads the folders.
    ///
    /// Throws ``SourceError`` with every error in them: a server must not start with a prompt on which turns would fail.
    init(
      _ content: ServerSettings.Content, duties: ServerSettings.Duties = ServerSettings.Duties()
    ) throws(SourceError) {
      let prompts = try LivePromptLibrary(folder: content.prompts)
      domains = try LiveDomainLibrary(folder: content.domains)
      journeys = try content.journeys.map { folder throws(SourceError) in
        try LiveJourneyLibrary(folder: folder) { prompts.current }
      }
      self.duties = try duties.folder.map { folder throws(SourceError) in
        try LiveDutySet(folder: folder)
      }
      self.prompts = prompts
      copyStyle = content.copyStyle
      defaultPlace = duties.defaultJurisdiction
      var problems =
        prompts.current.diagnostics + domains.library.diagnostics
        + (journeys?.current.diagnostics ?? [])
      problems += Self.problems(of: self.duties?.current, defaultPlace: duties.defaultJurisdiction)
      do throws(SourceError) {
        ownCopy = try content.copy.map { path throws(SourceError) in
          try LiveMessageCatalog(path: path, over: content.copyStyle.catalog)
        }
      } catch {
        ownCopy = nil
        problems += error.diagnostics
      }
      try problems.throwErrors()
    }

    /// The errors in files of duties. A folder without files, or a default place that no file covers, would leave people
    /// without the duties that an operator meant.
    private static func problems(of set: DutySet?, defaultPlace: String?) -> [Diagnostic] {
      guard let set else { return [] }
      guard set.diagnostics.isEmpty else { return set.diagnostics }
      guard !set.isEmpty else {
        return [
          Diagnostic(
            "settings.value", "there is no file of duties in '\(set.folder ?? "")'",
            hint:
              "change 'duties.folder', or add files such as us-ny.yaml; other endings are not read")
        ]
      }
      guard let place = defaultPlace,
        set.duties(in: place, age: .unknown, zone: nil).jurisdictions.isEmpty
      else { return [] }
      return [
        Diagnostic(
          "settings.value", "no file of '\(set.folder ?? "")' covers \(place)",
          hint: "change 'duties.default_jurisdiction', or the 'places' of a file")
      ]
    }

    private var dutyProblems: [Diagnostic] {
      Self.problems(of: duties?.current, defaultPlace: defaultPlace)
    }

    /// A change of the duties with the problems of all its files together.
    private func withAllProblems(_ reload: FolderReload) -> FolderReload {
      var reload = reload
      reload.diagnostics = dutyProblems
      return reload
    }

    /// What is probably not meant in the files of duties.
    func dutyFindings(on today: CalendarDay) -> [Diagnostic] {
      duties?.current.findings(on: today) ?? []
    }

    /// Reads again what has changed. Returns the changes by folder; a folder without changes is left out.
    func reload() -> [(folder: String, change: FolderReload)] {
      var changes: [(String, FolderReload)] = []
      func take(_ folder: String, _ reload: () throws(SourceError) -> FolderReload?) {
        do throws(SourceError) {
          if let change = try reload() { changes.append((folder, change)) }
        } catch {
          changes.append((folder, FolderReload(diagnostics: error.diagnostics)))
        }
      }
      take("prompts") { () throws(SourceError) in try prompts.reload() }
      take("domains") { () throws(SourceError) in try domains.reload() }
      take("journeys") { () throws(SourceError) in try journeys?.reload() }
      take("duties") { () throws(SourceError) in try duties?.reload().map(withAllProblems) }
      take("copy") { () throws(SourceError) in try ownCopy?.reload() }
      return changes
    }

    /// The errors in the files as they are, by folder; a folder without errors is left out.
    var problems: [(folder: String, errors: [Diagnostic])] {
      [
        ("prompts", prompts.current.diagnostics), ("domains", domains.library.diagnostics),
        ("journeys", journeys?.current.diagnostics ?? []),
        ("duties", dutyProblems), ("copy", ownCopy?.diagnostics ?? []),
      ].map { folder, found in (folder, found.filter { $0.severity == .error }) }
        .filter { !$0.errors.isEmpty }
    }

    /// Looks for changes until the task is cancelled, and reports each; a folder that cannot be read is reported once.
    func watch(
      every interval: Duration,
      _ report: @escaping @Sendable (_ folder: String, Result<FolderReload, SourceError>) -> Void
    ) async {
      await withDiscardingTaskGroup { group in
        func watch(_ content: (some Reloadable)?, as folder: String) {
          group.addTask { await content?.watch(every: interval) { report(folder, $0) } }
        }
        watch(prompts, as: "prompts")
        watch(domains, as: "domains")
        watch(journeys, as: "journeys")
        watch(ownCopy, as: "copy")
        group.addTask {
          await duties?.watch(every: interval) { report("duties", $0.map(withAllProblems)) }
        }
      }
    }
  }
#endif
