import LanguageModels

/// The time limits for the phases of a call.
public struct ModelTimeouts: Sendable, Hashable {
  /// The time until the connection is established.
  public var connect: Duration
  /// How long a server may be silent before the answer begins: before its first byte, and while the model reasons. Any
  /// byte, a comment or ping too, is a sign of life and starts it anew.
  public var firstToken: Duration
  /// How long a server may be silent once the answer has begun.
  public var idle: Duration
  /// The time for the whole call.
  public var total: Duration

  /// Creates timeouts. The defaults leave room for a model that reasons before it answers.
  public init(
    connect: Duration = .seconds(5), firstToken: Duration = .seconds(120),
    idle: Duration = .seconds(60), total: Duration = .seconds(600)
  ) {
    self.connect = connect
    self.firstToken = firstToken
    self.idle = idle
    self.total = total
  }

  /// Timeouts for a call with a single, quick response, such as counting tokens or listing models.
  public static let brief = ModelTimeouts(firstToken: .seconds(30), total: .seconds(60))
}

extension ModelTimeouts {
  /// Returns these limits for a model that was asked to reason: much reasoning takes minutes, in which many providers send
  /// nothing.
  func patient(with parameters: ModelParameters) -> ModelTimeouts {
    var timeouts = self
    timeouts.firstToken = parameters.patience(instead: firstToken)
    timeouts.total = max(total, total + timeouts.firstToken - firstToken)
    return timeouts
  }
}
