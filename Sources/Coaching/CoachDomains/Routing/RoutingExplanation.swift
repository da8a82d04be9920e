package import Documents

/// An explanation of a routing decision: the score of each class, with the words and examples behind it.
package struct RoutingExplanation: Sendable, Hashable {
  /// A class that the message was scored against: a domain or an outcome.
  package struct Candidate: Sendable, Hashable {
    /// The domain id, or the raw value of the outcome.
    package var id: String
    /// How well the message fits; only differences between candidates are meaningful.
    package var score: Double
    /// The words with the greatest weight for the class, at most five, in descending order.
    package var words: [Word]
  }

  /// A word or phrase of the message with its weight.
  package struct Word: Sendable, Hashable {
    /// The word as in the message, in lower case and without accents.
    package var text: String
    /// The logarithm of how much more frequent the word is in this class than on average over all classes.
    package var weight: Double
  }

  /// An example from a domain file that is similar to the message.
  package struct Example: Sendable, Hashable {
    /// The domain id, or the raw value of the outcome, that the example belongs to.
    package var id: String
    /// Whether the example is a negative, which counts against its domain.
    package var isNegative: Bool
    /// The text of the example.
    package var text: String
    /// The cosine similarity to the message, from 0 to 1.
    package var likeness: Double
  }

  /// The decision that the explanation is about.
  package var decision: RoutingDecision
  /// All classes with the scores of the message alone, without the conversation, best first.
  package var candidates: [Candidate]
  /// The most similar examples, at most five, in descending order.
  package var examples: [Example]
  /// The number of the person's messages that were read, including the new one.
  package var messages: Int

  /// The explanation as a JSON object.
  package var json: JSONValue {
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
