public import LanguageModels

/// What graders may use beyond the text: models and commands.
///
/// Graders ask by way of this, so that what a judge costs is counted, and what it answered before a run was
/// killed is not asked for again.
public struct GraderTools: Sendable {
  /// Finds a model. `step` names what it is asked for within its sample, the same in every run.
  public var model:
    @Sendable (_ reference: ModelReference, _ step: String) throws -> any LanguageModel
  /// Runs a command with a text on its standard input, and gives what it writes to its standard output.
  public var run: @Sendable (_ command: GraderCommandLine, _ input: String) async throws -> String

  /// The prompts of judges.
  var prompts: JudgePrompts?

  /// Creates tools.
  public init(
    model: @escaping @Sendable (ModelReference, String) throws -> any LanguageModel,
    run: @escaping @Sendable (GraderCommandLine, String) async throws -> String
  ) {
    self.model = model
    self.run = run
  }

  package init(
    prompts: JudgePrompts,
    model: @escaping @Sendable (ModelReference, String) throws -> any LanguageModel,
    run: @escaping @Sendable (GraderCommandLine, String) async throws -> String
  ) {
    self.init(model: model, run: run)
    self.prompts = prompts
  }

  /// No models and no commands: graders that need one end with an error.
  public static let none = GraderTools(
    model: { model, _ in throw GraderFailure("no model \(model) is at hand") },
    run: { command, _ in throw GraderFailure("'\(command.program)' cannot be run here") })
}

/// A command that grades.
public struct GraderCommandLine: Sendable, Hashable {
  /// The program: a path, or a name to be looked for.
  public var program: String
  /// Its arguments.
  public var arguments: [String]
  /// The folder it runs in.
  public var folder: String
  /// The longest it may take, in seconds.
  public var seconds: Double

  /// Creates a command.
  public init(program: String, arguments: [String], folder: String, seconds: Double) {
    self.program = program
    self.arguments = arguments
    self.folder = folder
    self.seconds = seconds
  }
}

/// Why a grader came to no verdict.
public struct GraderFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// What happened, in one sentence.
  public var description: String

  /// Creates a failure.
  public init(_ description: String) {
    self.description = description
  }
}
