import CoachModel
import CoachSafety
import Documents
import Journeys
import ReplyContracts
import SafetyRules
import SourceFiles

extension OutsideReader {
  /// Readers of what models reply to tasks, and of what apps send about journeys.
  static let tasks: [OutsideReader] = [
    OutsideReader(
      "task.contract",
      shapes: [
        Shape("elements", head: #"{"list":["#, #"{"text":"a%","n":%},"#, tail: "{}]}"),
        Shape("equal elements", head: #"{"list":["#, #"{"text":"a"},"#, tail: "{}]}"),
        Shape("one text", head: #"{"text":""#, "one word ", tail: #""}"#),
        Shape("quotations", head: #"{"text":""#, "he said “so”. ", tail: #""}"#),
        Shape("open quotations", head: #"{"text":""#, "“", tail: #""}"#),
        Shape("a quotation without end", head: #"{"text":"“"#, "one word ", tail: #""}"#),
        Shape(
          "edits", head: #"{"edits":["#,
          #"{"path":"days[0].minutes","action":"set","value":%},"#, tail: "{}]}"),
        Shape(
          "insertions", head: #"{"edits":["#,
          #"{"path":"days[%]","action":"insert","value":{"minutes":1}},"#, tail: "{}]}"),
        Shape(
          "removals", head: #"{"edits":["#, #"{"path":"days[0]","action":"remove"},"#,
          tail: "{}]}"),
      ],
      words: [
        "{", "}", "[", "]", ",", ":", "\"list\":", "\"text\":", "\"n\":", "\"edits\":", "\"path\":",
        "\"days[0].minutes\"", "\"days[1]\"", "\"days[0]\"", "\"action\":", "\"set\"",
        "\"insert\"", "\"remove\"", "\"value\":", "1", "-1", "9e99", "null", "\"“so”\"", "\"a\"",
      ], limit: 200_000
    ) { bytes in
      guard let reply = try? JSONValue(parsing: bytes.text), let rules = contract else { return }
      let screens: [String: ContractReferences.Screen] = [
        "private": { PrivateMatters.builtIn.matter(in: $0)?.rawValue },
        "lock_screen": { PrivateMatters.builtIn.matter(in: $0, before: .strangers)?.rawValue },
      ]
      _ = ContractReport(
        reply, rules: rules,
        inputs: [
          "talk": [["speaker": "person", "text": "One word, he said so."]], "forgotten": ["a b c"],
          "document": ["days": [["minutes": 5], ["minutes": 3]]], "kind": "program",
        ], references: ContractReferences(screens: screens) { document, _ in (document, []) })
    },
    OutsideReader(
      "journey.step",
      shapes: [
        Shape("facts", head: #"{"name":"Ada","#, #""fact%":1,"#, tail: #""picked":[]}"#),
        Shape("long text", head: #"{"name":""#, "ab ", tail: #""}"#),
        Shape("list", head: #"{"name":"Ada","themes":["#, #"{"title":"t%"},"#, tail: "{}]}"),
        Shape("picked", head: #"{"name":"Ada","picked":["#, #""t%","#, tail: #""a"]}"#),
      ],
      words: [
        "{", "}", "[", "]", ",", ":", "\"name\"", "\"themes\"", "\"picked\"", "\"title\"", "\"a\"",
        "1", "-1", "true", "null", "{}", "[]", "\"\"",
      ], limit: 200_000
    ) { bytes in
      guard let facts = try? JSONValue(parsing: bytes.text), let journey,
        let values = facts.object
      else { return }
      let moment = JourneyMoment(
        now: 1_800_000_000, today: CalendarDay(number: 20_000), id: "c1")
      let stored: JSONValue = ["v": 1, "journey": "j", "facts": facts, "updated_at": 1]
      let empty = JourneyState(journey: "j", updatedAt: 0)
      for state in [try? JourneyState(json: stored), empty].compactMap(\.self) {
        _ = journey.position(of: state, at: moment)
        for event in [JourneyEvent.form(values), .facts(values), .tags(values), .action("go")] {
          guard let next = try? journey.state(after: event, in: state, at: moment) else { continue }
          _ = journey.newer(of: state, next, at: moment)
        }
      }
    },
  ]

  private static let contract = try? ContractRule.list(
    try DocumentNode.parse(
      SourceFile(
        path: "rules.yaml",
        text: """
          - {quote: "list[].text", from: "talk[speaker=person].text"}
          - {quotations: text, from: "talk[].text"}
          - {distinct: "list[].text"}
          - {ascending: "list[].n"}
          - {absent: "list[].text", among: "forgotten[]"}
          - {screen: text, for: [private]}
          - {sentences: text, maximum: 3}
          - {items: list, maximum: 5, otherwise: repair}
          - {characters: text, maximum: 80, otherwise: repair}
          - {edits: "edits[]", of: document, by: kind, fits: {program: p}}
          """)))

  private static let journey = try? Journey(
    SourceFile(
      path: "j.yaml",
      text: """
        journey: j
        description: A form, a list and a choice.
        facts: {name: text, themes: list, picked: list}
        phases:
          - phase: name
            until: name
            form:
              name: {required: true, maximum: 60}
          - phase: themes
            until: picked
            form:
              picked: {required: true, among: "themes[].title", maximum: 6}
            actions: {go: {set: {picked: [a]}}}
          - phase: complete
        """))
}
