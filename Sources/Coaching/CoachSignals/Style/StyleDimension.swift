public import CoachModel

/// A dimension of coaching style, from its first pole (-1) to its second (1).
public enum StyleDimension: String, Sendable, Hashable, CaseIterable {
  /// Direct to exploratory.
  case directness = "direct_exploratory"
  /// Brief to detailed.
  case length = "brief_detailed"
  /// Action to reflection.
  case focus = "action_reflective"
  /// Challenge to support.
  case stance = "challenging_supportive"
}

/// One of the two ends of a dimension.
enum StylePole: Sendable, Hashable {
  case first
  case second
}

extension StylePreference {
  /// The value of a dimension, from -1 to 1.
  public subscript(dimension: StyleDimension) -> Double {
    get {
      switch dimension {
      case .directness: directExploratory
      case .length: briefDetailed
      case .focus: actionReflective
      case .stance: challengingSupportive
      }
    }
    set {
      switch dimension {
      case .directness: directExploratory = newValue
      case .length: briefDetailed = newValue
      case .focus: actionReflective = newValue
      case .stance: challengingSupportive = newValue
      }
    }
  }
}
