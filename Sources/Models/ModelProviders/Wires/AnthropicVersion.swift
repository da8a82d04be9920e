/// A version of Anthropic's API, as requests name it in the header `anthropic-version`.
///
/// Source: platform.claude.com/docs/en/api/versioning and …/api/migration-2026-10-21. The versions differ in what the
/// Messages API refuses; the events of a stream, the usage and the stop reasons are the same.
///
/// ```swift
/// var profile = EndpointProfile.anthropic
/// profile.wire = Wires.anthropic(version: .june2023)
/// ```
public struct AnthropicVersion: RawRepresentable, Sendable, Hashable {
  /// The day of the version, such as `2026-10-21`.
  public var rawValue: String

  /// Creates a version from its day, `YYYY-MM-DD`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The version of 2023, for callers who need a temperature or top-p from models that take one.
  public static let june2023 = AnthropicVersion(rawValue: "2023-06-01")
  /// The version of October 2026. It refuses temperature, top-p and top-k for all models, even the default values.
  public static let october2026 = AnthropicVersion(rawValue: "2026-10-21")

  /// Whether requests may contain sampling parameters. Days in this form sort as text.
  var takesSampling: Bool { rawValue < Self.october2026.rawValue }
}
