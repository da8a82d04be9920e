import LanguageModels

/// A reply opened for layers has the events of the stream, split after the first content, and counts as one attempt.
enum OpenedReplies: ConformanceRule {
  static let name = "an opened reply is the reply"

  static func check(_ kit: ModelConformance) async throws -> [String] {
    let model = try await kit.replying()
    let call = ModelCall(kit.request)
    let opened: OpenedReply
    do throws(ModelError) {
      opened = try await model.open(call)
    } catch {
      return ["opening failed: \(error.message)"]
    }
    var problems: [String] = []
    var events = opened.head
    if events.last?.isContent != true {
      problems.append("the head does not end with the first content")
    }
    if events.dropLast().contains(where: \.isContent) {
      problems.append("the head goes on after the first content")
    }
    var rest = opened.rest
    do throws(ModelError) {
      while let event = try await rest.next() { events.append(event) }
    } catch {
      problems.append("the rest failed: \(error.message)")
    }
    problems += EventOrder.problems(in: events)
    let attempts = call.attempts.attempts
    let isCached = if case .started(let start)? = events.first { start.isCached } else { false }
    if !isCached, !attempts.contains(where: \.isSent) {
      problems.append("no attempt is recorded, so that no attempt limit applies")
    }
    if attempts.contains(where: { $0.failure != nil }) {
      problems.append("a reply that arrived is recorded as a failed attempt")
    }
    return problems
  }
}
