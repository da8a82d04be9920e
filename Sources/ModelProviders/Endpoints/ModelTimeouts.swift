import LanguageModels

/// How long to wait in each phase of a call.
public struct ModelTimeouts: Sendable, Hashable {
  /// Until the connection stands.
  public var connect: Duration
  /// From the start until the first of the reply's content. Thoughts are content; comments, pings and
  /// the announcement of a reply are not, so that a server which only keeps the line open is noticed.
  public var firstToken: Duration
  /// Between two arrivals of bytes after that.
  public var idle: Duration
  /// In all.
  public var total: Duration

  /// Creates timeouts; the defaults leave room for a model that thinks before it speaks.
  public init(
    connect: Duration = .seconds(5), firstToken: Duration = .seconds(120),
    idle: Duration = .seconds(60), total: Duration = .seconds(600)
  ) {
    self.connect = connect
    self.firstToken = firstToken
    self.idle = idle
    self.total = total
  }

  /// Timeouts for a call that is answered at once: counting tokens, listing models.
  public static let brief = ModelTimeouts(firstToken: .seconds(30), total: .seconds(60))
}
