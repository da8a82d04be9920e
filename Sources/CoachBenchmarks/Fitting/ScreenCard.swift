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

  /// The day of the fit, as `2026-11-26`.
  public var day: String
  /// The files of messages that it was fitted to.
  public var training: [Messages]
  /// The name of the embedding model; `nil` if it was fitted without one.
  public var embeddingModel: String?
  /// The figures for the files that it was measured with.
  public var measured: [Measured]

  /// Creates a card.
  public init(
    day: String, training: [Messages], embeddingModel: String?, measured: [Measured]
  ) {
    self.day = day
    self.training = training
    self.embeddingModel = embeddingModel
    self.measured = measured
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
    return .object(object)
  }
}
