import Documents
import ReplyContracts
import Testing
import TestKit

@Suite("Edits of a document, and the differences that they make")
struct DocumentEditTests {
  private let document: JSONValue = [
    "schedule": [
      [
        "day": "tuesday", "minutes": 8,
        "exercises": [["name": "Row", "sets": 2], ["name": "Walk", "minutes": 4]],
      ],
      ["day": "thursday", "minutes": 4, "exercises": [["name": "March", "minutes": 4]]],
    ],
    "weeks": 8,
    "stop_rules": ["pain", "fever"],
  ]

  private func report(
    _ edits: [JSONValue], schema: JSONValue? = nil, rules: [ContractRule] = []
  ) throws -> ContractReport {
    let rule = "- {edits: 'edits[]', of: document, fits: {program: trainer-program}, by: kind}"
    let form = try schema.map { try JSONSchema($0) }
    return ContractReport(
      ["edits": .array(edits)], rules: try ReplyContractsTests.rules(rule),
      inputs: ["document": document, "kind": "program"],
      references: ContractReferences { document, prompt in
        prompt == "trainer-program"
          ? ContractReport.check(document, against: form, rules: rules) : nil
      })
  }

  private func edit(_ path: String, _ action: String, _ value: JSONValue? = nil) -> JSONValue {
    var edit: JSONObject = ["path": .string(path), "action": .string(action)]
    edit["value"] = value
    return .object(edit)
  }

  @Test("edits change what they name, and nothing else")
  func applied() throws {
    let found = try report([
      edit("schedule[1].day", "set", "friday"), edit("schedule[0].exercises[0].sets", "set", 3),
      edit("stop_rules[2]", "insert", "dizziness"), edit("schedule[0].exercises[1]", "remove"),
      edit("schedule[1].note", "set", "at home"),
    ])
    #expect(found.violations == [])
    #expect(
      found.reply["differences"]?.array?.compactMap(\.string) == [
        "schedule › tuesday › exercises › Row › sets: 2 → 3",
        "schedule › tuesday › exercises › Walk: removed: name Walk, minutes 4",
        "schedule › thursday › day: thursday → friday",
        "schedule › thursday › note: added: at home",
        "stop rules: added: dizziness",
      ])
    #expect(found.reply["document"]?["weeks"] == 8)
  }

  @Test("no edits leave the document as it is")
  func none() throws {
    let found = try report([])
    #expect(found.reply["document"] == document && found.reply["differences"] == [])
  }

  @Test(
    "an edit that does not fit the document is sent back with the reason",
    arguments: [
      (("weeks", "change", 3), "action"), (("", "set", 3), "path"),
      (("schedule[2].day", "set", "monday"), "does not have"),
      (("schedule[2]", "remove", nil), "does not have"),
      (("weeks[0]", "insert", 3), "no list"), (("stop_rules[3]", "insert", "x"), "has 2 elements"),
      (("weeks", "insert", 3), "no list"), (("weeks", "set", nil), "no 'value'"),
      (("schedule[].day", "set", "monday"), "path"),
    ] as [((String, String, JSONValue?), String)])
  func refused(written: (String, String, JSONValue?), words: String) throws {
    let found = try report([edit(written.0, written.1, written.2)])
    #expect(
      found.violations.count == 1 && found.violations[0].contains(words), "\(found.violations)")
    #expect(found.reply["document"] == nil)
  }

  @Test("edits that exclude each other are sent back")
  func conflicts() throws {
    let twice = try report([edit("weeks", "set", 6), edit("weeks", "set", 7)])
    #expect(twice.violations.first?.contains("a second time") == true)
    let inside = try report([
      edit("schedule[0]", "remove"), edit("schedule[0].day", "set", "monday"),
    ])
    #expect(inside.violations.first?.contains("changes as a whole") == true)
    for whole in [edit("schedule[0]", "remove"), edit("schedule[0].exercises", "set", [])] {
      let lost = try report([edit("schedule[0].exercises[0]", "insert", ["name": "Sit"]), whole])
      #expect(lost.violations.first?.contains("changes as a whole") == true)
    }
    // Before an element comes another, whatever becomes of that element.
    let beside = try report([
      edit("schedule[0]", "insert", ["day": "monday"]), edit("schedule[0].day", "set", "sunday"),
    ])
    #expect(beside.violations == [])
    #expect(
      beside.reply["document"]?["schedule"]?.array?.map { $0["day"] } == [
        "monday", "sunday", "thursday",
      ])
  }

  @Test("the order of edits does not matter, and several in one list keep their places")
  func order() throws {
    let edits = [
      edit("stop_rules[0]", "remove"), edit("stop_rules[1]", "insert", "a"),
      edit("stop_rules[1]", "remove"), edit("stop_rules[2]", "insert", "b"),
    ]
    for order in [edits, edits.reversed(), [edits[2], edits[0], edits[3], edits[1]]] {
      #expect(try report(order).reply["document"]?["stop_rules"] == ["a", "b"])
    }
  }

  @Test("the document keeps its form: schema and rules; what was wrong before is not counted")
  func form() throws {
    let schema: JSONValue = [
      "type": "object",
      "properties": [
        "weeks": ["type": "integer"], "schedule": ["type": "array"], "name": ["type": "string"],
      ],
      "required": ["name"],
    ]
    let sum = try rules(
      """
      - {sum: 'schedule[].minutes', over: exercises, add: [minutes, sets * 2]}
      - {number: 'schedule[].minutes', maximum: 10}
      - {number: 'schedule[].minutes', maximum: intake.minutes}
      """)
    #expect(try report([edit("weeks", "set", 6)], schema: schema).violations == [])
    #expect(
      try report([edit("weeks", "set", "six")], schema: schema).violations.first?
        .contains("breaks the document") == true)
    // Totals follow their parts.
    let more = try report([edit("schedule[0].exercises[0].sets", "set", 3)], rules: sum)
    #expect(more.reply["document"]?["schedule"]?.array?[0]["minutes"] == 10)
    #expect(
      more.reply["differences"]?.array?.compactMap(\.string) == [
        "schedule › tuesday › minutes: 8 → 10",
        "schedule › tuesday › exercises › Row › sets: 2 → 3",
      ])
    let most = try report([edit("schedule[0].exercises[0].sets", "set", 9)], rules: sum)
    #expect(
      most.violations == ["it breaks the document: 'schedule[0].minutes' is 22; the maximum is 10"])
  }

  @Test("what was wrong before may move, and is not counted")
  func moved() throws {
    let limit = try rules("- {number: 'schedule[].minutes', minimum: 5}")
    let found = try report([edit("schedule[0]", "remove")], rules: limit)
    #expect(found.violations == [])
    let worse = try report([edit("schedule[0].minutes", "set", 3)], rules: limit)
    #expect(worse.violations.count == 1)
  }

  @Test("the rules of a document's form drop and cut nothing that no edit names")
  func keptParts() throws {
    let strict = try rules(
      """
      - {quote: 'stop_rules[]', from: said}
      - {screen: 'schedule[].exercises[].name', for: [nobody]}
      - {items: stop_rules, maximum: 1, otherwise: repair}
      """)
    let found = try report([edit("weeks", "set", 6)], rules: strict)
    #expect(found.reply["differences"] == ["weeks: 8 → 6"])
  }

  @Test("a document whose form is not known is not changed")
  func unknownForm() throws {
    let rule = "- {edits: 'edits[]', of: document, fits: {program: nothing}, by: kind}"
    let found = ContractReport(
      ["edits": [edit("weeks", "set", 6)]], rules: try ReplyContractsTests.rules(rule),
      inputs: ["document": document, "kind": "program"])
    #expect(found.violations.first?.contains("no form") == true)
    #expect(found.reply["document"] == nil)
  }

  @Test("differences name their places, whatever moved")
  func differences() {
    func words(_ before: JSONValue, _ after: JSONValue) -> [String] {
      DocumentDifference.between(before, after).map(\.description)
    }
    #expect(words(document, document) == [])
    #expect(words(["a": 1, "b": 2], ["b": 2, "a": 1]) == [])
    #expect(words(["a": [1, 2, 3]], ["a": [2, 3, 4]]) == ["a: removed: 1", "a: added: 4"])
    #expect(words(["a": ["x", "y"]], ["a": ["x", "z"]]) == ["a › 2: y → z"])
    #expect(
      words(["a": [["week": 3, "change": "x"]]], ["a": [["week": 3, "change": "y"]]])
        == ["a › x › change: x → y"])
    #expect(words(["a": [["n": 1]]], ["a": []]) == ["a › n 1: removed: n 1"])
    #expect(words("x", "y") == ["x → y"])
    #expect(words(["a": 1.5], ["a": 2.0]) == ["a: 1.5 → 2"])
    #expect(words(["list": ["a": 1]], ["list": [1]]) == ["list: a 1 → 1"])
  }

  @Test("random edits make exactly the differences between before and after")
  func random() throws {
    var numbers = SplitMix(seed: 7)
    for _ in 0..<500 {
      let before = Self.value(&numbers, depth: 3)
      let after = Bool.random(using: &numbers) ? before : Self.value(&numbers, depth: 3)
      #expect(DocumentDifference.between(before, after).isEmpty == (before == after))
    }
  }

  private static func value(_ numbers: inout SplitMix, depth: Int) -> JSONValue {
    let count = Int.random(in: 0...3, using: &numbers)
    switch depth == 0 ? 0 : Int.random(in: 0...3, using: &numbers) {
    case 1: return .array((0..<count).map { _ in value(&numbers, depth: depth - 1) })
    case 2, 3:
      var object: JSONObject = [:]
      for index in 0..<count { object["m\(index)"] = value(&numbers, depth: depth - 1) }
      return .object(object)
    default: return Bool.random(using: &numbers) ? .integer(count) : .string("t\(count)")
    }
  }
}
