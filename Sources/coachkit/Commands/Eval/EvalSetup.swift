#if Evals
  import ArgumentParser
  import CoachDomains
  import LanguageModels
  import PromptEvals
  import SourceFiles

  /// Everything that a suite needs, found and read.
  struct EvalSetup: ParsableArguments {
    @OptionGroup var modelOptions: ModelOptions
    @OptionGroup(title: "Calls") var calls: CallOptions
    @OptionGroup var workspace: WorkspaceOptions

    /// Reads a suite; a model named with `--model` takes the place of the suite's own, wherever that stands.
    func suite(_ path: String) throws -> EvalSuite {
      let files = LocalFileSystem()
      var suite = try EvalSuite(files.read(path), files: files)
      guard let name = modelOptions.model else { return suite }
      guard let reference = ModelReference(name) else {
        throw CommandError("'\(name)' is not a model", hint: "write provider:model, or local")
      }
      suite.replaceModel(by: reference)
      return suite
    }

    /// Reads what the suite refers to, and makes its models.
    func content(of suite: EvalSuite, recording: RecordingLayer? = nil) async throws -> (
      content: EvalContent, budget: RunBudget?, limits: SharedConcurrency
    ) {
      let factory = modelOptions.factory
      let prices = try factory.prices()
      let budget = calls.budget(suite.budget, prices: prices)
      let limits = SharedConcurrency(suite.concurrency)
      var models: [ModelReference: any LanguageModel] = [:]
      if suite.replay != .recorded {
        for reference in suite.modelReferences {
          models[reference] = try await calls.model(
            try await factory.model(reference), from: factory, recording: recording,
            budget: budget, concurrency: limits
          ).model
        }
      }
      let workspace = workspace
      let people = PeopleCache(workspace)
      let content = EvalContent(
        suite: suite, library: try workspace.promptLibrary(),
        subjects: try EvalSubjects.read(suite, files: LocalFileSystem()),
        person: { try people.person($0) },
        domains: LocalFileSystem().kind(of: workspace.domains) == .folder
          ? try workspace.domainLibrary().domains : [],
        models: models, prices: prices, redactor: factory.redactor)
      return (content, budget, limits)
    }
  }
#endif
