/// How a user names a prompt: `discovery`, or `discovery@v2`.
public struct PromptReference: Sendable, Hashable, CustomStringConvertible {
  /// The name before the `@`.
  public var name: String
  /// The version after it; nil means the newest.
  public var version: String?

  /// Creates a reference.
  public init(name: String, version: String? = nil) {
    self.name = name
    self.version = version
  }

  /// Reads a reference; nil when the text has no name or an empty version.
  public init?(_ text: String) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, !name.isEmpty, parts.last?.isEmpty == false else { return nil }
    self.init(name: String(name), version: parts.count == 2 ? String(parts[1]) : nil)
  }

  /// `name@version`, or the name alone.
  public var description: String { version.map { "\(name)@\($0)" } ?? name }
}
