/// The name of a prompt with an optional version: `discovery`, or `discovery@v2`.
public struct PromptReference: Sendable, Hashable, CustomStringConvertible {
  /// The prompt's name, before the `@`.
  public var name: String
  /// The version or label after the `@`; nil for the newest version, which is a prerelease such as `v11-rc.1` only if there
  /// is nothing else.
  public var version: String?

  /// Creates a reference; without a version it refers to the newest.
  public init(name: String, version: String? = nil) {
    self.name = name
    self.version = version
  }

  /// Parses `name` or `name@version`; nil if the name or the version is empty.
  public init?(_ text: String) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, !name.isEmpty, parts.last?.isEmpty == false else { return nil }
    self.init(name: String(name), version: parts.count == 2 ? String(parts[1]) : nil)
  }

  /// `name@version`, or the name alone.
  public var description: String { version.map { "\(name)@\($0)" } ?? name }
}
