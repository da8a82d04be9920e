import LanguageModels

/// A call whose task is cancelled ends promptly with `cancelled`.
enum StoppedCalls: ConformanceRule {
  static let name = "a call that is stopped ends soon"

  static func isPossible(with kit: ModelConformance) -> Bool { kit.stalling != nil }

  static func check(_ kit: ModelConformance) async throws -> [String] {
    guard let stalling = kit.stalling else { return [] }
    let model = try await stalling()
    let request = kit.request
    let (ends, continuation) = AsyncStream.makeStream(of: ModelError.Code?.self)
    let reading = Task {
      let error = await ReadReply(model.stream(request)).error
      continuation.yield(error?.code)
      continuation.finish()
    }
    try await Task.sleep(for: .milliseconds(100))
    reading.cancel()
    // A model that ignores cancellation would block the kit forever.
    let limit = kit.timeLimit
    let alarm = Task {
      try await Task.sleep(for: limit)
      continuation.finish()
    }
    defer { alarm.cancel() }
    for await code in ends {
      return code == .cancelled
        ? [] : ["it ends with \(code?.rawValue ?? "success"), not 'cancelled'"]
    }
    return ["it went on for longer than \(limit)"]
  }
}
