import LanguageModels

/// A call whose task is cancelled ends soon, with `cancelled`.
enum StoppedCalls: ConformanceRule {
  static let name = "a call that is stopped ends soon"

  static func check(_ kit: ModelConformance) async throws -> [String] {
    guard let stalling = kit.stalling else { return [] }
    let model = try await stalling()
    let request = kit.request
    let reading = Task { await ReadReply(model.stream(request)).error }
    try await Task.sleep(for: .milliseconds(100))
    reading.cancel()
    let begun = ContinuousClock.now
    let error = await reading.value
    var problems: [String] = []
    if begun.duration(to: .now) > kit.patience { problems.append("it went on for longer") }
    if error?.code != .cancelled {
      problems.append("it ends with \(error?.code.rawValue ?? "success"), not 'cancelled'")
    }
    return problems
  }
}
