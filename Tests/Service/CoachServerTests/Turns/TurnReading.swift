#if Server
  import CoachKit
  @testable import CoachServer
  import Testing

  /// What a client has read of a turn, over any number of connections.
  struct TurnReading: Sendable {
    private(set) var ids: [Int] = []
    private(set) var events: [JSONValue] = []
    private var rest: [UInt8] = []

    /// The kinds of the events, without those that are the caller's.
    var kinds: [String] { events.compactMap { $0["event"]?.string } }
    /// The text of the reply.
    var text: String {
      events.filter { $0["event"] == "text" }.compactMap { $0["text"]?.string }.joined()
    }
    /// The code of a failure.
    var failure: String? { events.first { $0["event"] == "failed" }?["code"]?.string }
    var isDone: Bool { kinds.last == "done" }
    /// Whether every event was read once and in order, up to the last one that was read.
    var isInOrder: Bool { ids == Array(1..<ids.count + 1) && ids.count == events.count }

    /// Takes bytes of a stream.
    mutating func take(_ bytes: some Collection<UInt8>) {
      rest += bytes
      while let end = rest.indices.dropFirst().first(where: { rest[$0] == 10 && rest[$0 - 1] == 10 }
      ) {
        let block = String(decoding: rest[...end], as: UTF8.self)
        rest.removeFirst(end + 1)
        for line in block.split(separator: "\n") {
          if line.hasPrefix("id: ") { ids.append(Int(line.dropFirst(4)) ?? -1) }
          guard line.hasPrefix("data: ") else { continue }
          events.append((try? JSONValue(parsing: Array(line.dropFirst(6).utf8))) ?? .null)
        }
      }
    }

    /// Forgets an event that has not arrived as a whole.
    mutating func loseConnection() { rest = [] }

    /// Forgets all but the first events.
    mutating func cut(to count: Int) {
      ids.removeLast(max(0, ids.count - count))
      events.removeLast(max(0, events.count - count))
    }
  }

  extension ServerBench {
    /// Reads a stream and closes the connection: at its end, after a number of bytes, or when enough was read.
    func read(
      _ method: String, _ path: String, _ body: JSONValue? = nil,
      headers: [(name: String, value: String)] = [], into reading: inout TurnReading,
      atMost maximum: Int = .max, until isEnough: (TurnReading) -> Bool = { _ in false },
      sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) async throws {
      let response = try await open(method, path, body, headers: headers)
      #expect(response.status == 200, sourceLocation: sourceLocation)
      var left = maximum
      while left > 0, !isEnough(reading),
        let part = try await response.body.next(before: .now + .seconds(600))
      {
        reading.take(part.prefix(left))
        left -= part.count
      }
      reading.loseConnection()
    }

    /// Goes on reading a turn where the last connection ended.
    func resume(
      _ id: String, into reading: inout TurnReading, atMost maximum: Int = .max,
      sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) async throws {
      let last = reading.ids.last.map { [(name: "last-event-id", value: "\($0)")] } ?? []
      try await read(
        "GET", "/v1/turns/\(id)", headers: last, into: &reading, atMost: maximum,
        sourceLocation: sourceLocation)
    }

    /// The request of a turn of a person of its own.
    static func turn(ofPerson number: Int, id: String? = nil) -> JSONValue {
      var request = turn(id: id ?? "r-\(number)").object ?? [:]
      request["person"] = ["id": .string("p-\(number)"), "language": "en", "sessions": 0]
      return .object(request)
    }
  }
#endif
