import LanguageModels
import ModelProviders

extension Fault {
  /// Servers that stop responding, or only pretend to work.
  static func pauses(_ reply: SampleReply) -> [Fault] {
    let wire = reply.wire
    let head = Response.stream(reply)
    let beginning = Response.chunks(reply.events[...reply.firstContent])
    let text = reply.text(before: reply.firstContent + 1)
    let endsWithReason = [.openAIResponses, .geminiInteractions, .ollama].contains(wire)
    let untilReason = Response.chunks(reply.events[...reply.reason])
    // NDJSON has no comments; an empty line is the closest equivalent.
    let comment = Response.chunk(Array(wire == .ollama ? "\n".utf8 : ": busy\n\n".utf8))
    return [
      Fault(
        "stall-tls", "silent during the TLS handshake", wire, scheme: .silentHTTPS,
        expected: .failure(.timeout, phase: .connect), requests: 0
      ) { _ in [.waitForClose] }.within(400, \.connect),
      Fault(
        "stall-before-head", "silent after the request", wire,
        expected: .failure(.timeout, phase: .firstToken)
      ) { _ in [.waitForClose] }.within(600, \.firstToken),
      Fault(
        "stall-after-head", "silent after the head", wire,
        expected: .failure(.timeout, phase: .firstToken)
      ) { _ in [.send(head), .waitForClose] }.within(600, \.firstToken),
      Fault(
        "stall-before-words", "silent before the first words", wire,
        expected: .failure(.timeout, phase: .firstToken)
      ) { _ in
        [.send(head + Response.chunks(reply.events[..<reply.firstContent])), .waitForClose]
      }.within(600, \.firstToken),
      Fault(
        "stall-midway", "silent in the middle of the reply", wire,
        expected: .failure(.timeout, partial: text, phase: .idle)
      ) { _ in [.send(head + beginning), .waitForClose] }.within(400, \.idle),
      // In some protocols the finish reason is the end mark.
      Fault(
        "stall-after-reason", "silent after the reason to stop", wire,
        expected: endsWithReason
          ? .reply(reply.text) : .failure(.timeout, partial: reply.text, phase: .idle)
      ) { _ in [.send(head + untilReason), .waitForClose] }.within(
        400, \.idle, isReached: !endsWithReason),
      Fault(
        "comments-before-words", "comments without end instead of a reply", wire,
        expected: .failure(.timeout, phase: .total)
      ) { _ in [.send(head), .forever(comment, milliseconds: 50)] }.within(1500, \.total),
      Fault(
        "comments-midway", "comments without end in the middle", wire,
        expected: .failure(.timeout, partial: text, phase: .total)
      ) { _ in [.send(head + beginning), .forever(comment, milliseconds: 50)] }.within(
        1500, \.total),
      Fault(
        "slow-drip", "every byte on its own", wire, expected: .reply(reply.text)
      ) { _ in
        [
          .send(head),
          .drip(Response.chunks(reply.events) + Response.end, microseconds: 20),
        ]
      },
    ]
  }
}
