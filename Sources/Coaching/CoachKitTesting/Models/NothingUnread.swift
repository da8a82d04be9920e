import LanguageModels

/// Nothing is sent before the stream is read.
enum NothingUnread: ConformanceRule {
  static let name = "nothing is sent before the first read"

  static func isPossible(with kit: ModelConformance) -> Bool { kit.requestCount != nil }

  static func check(_ kit: ModelConformance) async throws -> [String] {
    guard let requestCount = kit.requestCount else { return [] }
    let model = try await kit.replying()
    let before = requestCount()
    let stream = model.stream(kit.request)
    try await Task.sleep(for: .milliseconds(50))
    if requestCount() != before { return ["a request is sent before anybody reads"] }
    _ = await ReadReply(stream)
    let sent = requestCount() - before
    return sent == 1 ? [] : ["\(sent) requests are sent for one call"]
  }
}
