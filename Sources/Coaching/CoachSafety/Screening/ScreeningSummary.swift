public import Documents

/// What a screen decided about a message and on what that rests, without a word of the message.
public struct ScreeningSummary: Sendable, Hashable {
  /// The decision.
  public var verdict: ScreeningVerdict
  /// The probability of danger by the trained part, from 0 to 1; `nil` if the screen has none.
  public var probability: Double?
  /// What the probability rests on: `wording`, `signs`, `embedding:…` with the name of the model.
  public var sources: [String]
  /// Why there is no embedding among the sources although there is an embedding model; `nil` otherwise.
  public var embeddingProblem: String?

  /// Creates a summary of a report.
  public init(_ report: ScreeningReport) {
    self.init(
      verdict: report.verdict, probability: report.estimate?.probability,
      sources: report.estimate?.sources.map(\.description) ?? [],
      embeddingProblem: report.estimate?.embeddingProblem)
  }

  init(
    verdict: ScreeningVerdict, probability: Double?, sources: [String], embeddingProblem: String?
  ) {
    self.verdict = verdict
    self.probability = probability
    self.sources = sources
    self.embeddingProblem = embeddingProblem
  }
}

extension ScreeningSummary {
  package static let members = JSONObjectForm<ScreeningSummary>(
    "a summary of a screening", .required("verdict", \.verdict, .choice),
    .optional("probability", \.probability, .amount), .list("sources", \.sources, .text),
    .optional("embedding_problem", \.embeddingProblem, .text)
  ) {
    ScreeningSummary(
      verdict: $0.verdict, probability: $0.probability, sources: $0.sources,
      embeddingProblem: $0.embeddingProblem)
  }

  /// The summary as JSON: `verdict`, `probability`, `sources`, `embedding_problem`.
  public var json: JSONValue { Self.members.form.write(self) }
}
