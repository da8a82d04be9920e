/// Which wordings of the built-in texts a product shows.
public enum CopyStyle: String, Sendable, Hashable, CaseIterable {
  /// Those of the product's documents, word for word where they quote a text.
  case documented
  /// Our own: they name numbers, say messages instead of conversations, and use no exclamation marks.
  case plain

  /// The texts in this style.
  public var catalog: MessageCatalog {
    switch self {
    case .documented: .builtIn
    case .plain: .plain
    }
  }
}
