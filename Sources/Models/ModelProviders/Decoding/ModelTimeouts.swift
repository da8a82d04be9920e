import LanguageModels

/// The time limits for the phases of a call.
public struct ModelTimeouts: Sendable, Hashable {
  /// The time until the connection is established.
  public var connect: Duration
  /// The time from the start of the call until the first content of the reply. Reasoning is content; comments, pings
  /// and the announcement of a reply are not, so that a server which only keeps the connection open is detected.
  public var firstToken: Duration
  /// The time between two arrivals of bytes after the first content.
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
