import CoachKit

/// What the coach suggests to do until the next session: the signal `[HOMEWORK] {"task": …, "days": …}`, which
/// `Prompts/evening.v1.prompt` declares.
public struct Homework: Sendable, Hashable {
  /// What to try.
  public var task: String
  /// For how many days.
  public var days: Int

  /// Reads the tag of a turn's event; `nil` for other tags and for payloads that violate the prompt's contract.
  public init?(_ tag: CheckedTag) {
    guard tag.name == "HOMEWORK", tag.isUsable, let task = tag.payload?["task"]?.string,
      let days = tag.payload?["days"]?.integer
    else { return nil }
    self.task = task
    self.days = days
  }

  /// The observation to store in the person's record.
  public var signal: LearningSignal {
    .product("homework", ["task": .string(task), "days": .integer(days)])
  }
}
