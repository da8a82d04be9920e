package import Documents

/// What the requests of a variant's whole conversations would read from a provider's cache.
///
/// A run asks single messages, often of a recording; in use a conversation is asked message after message. So the
/// figure is computed from the transcripts, not measured: it compares versions by what their order of text costs.
public struct CacheExpectation: Sendable, Hashable {
  /// The ID of the variant.
  public var side: String
  /// The model whose provider's rules are applied.
  public var model: String
  /// The share of input tokens that is read from the cache, from 0 to 1.
  public var readShare: Double
  /// The mean cost of a conversation in dollars; `nil` if the model's price is unknown.
  public var dollars: Double?
  /// The number of conversations.
  public var conversations: Int
}

extension CacheExpectation {
  package var json: JSONObject {
    var object: JSONObject = [
      "side": .string(side), "model": .string(model), "read_share": .number(readShare),
      "conversations": .integer(conversations),
    ]
    object["dollars"] = dollars.map { .number($0) }
    return object
  }

  init?(_ value: JSONValue) {
    guard let side = value["side"]?.string, let model = value["model"]?.string,
      let share = value["read_share"]?.number?.within(0...1),
      let conversations = value["conversations"]?.integer?.within(StoredRange.counts)
    else { return nil }
    self.init(
      side: side, model: model, readShare: share,
      dollars: value["dollars"]?.number?.within(0...1e12), conversations: conversations)
  }
}
