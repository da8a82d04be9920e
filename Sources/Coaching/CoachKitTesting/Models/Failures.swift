import LanguageModels

/// A failure has a code, a message and advice, and no content precedes it.
enum Failures: ConformanceRule {
  static let name = "a failure says what happened and what to do"

  static func isPossible(with kit: ModelConformance) -> Bool { kit.failing != nil }

  static func check(_ kit: ModelConformance) async throws -> [String] {
    guard let failing = kit.failing else { return [] }
    let read = await ReadReply(try await failing().stream(kit.request))
    guard let error = read.error else { return ["the call did not fail"] }
    var problems = EventOrder.problems(in: read.events, isWhole: false)
    if read.events.contains(where: \.isContent) { problems.append("content came before it") }
    if error.message.isEmpty { problems.append("it has no message") }
    if error.advice.isEmpty { problems.append("it has no advice") }
    if error.message.hasSuffix(".") { problems.append("its message ends with a full stop") }
    if error.code == .truncated, error.status.map({ $0 >= 400 }) ?? false {
      problems.append("an HTTP error is treated as a truncated reply")
    }
    return problems
  }
}
