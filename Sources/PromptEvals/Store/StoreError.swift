/// Why results cannot be kept or found.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, in one sentence.
  public var description: String

  init(_ description: String) {
    self.description = description
  }
}
