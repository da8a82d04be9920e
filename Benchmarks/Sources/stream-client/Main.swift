import CoachKit
import Foundation

/// Measures our client on the streams of a running stream-server, in the same way as
/// `stream_peers.py` and `stream-floor` measure others, and prints one JSON line.
///
/// usage: stream-client URL openai-chat|anthropic STREAMS EVENTS PAUSE_US [BATCH]
/// usage: stream-client URL memory STREAMS
@main
struct StreamClient {
  static func main() async {
    let words = CommandLine.arguments.dropFirst()
    guard let url = words.first, let second = words.dropFirst().first else { return fail("usage") }
    let numbers = words.dropFirst(2).compactMap { Int($0) }
    do {
      if second == "memory", numbers.count == 1 {
        try await Memory(url: url, streams: numbers[0]).run()
      } else if ["openai-chat", "anthropic"].contains(second), numbers.count >= 3 {
        let wire = WireProtocol(rawValue: second)
        let order = StreamOrder(
          events: numbers[1], pause: numbers[2], batch: numbers.count > 3 ? numbers[3] : 1)
        try await Load(url: url, wire: wire, streams: numbers[0], order: order).run()
      } else {
        fail("usage")
      }
    } catch {
      fail("\(error)")
    }
  }

  private static func fail(_ message: String) {
    FileHandle.standardError.write(Data("stream-client: \(message)\n".utf8))
    exit(1)
  }
}

/// What one stream should be.
struct StreamOrder {
  var events: Int
  /// Microseconds between two events; 0 is as fast as they go.
  var pause: Int
  /// Events in one write.
  var batch = 1

  /// A model whose server is told what to send.
  func model(_ url: String, _ wire: WireProtocol, over transport: CurlTransport) -> ProviderModel {
    let headers = [
      ("x-events", "\(events)"), ("x-pause-us", "\(pause)"), ("x-batch", "\(batch)"),
    ]
    let profile: EndpointProfile = wire == .anthropic ? .anthropic : .compatible
    return ProviderModel(
      "loopback-1", at: Endpoint(profile, baseURL: "\(url)/v1", headers: headers),
      over: transport, knowing: .empty)
  }
}

let question = ModelRequest(messages: [
  ModelMessage(Message(.user, "What would a good enough week look like?"))
])

/// Processor time for each event when many streams run at once, and the time to the first one.
struct Load {
  let url: String
  let wire: WireProtocol
  let streams: Int
  let order: StreamOrder

  func run() async throws {
    let transport = CurlTransport(CurlConfiguration(proxy: .none))
    let warmUp = StreamOrder(events: order.events, pause: 0, batch: order.batch)
    _ = try await texts(of: warmUp, streams: 5, over: transport)
    let before = Usage.now
    let started = ContinuousClock.now
    let texts = try await texts(of: order, streams: streams, over: transport)
    let wall = started.duration(to: .now) / .seconds(1)
    let used = Usage.now.processor - before.processor
    guard texts == streams * order.events else {
      throw CocoaError(.coderInvalidValue, userInfo: ["texts": texts])
    }
    let memory = Usage.now.memory
    let first = try await firstEvent(over: transport)
    print(
      """
      {"name": "coachkit (\(wire.rawValue))", "scenario": "\(order.pause == 0 ? "burst" : "paced")", \
      "batch": \(order.batch), "cpu_us_per_event": \(used * 1e6 / Double(texts)), \
      "events": \(texts), "wall_s": \(wall), "max_rss_mib": \(memory / 1048576), \
      "ttfe_ms_p50": \(first)}
      """)
  }

  private func texts(of order: StreamOrder, streams: Int, over transport: CurlTransport)
    async throws -> Int
  {
    let model = order.model(url, wire, over: transport)
    return try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<streams {
        group.addTask {
          var texts = 0
          for try await event in model.stream(question) where event.text != nil { texts += 1 }
          return texts
        }
      }
      return try await group.reduce(0, +)
    }
  }

  /// The median of single streams, in milliseconds from asking to the first words.
  private func firstEvent(over transport: CurlTransport) async throws -> Double {
    let model = StreamOrder(events: 5, pause: 0).model(url, wire, over: transport)
    var times: [Double] = []
    for _ in 0..<30 {
      let started = ContinuousClock.now
      var first: Double?
      for try await event in model.stream(question) where event.text != nil {
        if first == nil { first = started.duration(to: .now) / .milliseconds(1) }
      }
      times.append(first ?? .infinity)
    }
    return times.sorted()[times.count / 2]
  }
}

/// How much memory a stream takes that is open and waits.
struct Memory {
  let url: String
  let streams: Int

  func run() async throws {
    let transport = CurlTransport(CurlConfiguration(proxy: .none))
    // Two words, then half a minute of silence.
    let model = StreamOrder(events: 3, pause: 30_000_000).model(url, .openAIChat, over: transport)
    let before = Usage.residentBytes
    let seen = AsyncStream<Void>.makeStream()
    let tasks = (0..<streams).map { _ in
      Task {
        for try await event in model.stream(question) where event.text != nil {
          seen.continuation.yield()
        }
      }
    }
    var count = 0
    for await _ in seen.stream {
      count += 1
      if count == streams { break }
    }
    let after = Usage.residentBytes
    for task in tasks { task.cancel() }
    let each = (after - before) / 1024 / Double(streams)
    print("{\"name\": \"coachkit memory\", \"streams\": \(streams), \"kib_per_stream\": \(each)}")
  }
}

/// What this process has used.
struct Usage {
  /// Seconds of the processor, the kernel's work included.
  var processor: Double
  /// The most memory at once, in bytes.
  var memory: Double

  static var now: Usage {
    var usage = rusage()
    #if os(Linux)
      getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
    return Usage(
      processor: seconds(usage.ru_utime) + seconds(usage.ru_stime),
      memory: Double(usage.ru_maxrss) * 1024)
  }

  /// The memory that is in use now, in bytes.
  static var residentBytes: Double {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
      .split(separator: " ")
    return (fields.flatMap { Double($0[1]) } ?? 0) * Double(sysconf(Int32(_SC_PAGESIZE)))
  }
}
