import Documents
import SourceFiles
import Testing

@testable import Journeys

@Suite("Conditions over facts")
struct JourneyConditionTests {
  private func holds(_ yaml: String, _ facts: JSONValue) throws -> Bool {
    try JourneyCondition(try DocumentNode.parse(SourceFile(path: "c.yaml", text: yaml))).holds(
      for: facts)
  }

  @Test(
    "empty counts as missing",
    arguments: [
      ("x", true), ("  ", false), ("", false), (true, true), (false, false), (0, true), ([], false),
      ([1], true), ([:], false), (["a": 1], true), (nil, false),
    ] as [(JSONValue, Bool)])
  func filled(value: JSONValue, isFilled: Bool) throws {
    #expect(try holds("a", ["a": value]) == isFilled)
    #expect(try holds("{not: a}", ["a": value]) == !isFilled)
  }

  @Test("conditions combine")
  func combined() throws {
    let facts: JSONValue = ["a": "x", "n": ["stage": "two"]]
    #expect(try holds("{n.stage: two}", facts) && holds("{n.stage: [one, two]}", facts))
    #expect(try !holds("{n.stage: one}", facts))
    #expect(try holds("{all: [a, {n.stage: two}]}", facts) && !holds("{all: [a, b]}", facts))
    #expect(try holds("{any: [b, a]}", facts) && !holds("{any: [b, c]}", facts))
    #expect(try holds("{a: x, n.stage: two}", facts) && !holds("{a: x, n.stage: one}", facts))
    #expect(try !holds("b", [:]))
  }
}
