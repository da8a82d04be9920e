public import CoachModel

extension StylePreference {
  /// The preference in words for the person, one for each dimension that is not neutral; empty for a balanced style.
  public var words: [String] {
    let pairs: [(StyleDimension, String, String)] = [
      (.directness, "direct", "exploratory"), (.length, "brief", "detailed"),
      (.focus, "toward action", "reflective"), (.stance, "challenging", "supportive"),
    ]
    return pairs.compactMap { dimension, first, second in
      let value = self[dimension]
      guard abs(value) >= Self.neutralBand else { return nil }
      return (abs(value) >= 0.7 ? "very " : "") + (value < 0 ? first : second)
    }
  }
}
