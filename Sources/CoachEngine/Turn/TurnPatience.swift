/// How long a turn waits for a model's first words.
public struct TurnPatience: Sendable, Hashable {
  /// When an attempt has failed and no other model steps in: a provider that is down is told of within this
  /// time, however often a layer would still like to try.
  public var failing: Duration
  /// When nothing has failed and nothing has come: the provider is slow.
  public var silent: Duration

  /// Creates a patience.
  public init(failing: Duration = .seconds(3), silent: Duration = .seconds(60)) {
    self.failing = failing
    self.silent = max(silent, failing)
  }
}
