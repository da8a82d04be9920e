import LanguageModels

/// A model that a provider offers.
public struct ListedModel: Sendable, Hashable {
  /// The name by which it is asked.
  public var name: String
  /// The longest conversation in tokens, where the list says.
  public var context: Int?
  /// The longest reply in tokens, where the list says.
  public var output: Int?

  /// Creates an entry.
  public init(name: String, context: Int? = nil, output: Int? = nil) {
    self.name = name
    self.context = context
    self.output = output
  }
}
