/// One event of a `text/event-stream`.
public struct ServerSentEvent: Sendable, Hashable {
  /// The `event` field; `message` when the stream names none.
  public var name: String
  /// The `data` lines joined with line feeds.
  public var data: [UInt8]
  /// The last `id` seen on the stream, which may have come with an earlier event.
  public var id: String?

  /// Creates an event.
  public init(name: String = "message", data: [UInt8], id: String? = nil) {
    self.name = name
    self.data = data
    self.id = id
  }
}
