public import JSON

/// What a trained screen was fitted to, when, and how well it does: the card beside its file.
public struct ScreenCard: Sendable {
  /// A file of messages.
  public struct Messages: Sendable {
    /// The path of the file.
    public var path: String
    /// The digest of its bytes.
    public var digest: String
    /// The number of messages in it.
    public var count: Int
    /// The number of messages of people in danger.
    public var dangerous: Int

    /// Creates the entry of a file.
    public init(path: String, digest: String, _ messages: ScreenMessages) {
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
  public struct Measured: Sendable {
    /// The file.
    public var messages: Messages
    /// The curve without embeddings.
    public var local: ScreenCurve
    /// The curve with the embeddings of the model that it was fitted for.
    public var withEmbeddings: ScreenCurve?

    /// Creates the figures for a file.
    public init(messages: Messages, local: ScreenCurve, withEmbeddings: ScreenCurve?) {
      self.messages = messages
      self.local = local
      self.withEmbeddings = withEmbeddings
    }
  }

  /// A source of messages by people.
  public struct People: Sendable {
    /// The source.
    public var source: PeopleSource
    /// Its file.
    public var messages: Messages
    /// The share of its calm messages that score as a concern, without embeddings.
    public var concern: MeasuredShare
    /// The probability of danger that 4 % of its calm messages exceed: a rule that asks from there on asks about 4 %.
    public var bound: Double
    /// The curve, without embeddings.
    public var curve: ScreenCurve

    /// Creates the figures for a source.
    public init(
      source: PeopleSource, messages: Messages, concern: MeasuredShare, bound: Double,
      curve: ScreenCurve
    ) {
      self.bound = bound
      self.source = source
      self.messages = messages
      self.concern = concern
      self.curve = curve
    }

    var json: JSONValue {
      var object: JSONObject = [
        "messages": messages.json, "licence": .string(source.licence),
        "fitted": .bool(source.weight != nil), "concern": concern.json,
        "probability_at_four_percent": .number(bound),
      ]
      if messages.dangerous > 0 { object["without_embeddings"] = curve.json }
      return .object(object)
    }
  }

  /// The day of the fit, as `2026-11-26`.
  public var day: String
  /// The files of messages that it was fitted to.
  public var training: [Messages]
  /// The name of the embedding model; `nil` if it was fitted without one.
  public var embeddingModel: String?
  /// The figures for the files that it was measured with.
  public var measured: [Measured]
  /// The sources of messages by people, each measured by a fit without it; empty without any.
  public var people: [People]

  /// Creates a card.
  public init(
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
  public var json: JSONValue {
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
