package import Documents
package import SafetyRules

/// What a trained screen was fitted to, when, and how well it does: the card beside its file.
package struct ScreenCard: Sendable {
  /// A file of messages.
  package struct Messages: Sendable {
    /// The path of the file.
    package var path: String
    /// The digest of its bytes.
    package var digest: String
    /// The number of messages in it.
    package var count: Int
    /// The number of messages of people in danger.
    package var dangerous: Int

    /// Creates the entry of a file.
    package init(path: String, digest: String, _ messages: ScreenMessages) {
      self.path = path
      self.digest = digest
      count = messages.count
      dangerous = messages.isDanger.count { $0 }
    }

    var json: JSONValue {
      [
        "path": .string(path), "digest": .string(digest), "messages": .integer(count),
        "dangerous": .integer(dangerous),
      ]
    }
  }

  /// How well the model tells the messages of one file apart.
  package struct Measured: Sendable {
    /// The file.
    package var messages: Messages
    /// The curve without embeddings.
    package var local: ScreenCurve
    /// The curve with the embeddings of the model that it was fitted for.
    package var withEmbeddings: ScreenCurve?

    /// Creates the figures for a file.
    package init(messages: Messages, local: ScreenCurve, withEmbeddings: ScreenCurve?) {
      self.messages = messages
      self.local = local
      self.withEmbeddings = withEmbeddings
    }
  }

  /// A source of messages by people.
  package struct People: Sendable {
    /// The data set, with what it was used for.
    package var source: PeopleSource
    /// The file that was read, with its digest.
    package var messages: Messages
    /// For each of ``shares``, the probability of danger from which on the trained part may suspect it, so that with the
    /// phrases and with what is not read that share of the calm messages is a crisis or a concern. 1 if the phrases and what is
    /// not read exceed the share.
    package var bounds: [Double]
    /// The curve, without embeddings.
    package var curve: ScreenCurve

    /// Measures the scores of a source's messages, by a model that was not fitted to them.
    ///
    /// - Parameter isNoticed: For each message, whether it is a crisis or a concern without a trained part.
    package init(
      of source: PeopleSource, _ entry: Messages, scores: [Double], isNoticed: [Bool],
      of messages: ScreenMessages, by rule: DecisionRule
    ) {
      self.source = source
      self.messages = entry
      let calm = scores.indices.filter { !messages.isDanger[$0] }
        .map { isNoticed[$0] ? .infinity : scores[$0] }.sorted(by: >)
      bounds = Self.shares.map {
        rule.probability(ScreenCurve.bound(of: calm, exceededBy: $0))
      }
      curve = ScreenCurve(scores, of: messages)
    }

    /// The shares of calm messages that may be a crisis or a concern. Which share it is depends on the decision rule, which changes
    /// without a fit, so that a card states the probability at each.
    package static let shares = [0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1]

    var json: JSONValue {
      var object: JSONObject = [
        "messages": messages.json, "licence": .string(source.licence),
        "fitted": .bool(source.weight != nil),
        "probability_by_share": .object(
          zip(Self.shares, bounds).reduce(into: [:]) { $0["\($1.0)"] = .number($1.1) }),
      ]
      if messages.dangerous > 0 { object["without_embeddings"] = curve.json }
      return .object(object)
    }
  }

  /// The day of the fit, as `2026-11-26`.
  package var day: String
  /// The files of messages that it was fitted to.
  package var training: [Messages]
  /// The name of the embedding model; `nil` if it was fitted without one.
  package var embeddingModel: String?
  /// The figures for the files that it was measured with.
  package var measured: [Measured]
  /// The sources of messages by people, each measured by a fit without it; empty without any.
  package var people: [People]

  /// Creates a card.
  package init(
    day: String, training: [Messages], embeddingModel: String?, measured: [Measured],
    people: [People]
  ) {
    self.day = day
    self.training = training
    self.embeddingModel = embeddingModel
    self.measured = measured
    self.people = people
  }

  /// The card as JSON.
  package var json: JSONValue {
    var object: JSONObject = ["day": .string(day), "training": .array(training.map(\.json))]
    object["embedding_model"] = embeddingModel.map { .string($0) }
    object["measured"] = .array(
      measured.map { measured in
        var figures: JSONObject = [
          "messages": measured.messages.json, "without_embeddings": measured.local.json,
        ]
        figures["with_embeddings"] = measured.withEmbeddings?.json
        return .object(figures)
      })
    object["people"] = .array(people.map(\.json))
    return .object(object)
  }
}
