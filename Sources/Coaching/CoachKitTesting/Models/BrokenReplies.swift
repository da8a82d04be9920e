import LanguageModels

/// A reply that breaks off is a failure: the stream yields what arrived, then throws an error that holds it.
enum BrokenReplies: ConformanceRule {
  static let name = "a reply that breaks off is an error that keeps the received content"

  static func isPossible(with kit: ModelConformance) -> Bool { kit.breaking != nil }

  static func check(_ kit: ModelConformance) async throws -> [String] {
    guard let breaking = kit.breaking else { return [] }
    let read = await ReadReply(try await breaking().stream(kit.request))
    var problems = EventOrder.problems(in: read.events, isWhole: false)
    guard let error = read.error else {
      return problems + ["the reply ends as if it were complete"]
    }
    if read.reply.finish != nil { problems.append("'finished' came before the error") }
    if read.reply.words.isEmpty { problems.append("no text arrived before the error") }
    guard let partial = error.partial else {
      return problems + ["the error does not contain the received text"]
    }
    if partial.words != read.reply.words {
      problems.append("the error contains '\(partial.words)' instead of '\(read.reply.words)'")
    }
    return problems
  }
}
