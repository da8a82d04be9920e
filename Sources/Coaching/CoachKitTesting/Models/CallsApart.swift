import LanguageModels

/// Concurrent calls do not mix.
enum CallsApart: ConformanceRule {
  static let name = "calls at the same time do not mix"

  static func check(_ kit: ModelConformance) async throws -> [String] {
    let model = try await kit.replying()
    let request = kit.request
    return await withTaskGroup(of: [String].self) { group in
      for _ in 0..<8 {
        group.addTask {
          let read = await ReadReply(model.stream(request))
          if let error = read.error { return ["one of eight calls failed: \(error.message)"] }
          return EventOrder.problems(in: read.events)
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }
}
