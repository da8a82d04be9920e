/// How a person likes to be coached: four dimensions, each from -1 (the first word) to 1 (the
/// second); 0 is balanced.
public struct StylePreference: Sendable, Hashable {
  /// Direct or exploratory.
  public var directExploratory: Double
  /// Brief or detailed.
  public var briefDetailed: Double
  /// Towards action or towards reflection.
  public var actionReflective: Double
  /// Challenging or supportive.
  public var challengingSupportive: Double

  /// Within this distance of 0 a dimension says nothing.
  public static let neutralBand = 0.25

  /// Creates a preference.
  public init(
    directExploratory: Double = 0, briefDetailed: Double = 0, actionReflective: Double = 0,
    challengingSupportive: Double = 0
  ) {
    self.directExploratory = directExploratory
    self.briefDetailed = briefDetailed
    self.actionReflective = actionReflective
    self.challengingSupportive = challengingSupportive
  }

  /// One instruction to the coach for each dimension that leans to a side.
  public var guidance: [String] {
    func lean(_ value: Double, _ first: String, _ second: String) -> String? {
      abs(value) < Self.neutralBand ? nil : value < 0 ? first : second
    }
    return [
      lean(
        directExploratory, "Come to the point; say plainly what you notice.",
        "Explore in widening circles before you name anything."),
      lean(
        briefDetailed, "Keep messages short: two or three sentences.",
        "Take the room you need; they read and like the detail."),
      lean(
        actionReflective, "Turn insight into a next step before the conversation ends.",
        "Stay with meaning; a next step can wait until they reach for it."),
      lean(
        challengingSupportive, "Challenge kindly: name contradictions, ask for more.",
        "Lead with support; challenge only when they invite it."),
    ].compactMap { $0 }
  }
}
