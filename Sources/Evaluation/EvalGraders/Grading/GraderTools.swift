public import LanguageModels

/// The models and programs that graders may use.
///
/// Graders make their calls through these tools, so that a judge's costs are counted, and what it answered before a
/// run was killed is not asked for again.
public struct GraderTools: Sendable {
  /// Resolves a model reference, or throws if there is no such model.
  ///
  /// `step` names the call within its sample and must be the same in every run; `message` is the number of the coach
  /// message that is judged, `nil` for the whole conversation.
  public var model: ModelForStep
  /// Runs a command with a text on its standard input, and returns its standard output.
  ///
  /// Throws ``GraderFailure`` if the command fails.
  public var run: @Sendable (_ command: GraderCommandLine, _ input: String) async throws -> String

  /// Resolves a model for a step of a grader's work.
  public typealias ModelForStep =
    @Sendable (_ reference: ModelReference, _ step: String, _ message: Int?) throws
    -> any LanguageModel

  /// Returns the vectors of texts by an embedding model.
  package var embeddings: Embedding = { model, _ in
    throw GraderFailure("the embedding model \(model) is not available")
  }

  /// Asks an embedding model.
  package typealias Embedding =
    @Sendable (_ model: ModelReference, _ texts: [String]) async throws -> TextEmbeddings

  /// The prompts of model judges; `nil` in tools that a program creates, with which judges cannot work.
  var prompts: JudgePrompts?

  /// Creates tools from functions that resolve models and run commands.
  public init(
    model: @escaping ModelForStep,
    run: @escaping @Sendable (GraderCommandLine, String) async throws -> String
  ) {
    self.model = model
    self.run = run
  }

  package init(
    prompts: JudgePrompts,
    model: @escaping ModelForStep,
    run: @escaping @Sendable (GraderCommandLine, String) async throws -> String
  ) {
    self.init(model: model, run: run)
    self.prompts = prompts
  }

  /// Tools without models and commands: graders that need one end with an error.
  public static let none = GraderTools(
    model: { model, _, _ in throw GraderFailure("the model \(model) is not available") },
    run: { command, _ in throw GraderFailure("'\(command.program)' cannot be run here") })
}

/// The command line of a program that grades.
public struct GraderCommandLine: Sendable, Hashable {
  /// The program: a path, or a name that is looked up in `PATH`.
  public var program: String
  /// The arguments after the program's name.
  public var arguments: [String]
  /// The working directory of the program.
  public var folder: String
  /// The timeout, in seconds.
  public var seconds: Double

  /// Creates a command line; the program runs without a shell, so arguments need no quoting.
  public init(program: String, arguments: [String], folder: String, seconds: Double) {
    self.program = program
    self.arguments = arguments
    self.folder = folder
    self.seconds = seconds
  }
}

/// The reason why a grader could not judge.
public struct GraderFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The explanation, in one sentence.
  public var description: String
  /// The reply of a model that could not be used; `nil` if there is none.
  public var reply: String?

  /// Creates a failure with an explanation for people.
  public init(_ description: String, reply: String? = nil) {
    self.description = description
    self.reply = reply
  }
}
