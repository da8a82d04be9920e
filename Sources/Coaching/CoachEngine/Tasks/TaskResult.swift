public import CoachModel

/// What a task brought, with how it came about.
public struct TaskResult<Value: Sendable>: Sendable {
  /// The value.
  public var value: Value
  /// The reply from which the value was made.
  public var reply: TaskReply
  /// The call: the prompt, the model, its tokens and their cost, of all attempts together.
  public var call: TurnCall
  /// Identifies the experiment in which the person was assigned the prompt's version; `nil` if there is none.
  public var experiment: String?
  /// What was wrong with the replies before the last one; empty if the first was fine.
  public var rejections: [String] = []
  /// The number of replies that were read.
  public var attempts = 1

  /// The prompt in the form `name@version`.
  public var prompt: String { call.purpose }
  /// The tokens of all attempts; `nil` if the provider did not report them.
  public var usage: TokenUsage? { call.usage }
  /// The cost of all attempts in dollars; `nil` if the price or the usage is unknown.
  public var cost: Double? { call.cost }
  /// What was dropped or repaired so that the contract is kept, one sentence each.
  public var changes: [String] { reply.changes }
}
