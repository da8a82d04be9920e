package import CoachModel

/// How the manner of a reply fits a person who likes to be coached in a certain way.
package struct StyleFit: Sendable, Hashable {
  /// The dimensions in which the reply leans to the person's side.
  package private(set) var fitting: Set<StyleDimension> = []
  /// The dimensions in which it leans to the other side.
  package private(set) var against: Set<StyleDimension> = []
  /// The number of dimensions in which the person leans to a side.
  private var wanted = 0

  /// Compares a reply with a preference.
  package init(of text: String, language: String, to preference: StylePreference) {
    let manner = ReplyManner(text, language: language)
    for dimension in StyleDimension.allCases {
      let value = preference[dimension]
      guard abs(value) >= StylePreference.neutralBand else { continue }
      wanted += 1
      guard let pole = manner.poles[dimension] else { continue }
      if pole == (value < 0 ? .first : .second) {
        fitting.insert(dimension)
      } else {
        against.insert(dimension)
      }
    }
  }

  /// From 0, against the person's manner in all dimensions, to 1; one half for neither. `nil` if the person leans to no
  /// side.
  package var degree: Double? {
    guard wanted > 0 else { return nil }
    return (1 + Double(fitting.count - against.count) / Double(wanted)) / 2
  }
}
