/// A person's preferred coaching style in four dimensions.
///
/// Each dimension ranges from -1 (the first word of its name) to 1 (the second); 0 is balanced.
public struct StylePreference: Sendable, Hashable {
  /// From direct (-1) to exploratory (1).
  public var directExploratory: Double
  /// From brief (-1) to detailed (1).
  public var briefDetailed: Double
  /// From action-oriented (-1) to reflective (1).
  public var actionReflective: Double
  /// From challenging (-1) to supportive (1).
  public var challengingSupportive: Double

  /// The distance from 0 below which a dimension counts as neutral.
  public static let neutralBand = 0.25

  /// Creates a preference. Dimensions that are not given are balanced.
  public init(
    directExploratory: Double = 0, briefDetailed: Double = 0, actionReflective: Double = 0,
    challengingSupportive: Double = 0
  ) {
    self.directExploratory = directExploratory
    self.briefDetailed = briefDetailed
    self.actionReflective = actionReflective
    self.challengingSupportive = challengingSupportive
  }

  /// Instructions to the coach, one for each dimension outside ``neutralBand``.
  public var guidance: [String] {
    func lean(_ value: Double, first: String, second: String) -> String? {
      abs(value) < Self.neutralBand ? nil : value < 0 ? first : second
    }
    return [
      lean(
        directExploratory,
        first: "Come to the point; say plainly what you notice.",
        second: "Explore in widening circles before you name anything."),
      lean(
        briefDetailed,
        first: "Keep messages short: two or three sentences.",
        second: "Take the room you need; they read and like the detail."),
      lean(
        actionReflective,
        first: "Turn insight into a next step before the conversation ends.",
        second: "Stay with meaning; a next step can wait until they reach for it."),
      lean(
        challengingSupportive,
        first: "Challenge kindly: name contradictions, ask for more.",
        second: "Lead with support; challenge only when they invite it."),
    ].compactMap { $0 }
  }
}
