import EvalStatistics
import SourceFiles

/// A grader that limits the cost of a reply, or of the conversation.
struct ReplyCost: TextGrader {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "cost",
      summary: "The cost of a message, or of the conversation, stays under a limit.",
      discussion: """
        Counts what the candidate's calls cost by the suite's price or the price list, not what judges and a \
        simulated person do. Inconclusive where a price or a count of tokens is not known, and for written \
        messages. A conversation's cost is that of the messages that are judged.
        """,
      options: [
        GraderOption(
          "dollars", form: .number(0...1_000_000), isRequired: true,
          text: "The maximum cost in dollars."),
        GraderOption(
          "per", form: .choice(["message", "conversation"]),
          text: "What the limit applies to: each message (the default), or all messages together."),
      ],
      example: """
        - use: cost
          dollars: 0.05
          per: conversation
        """)
  ) { options throws(SourceError) in try ReplyCost(options) }

  let id: String
  let summary: String
  private let limit: Double
  private let isForAll: Bool

  private init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    guard let dollars = try options.number("dollars") else {
      throw options.error(for: "dollars", "'dollars' is missing")
    }
    limit = dollars
    isForAll = try options.choice("per") == "conversation"
    summary =
      "\(isForAll ? "The conversation" : "Every message") costs at most \(Figures.dollars(dollars))."
  }

  func grade(_ conversation: GradedConversation) -> [Grade] {
    guard isForAll else {
      return conversation.messages.map { grade(message: $0.number, $0.effort?.dollars) }
    }
    guard !conversation.messages.isEmpty else { return [] }
    let sum = conversation.messages.reduce(0 as Double?) { sum, message in
      sum.flatMap { sum in message.effort?.dollars.map { sum + $0 } }
    }
    return [grade(message: nil, sum)]
  }

  private func grade(message: Int?, _ dollars: Double?) -> Grade {
    guard let dollars else {
      return Grade(
        grader: id, message: message, verdict: .inconclusive, reason: "its cost is unknown")
    }
    let isWithin = dollars <= limit
    return Grade(
      grader: id, message: message, verdict: isWithin ? .pass : .fail, measured: dollars,
      reason: isWithin
        ? nil : "costs \(Figures.dollars(dollars)), over \(Figures.dollars(limit))")
  }
}
