public import Documents

/// What rules of contracts refer to by name.
public struct ContractReferences: Sendable {
  /// Returns why a text may not be kept, in words that follow its place; `nil` if it may.
  public typealias Screen = @Sendable (_ text: String) -> String?

  /// Checks a document against the form of what a prompt writes; returns it with what was repaired, and what is wrong with
  /// it. `nil` if there is no such prompt.
  public typealias DocumentCheck =
    @Sendable (_ document: JSONValue, _ prompt: String) -> (
      document: JSONValue, problems: [String]
    )?

  /// Screens of texts by name.
  public var screens: [String: Screen]
  /// Checks a document.
  public var document: DocumentCheck

  /// Creates references. By default there is nothing to refer to.
  public init(
    screens: [String: Screen] = [:], document: @escaping DocumentCheck = { _, _ in nil }
  ) {
    self.screens = screens
    self.document = document
  }
}
