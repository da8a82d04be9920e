package import CoachAccess
import SourceFiles

extension UsageStoreConformance {
  /// 21 November 2026, noon.
  package static let start = 1_795_262_400.0

  static func window(_ count: Int, _ seconds: Double) throws -> RateWindow {
    try RateWindow(count: count, seconds: seconds)
  }

  package static func trial(_ limit: Int) -> Allowance {
    Allowance(key: "trial:2026-11-21", limit: limit, isTrial: true)
  }

  package static func paid(_ limit: Int, _ day: String = "2026-11-21") -> Allowance {
    Allowance(key: "paid:\(day)", limit: limit, resetsAt: start + 9, isTrial: false)
  }

  package static func message(
    _ id: String, of person: String = "ana", at time: Double = start,
    _ windows: [RateWindow] = [], _ allowance: Allowance? = nil
  ) -> UsageReservation {
    UsageReservation(id: id, person: person, at: time, windows: windows, allowance: allowance)
  }

  /// Begins a request, by default as its first attempt.
  static func begin(
    _ store: any UsageStore, _ id: String, of person: String = "ana", _ body: String = "hello",
    attempt: String = "1", after seconds: Double = 0
  ) async throws -> RequestState {
    try await store.updateLedger(of: person) {
      $0.begin(
        id, digest: ContentDigest(of: body), attempt: attempt, lease: 30, at: start + seconds)
    }
  }

  static func finish(
    _ store: any UsageStore, _ id: String, of person: String = "ana", attempt: String = "1",
    _ messageID: String?
  ) async throws -> Bool {
    try await store.updateLedger(of: person) {
      $0.finish(id, attempt: attempt, messageID: messageID, at: start)
    }
  }

  /// The results of a batch of concurrent messages.
  static func atOnce(_ messages: [UsageReservation], _ store: any UsageStore) async throws
    -> [UsageVerdict]
  {
    try await atOnce(messages.count) { try await store.reserve(messages[$0]) }
  }

  /// The results of a number of concurrent calls.
  package static func atOnce<Value: Sendable>(
    _ count: Int, _ call: @escaping @Sendable (Int) async throws -> Value
  ) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
      for index in 0..<count {
        group.addTask { @concurrent in
          await Task.yield()
          return try await call(index)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}
