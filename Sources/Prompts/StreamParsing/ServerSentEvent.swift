/// An event of a `text/event-stream`.
public struct ServerSentEvent: Sendable, Hashable {
  /// The `data` lines, joined with line feeds.
  ///
  /// Release the data before appending more bytes to the parser, which must otherwise copy its buffer.
  public var data: ArraySlice<UInt8>
  /// The last `id` of the stream, which may have arrived with an earlier event; nil if there was none.
  public var id: String?
  private var nameBytes: ArraySlice<UInt8>

  /// The `event` field; `message` if the stream states none.
  public var name: String {
    nameBytes.isEmpty ? "message" : String(decoding: nameBytes, as: UTF8.self)
  }

  /// Returns whether the stream gives the event this name, without creating a string.
  package func isNamed(_ name: StaticString) -> Bool {
    name.withUTF8Buffer { nameBytes.elementsEqual($0) }
  }

  /// Creates an event. An empty name stands for `message`.
  public init(name: String = "", data: some Sequence<UInt8>, id: String? = nil) {
    self.init(name: ArraySlice(name.utf8), data: ArraySlice(data), id: id)
  }

  init(name: ArraySlice<UInt8>, data: ArraySlice<UInt8>, id: String?) {
    nameBytes = name
    self.data = data
    self.id = id
  }
}
