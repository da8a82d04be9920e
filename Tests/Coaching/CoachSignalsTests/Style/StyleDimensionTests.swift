import CoachModel
import CoachSignals
import Documents
import TestKit
import Testing

@Suite("The dimensions of a coaching style")
struct StyleDimensionTests {
  @Test("there are four, and their names are stable")
  func names() {
    expect(
      StyleDimension.allCases.map(\.rawValue),
      equals: [
        "direct_exploratory", "brief_detailed", "action_reflective", "challenging_supportive",
      ])
  }

  @Test("each goes from -1 to 1, and is written under its name")
  func values() {
    for (dimension, value) in zip(StyleDimension.allCases, [-1, -0.5, 0.5, 1.0]) {
      var style = StylePreference()
      style[dimension] = value
      var person = Person(id: "p")
      person.style = style
      expect(person.json["style"]?[dimension.rawValue]?.number, equals: value)
      expect(StyleDimension.allCases.filter { style[$0] != 0 }, equals: [dimension])
    }
  }
}
