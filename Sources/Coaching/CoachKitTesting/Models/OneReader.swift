import LanguageModels

/// A stream can be read once: a second reader would require a second call.
enum OneReader: ConformanceRule {
  static let name = "a stream has one reader"

  static func check(_ kit: ModelConformance) async throws -> [String] {
    let stream = try await kit.replying().stream(kit.request)
    let first = await ReadReply(stream)
    let second = await ReadReply(stream)
    if first.error != nil { return [] }
    guard let error = second.error else { return ["a second reader gets a reply, too"] }
    return error.code == .invalidRequest
      ? [] : ["a second reader gets '\(error.code.rawValue)', not 'invalid_request'"]
  }
}
