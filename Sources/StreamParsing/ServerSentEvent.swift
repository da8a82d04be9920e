/// One event of a `text/event-stream`.
public struct ServerSentEvent: Sendable, Hashable {
  /// The `data` lines joined with line feeds. Let go of it before more bytes are appended to the
  /// parser: as long as it is held, the parser must copy what it keeps.
  public var data: ArraySlice<UInt8>
  /// The last `id` seen on the stream, which may have come with an earlier event.
  public var id: String?
  private var nameBytes: ArraySlice<UInt8>

  /// The `event` field; `message` when the stream names none.
  public var name: String {
    nameBytes.isEmpty ? "message" : String(decoding: nameBytes, as: UTF8.self)
  }

  /// Creates an event.
  public init(name: String = "", data: some Sequence<UInt8>, id: String? = nil) {
    self.init(name: ArraySlice(name.utf8), data: ArraySlice(data), id: id)
  }

  init(name: ArraySlice<UInt8>, data: ArraySlice<UInt8>, id: String?) {
    nameBytes = name
    self.data = data
    self.id = id
  }
}
