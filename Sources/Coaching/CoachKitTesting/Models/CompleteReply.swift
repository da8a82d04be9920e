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
