#if Server
  import CoachKit
  import CoachEngine
  import Hummingbird

  /// Writes server-sent events.
  struct EventWriter: Sendable {
    let pipe: BoundedPipe<ByteBuffer>

    /// Writes an event. It suspends while the connection does not take what was written, so that a slow reader slows the
    /// model.
    func write(_ json: JSONValue, named name: String? = nil) async {
      var buffer = ByteBuffer()
      if let name { buffer.writeString("event: \(name)\n") }
      // JSON has no line breaks, so that one line holds all of it.
      buffer.writeString("data: ")
      buffer.writeString(json.text())
      buffer.writeString("\n\n")
      await pipe.send(buffer)
    }
  }
#endif
