import CoachModel
public import Documents

/// A model in a provider's list of models.
public struct ListedModel: Sendable, Hashable {
  /// The name with which the model is called.
  public var name: String
  /// The context window in tokens; nil if the list does not state it.
  public var context: Int?
  /// The maximum length of a reply in tokens; nil if the list does not state it.
  public var output: Int?

  /// Creates an entry; limits that the list does not state are nil.
  public init(name: String, context: Int? = nil, output: Int? = nil) {
    self.name = name
    self.context = context
    self.output = output
  }

  /// Reads an entry in any of the known forms, which may be a name alone; `nil` if it has none.
  init?(_ entry: JSONValue) {
    let names = [entry["id"], entry["name"], entry["model"], entry]
    guard let name = names.lazy.compactMap({ $0?.string }).first(where: { !$0.isEmpty }) else {
      return nil
    }
    let prefix = "models/"
    func count(_ names: String...) -> Int? {
      names.lazy.compactMap { TokenUsage.count(entry[$0]) }.first
    }
    self.init(
      name: name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name,
      context: count("max_input_tokens", "inputTokenLimit", "context_length", "max_model_len")
        ?? TokenUsage.count(entry["meta"]?["n_ctx"]),
      output: count("max_tokens", "outputTokenLimit"))
  }
}

/// A page of a provider's list of models.
public struct ModelPage: Sendable {
  /// The models, in the provider's order.
  public var models: [ListedModel]
  /// The name of the next page; `nil` on the last.
  public var next: String?

  /// Creates a page.
  public init(_ models: [ListedModel], next: String? = nil) {
    self.models = models
    self.next = next
  }

  /// Reads a page in any of the known forms: a list, or one in `data` or `models`, which may be `null` if it is empty;
  /// `nil` for any other answer.
  public init?(_ answer: JSONValue, next: String? = nil) {
    let isNull = answer["data"] == .null || answer["models"] == .null
    let list = answer["data"]?.array ?? answer["models"]?.array ?? answer.array
    guard let list = list ?? (isNull ? [] : nil) else { return nil }
    self.init(list.compactMap { ListedModel($0) }, next: next)
  }
}
