/// How fast and how reliably a provider should process a call, at its price.
///
/// The name is open: a word of a provider's own is sent unchanged. A provider may serve a call on another tier than the
/// requested one, and charges for the tier that served it. Prices by tier are in `PriceTable` (module ModelLayers).
///
/// ```swift
/// let request = ModelRequest(
///   messages: messages, parameters: ModelParameters(serviceTier: .flex), label: "weekly-summary")
/// ```
public struct ServiceTier: RawRepresentable, Sendable, Hashable {
  /// The name, such as `flex`.
  public var rawValue: String

  /// Creates a tier from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// What the account or the project at the provider is set to.
  public static let automatic = ServiceTier(rawValue: "auto")
  /// Normal processing at the list price.
  public static let standard = ServiceTier(rawValue: "standard")
  /// Slower processing that may be refused under load, at about half of the price.
  public static let flex = ServiceTier(rawValue: "flex")
  /// Processing before other calls, at a higher price.
  public static let priority = ServiceTier(rawValue: "priority")
  /// Faster generation at a higher price: Anthropic's fast mode; with OpenAI the same as ``priority``.
  public static let fast = ServiceTier(rawValue: "fast")
  /// OpenAI's fastest generation, at the highest price.
  public static let ultrafast = ServiceTier(rawValue: "ultrafast")
  /// Processing within a day, from a batch file. It is named in replies; a single call cannot request it.
  public static let batch = ServiceTier(rawValue: "batch")

  /// The providers' names for processing at the list price.
  private static let standardNames: Set = [
    "auto", "standard", "default", "standard_only", "on_demand", "unspecified",
  ]

  /// Whether the tier is charged at the list price, as far as the name tells.
  package var isStandard: Bool { Self.standardNames.contains(rawValue) }
}
