public import JSON

/// What a decision rests on: for each class its score, and for the best ones the words and examples.
public struct RoutingExplanation: Sendable, Hashable {
  /// A class that the message could belong to.
  public struct Candidate: Sendable, Hashable {
    /// The domain's id, or the outcome's word.
    public var id: String
    /// How well the message fits; only differences mean anything.
    public var score: Double
    /// The words that say most for it, with what they say, greatest first.
    public var words: [Word]
  }

  /// A word or phrase.
  public struct Word: Sendable, Hashable {
    /// As it stands in the message, in lower case and without accents.
    public var text: String
    /// The logarithm of how much more often this class has it than all on average.
    public var weight: Double
  }

  /// An example that the message resembles.
  public struct Example: Sendable, Hashable {
    /// Whose example it is.
    public var id: String
    /// Whether it is a negative, which speaks against its domain.
    public var isNegative: Bool
    /// What it says.
    public var text: String
    /// From 0 to 1.
    public var likeness: Double
  }

  /// The decision.
  public var decision: RoutingDecision
  /// What the message says by itself, best first.
  public var candidates: [Candidate]
  /// The examples that it resembles most.
  public var examples: [Example]
  /// The person's messages that were read, the last of them first.
  public var messages: Int

  /// The explanation as one JSON object.
  public var json: JSONValue {
    [
      "decision": decision.json,
      "messages_read": .integer(messages),
      "candidates": .array(
        candidates.map { candidate in
          [
            "id": .string(candidate.id), "score": .number(candidate.score),
            "words": .array(
              candidate.words.map { ["text": .string($0.text), "weight": .number($0.weight)] }),
          ]
        }),
      "examples": .array(
        examples.map { example in
          [
            "id": .string(example.id), "negative": .bool(example.isNegative),
            "text": .string(example.text), "likeness": .number(example.likeness),
          ]
        }),
    ]
  }
}
