import CoachModel
import LanguageModels

/// A reply is complete: `started` first, parts numbered from 0 and closed, `finished` last and exactly once.
enum CompleteReply: ConformanceRule {
  static let name = "a reply arrives complete and in order"

  static func check(_ kit: ModelConformance) async throws -> [String] {
    let model = try await kit.replying()
    let read = await ReadReply(model.stream(kit.request))
    if let error = read.error { return ["the call failed: \(error.message)"] }
    var problems = EventOrder.problems(in: read.events)
    if read.reply.words.isEmpty { problems.append("there are no words in the reply") }
    if case .other(let reason)? = read.reply.finish {
      problems.append("the reply ends for an unknown reason, '\(reason)'")
    }
    if let usage = read.reply.usage {
      let parts = [
        (usage.cachedInput, usage.input, "cached input"),
        (usage.cacheWrites, usage.input, "cache writes"),
        (usage.reasoning, usage.output, "reasoning"),
      ]
      for (part, whole, name) in parts {
        if let part, let whole, part > whole {
          problems.append("more \(name) (\(part)) than all of it (\(whole))")
        }
      }
    }
    if model.identity.provider.isEmpty || model.identity.model.isEmpty {
      problems.append("the model has no name")
    }
    return problems
  }
}

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
