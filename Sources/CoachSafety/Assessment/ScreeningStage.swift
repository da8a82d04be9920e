/// Which screen said that a message signals a crisis.
///
/// Not an enumeration: a stage that is added later, here or beside a model, brings its own word.
public struct ScreeningStage: RawRepresentable, Sendable, Hashable {
  /// The word as it is stored and logged.
  public let rawValue: String

  /// Names a stage.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// ``CrisisScreen``.
  public static let linguisticScreen = ScreeningStage(rawValue: "linguistic_screen")
}
