/// The stage of screening that assessed a message.
///
/// A struct rather than an enum, so that further screens, such as one backed by a model, can add a stage.
public struct ScreeningStage: RawRepresentable, Sendable, Hashable {
  /// The identifier of the stage in storage and logs.
  public let rawValue: String

  /// Creates a stage with the given identifier.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The local, rule-based screen, ``CrisisScreen``.
  public static let linguisticScreen = ScreeningStage(rawValue: "linguistic_screen")
}
