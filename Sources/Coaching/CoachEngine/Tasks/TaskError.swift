import CoachModel
import PromptTemplates
public import LanguageModels
public import SourceFiles

/// Why a task brought nothing.
public struct TaskError: Error, Sendable {
  /// The kind of failure, for programs.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// There is no such task.
    case unknownTask = "unknown_task"
    /// An input is missing or does not fit the prompt's schema. No model was asked.
    case invalidInput = "invalid_input"
    /// The prompt cannot be used. No model was asked.
    case brokenPrompt = "broken_prompt"
    /// The model failed; ``TaskError/cause`` says how.
    case model
    /// The last reply that was allowed does not keep the contract; ``TaskError/problems`` says why.
    case invalidReply = "invalid_reply"
    /// There was no usable reply within the time limit.
    case timeout
    /// The task was cancelled.
    case cancelled
  }

  /// The kind of failure.
  public var code: Code
  /// What happened, in one sentence.
  public var message: String
  /// What to do about it; `nil` if there is nothing to say.
  public var advice: String?
  /// What is wrong with the inputs or the last reply, one sentence each, without quotations of either.
  public var problems: [String] = []
  /// The call with the tokens of all attempts; `nil` if no model was asked or none answered in time.
  public var call: TurnCall?
  /// The model's failure.
  public var cause: ModelError?
  /// The problems with the prompt's files or inputs, with their places.
  public var diagnostics: [Diagnostic] = []
}

extension TaskError {
  /// The task and the kind of failure, without anybody's words, for the log: `session-notes@v3: model overloaded`.
  func logged(of prompt: PromptReference) -> String {
    let kind = code == .model ? cause.map { "model \($0.code.rawValue)" } : nil
    return "\(call?.purpose ?? prompt.description): \(kind ?? code.rawValue)"
  }
}

extension TaskError: CustomStringConvertible {
  /// The message, the problems and the advice, one per line.
  public var description: String {
    ([message] + problems.map { "  ✗ \($0)" } + (advice.map { ["  → \($0)"] } ?? []))
      .joined(separator: "\n")
  }
}

extension TaskError {
  /// Codes of diagnostics about what the caller gave, rather than about the prompt.
  private static let inputCodes: Set<String> = [
    "prompt.input", "prompt.unknown-input", "assembly.language", "assembly.domain",
  ]
  private static let unknownCodes: Set<String> = ["prompt.unknown", "prompt.unknown-version"]

  init(_ error: SourceError) {
    let first = error.diagnostics[0]
    let codes = Set(error.diagnostics.map(\.code))
    code =
      !codes.isDisjoint(with: Self.unknownCodes)
      ? .unknownTask : codes.isSubset(of: Self.inputCodes) ? .invalidInput : .brokenPrompt
    message = first.location.map { "\($0): \(first.message)" } ?? first.message
    advice = first.hint
    problems = error.diagnostics.dropFirst().map(\.message)
    diagnostics = error.diagnostics
  }

  init(_ error: StructuredOutputError, call: TurnCall?) {
    cause = error.cause
    self.call = call
    problems = error.problems
    if !error.problems.isEmpty {
      (code, message) = (.invalidReply, error.cause.message)
    } else if error.cause.code == .cancelled {
      (code, message) = (.cancelled, "the task was cancelled")
    } else {
      (code, message) = (.model, error.cause.message)
    }
    advice = error.cause.advice
  }
}
