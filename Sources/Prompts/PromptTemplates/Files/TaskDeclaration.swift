import Documents
import SourceFiles

/// How a prompt runs as a task: a single call whose reply is data or a text.
public struct TaskDeclaration: Sendable, Hashable {
  /// The purpose by which the caller's table of models chooses one; `nil` for the usual one of tasks.
  public var model: String?
  /// The time limit for the task with all attempts; `nil` for the caller's.
  public var timeout: Duration?
  /// The maximum number of replies that are read until one keeps the contract.
  public var attempts = 2

  /// Creates the declaration of a prompt that says nothing about it.
  public init() {}
}

extension TaskDeclaration {
  /// The maximum number of attempts that a prompt can ask for, since each costs tokens.
  private static let maximumAttempts = 5
  private static let maximumSeconds = 3_600.0

  init(_ node: DocumentNode) throws(SourceError) {
    var map = try MappingReader(node, "'coachkit.task'")
    model = try map.optional("model")?.string("'model'")
    if let seconds = map.optional("timeout") {
      timeout = .seconds(
        try seconds.number("'timeout', in seconds,", in: 0.1...Self.maximumSeconds))
    }
    if let count = map.optional("attempts") {
      attempts = try count.integer("'attempts'", in: 1...Self.maximumAttempts)
    }
    try map.finish()
  }
}
