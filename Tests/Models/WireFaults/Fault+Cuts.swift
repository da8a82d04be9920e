import LanguageModels

extension Fault {
  /// The reply cut at every boundary between events, and inside every event.
  static func cuts(_ reply: SampleReply) -> [Fault] {
    reply.events.indices.flatMap { position in
      [
        cut(
          reply, "cut-before-event-\(position + 1)", "ended before event \(position + 1)",
          events: position, rest: 0),
        cut(
          reply, "cut-inside-event-\(position + 1)", "broken off inside event \(position + 1)",
          events: position, rest: reply.events[position].count / 2),
      ]
    }
  }

  /// A body that ends properly between events; a connection that breaks inside one.
  private static func cut(
    _ reply: SampleReply, _ name: String, _ title: String, events: Int, rest: Int
  ) -> Fault {
    let bytes =
      Response.stream(reply) + Response.chunks(reply.events[..<events])
      + (rest == 0
        ? Response.end : Array(Response.chunk(reply.events[events]).prefix(rest + 4)))
    let isWhole = events > reply.reason
    let text = reply.text(before: events)
    let code: ModelError.Code = events == 0 && rest > 0 ? .transport : .truncated
    return Fault(
      name, title, reply.wire,
      expected: isWhole ? .reply(reply.text) : .failure(code, partial: text)
    ) { _ in [.send(bytes)] }
  }
}
