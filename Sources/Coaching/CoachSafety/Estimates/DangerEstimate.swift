public import Documents

/// How likely a message is to be one of a person in danger, and on what this rests.
public struct DangerEstimate: Sendable, Hashable {
  /// What an estimate rests on.
  public enum Source: Sendable, Hashable {
    /// The signs that the screen's phrases found.
    case signs
    /// Words and parts of words, as in the training messages.
    case wording
    /// The message's embedding by the model with this name.
    case embedding(model: String)
  }

  /// The probability of danger, from 0 to 1, at the share of dangerous messages that the decision rule states.
  public var probability: Double
  /// What the estimate rests on.
  public var sources: [Source]
  /// Why the message's embedding was not used although there is an embedding model; `nil` if it was, or there is none.
  public var embeddingProblem: String?

  /// Creates an estimate.
  public init(probability: Double, sources: [Source], embeddingProblem: String? = nil) {
    self.probability = probability
    self.sources = sources
    self.embeddingProblem = embeddingProblem
  }
}

extension DangerEstimate {
  /// The estimate as JSON: `probability`, `sources`, `embedding_problem`.
  public var json: JSONValue {
    var object: JSONObject = [
      "probability": .number(probability), "sources": .array(sources.map { .string("\($0)") }),
    ]
    object["embedding_problem"] = embeddingProblem.map { .string($0) }
    return .object(object)
  }
}

extension DangerEstimate.Source: CustomStringConvertible {
  /// `signs`, `wording`, or `embedding` with the model: `embedding:multilingual-e5-small-q4`.
  public var description: String {
    switch self {
    case .signs: "signs"
    case .wording: "wording"
    case .embedding(let model): "embedding:\(model)"
    }
  }
}
