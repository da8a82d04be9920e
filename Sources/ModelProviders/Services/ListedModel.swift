import LanguageModels

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
}
