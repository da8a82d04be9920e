import SourceFiles

/// A grader that limits the time that a reply takes.
struct ReplyLatency: TextGrader {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "latency",
      summary: "The reply begins, or ends, within a time limit.",
      discussion: """
        Times are those of the call, with its waits and retries, as the run measured them: they depend on the \
        network and on how much else was in progress. A reply from a cache or a recording has no time, and a \
        written message none either; both are inconclusive. What is measured is the seconds until the end, or \
        until the first words where only those are limited.
        """,
      options: [
        GraderOption(
          "first_seconds", form: .number(0...3600),
          text: "The maximum time to the first words, in seconds."),
        GraderOption(
          "seconds", form: .number(0...3600), text: "The maximum time to the end, in seconds."),
      ],
      example: """
        - use: latency
          first_seconds: 1.5
          seconds: 10
        """)
  ) { options throws(SourceError) in try ReplyLatency(options) }

  let id: String
  let summary: String
  private let first: Double?
  private let whole: Double?

  private init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    first = try options.number("first_seconds")
    whole = try options.number("seconds")
    let parts =
      [first.map { "begins within \($0.brief) s" }, whole.map { "ends within \($0.brief) s" }]
      .compactMap { $0 }
    guard !parts.isEmpty else {
      throw options.error(
        for: "seconds", "'\(options.id)' has no limit",
        hint: "write seconds: …, first_seconds: …, or both")
    }
    summary = "The reply \(parts.joined(separator: " and "))."
  }

  func grade(_ conversation: GradedConversation) -> [Grade] {
    conversation.messages.map { message in
      let limits = [
        (first, message.effort?.timeToFirstToken, "begins"),
        (whole, message.effort?.seconds, "ends"),
      ].compactMap { limit, seconds, word in limit.map { ($0, seconds, word) } }
      var measured: Double?
      for (limit, seconds, word) in limits {
        guard let seconds else { return inconclusive(message, reason: "its time was not measured") }
        measured = seconds
        if seconds > limit {
          return grade(
            message, measured: seconds,
            unless: "\(word) after \(seconds.brief) s, over \(limit.brief)")
        }
      }
      return grade(message, measured: measured, unless: nil)
    }
  }
}
