public import CoachAccess
public import CoachDomains
public import CoachDuties
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
    watch(prompts, as: "prompts")
    watch(domains, as: "domains")
  }

  /// Takes the texts that no model writes from a file from now on: ``run()`` rereads it when it changes.
  public mutating func follow(_ copy: LiveMessageCatalog) {
    currentCopy = { copy.current }
    watch(copy, as: "copy")
  }

  /// Takes the legal duties from a folder from now on: ``run()`` rereads its files when they change.
  public mutating func follow(duties: LiveDutySet) {
    self.duties = { duties.current }
    watch(duties, as: "duties")
  }

  private mutating func watch(_ content: some Reloadable, as name: String) {
    watches.append { interval, logger in
      await content.watch(every: interval) { logger.note($0, in: name) }
    }
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
