import CoachEngine
import CoachModel
import Documents
import LanguageModels
import PromptTemplates
import ReplyContracts
import SourceFiles
import Testing
import TestKit

/// The rules of the shipped prompts: each has a reply that keeps it and one that breaks it.
@Suite("Contracts of the shipped tasks")
struct TaskContractTests {
  /// A reply that breaks one rule.
  struct Breach: Sendable {
    /// What stands at places of the good reply instead; a text replaces the whole reply.
    var changes: [(place: String, value: JSONValue?)]
    /// The rule, as kind and target.
    var rule: String

    init(_ rule: String, _ changes: (String, JSONValue?)...) {
      self.rule = rule
      self.changes = changes
    }
  }

  /// A task with a reply that keeps its contract, and replies that break its rules.
  struct Sample: Sendable, CustomTestStringConvertible {
    var task: String
    var reply: JSONValue
    var breaches: [Breach]
    var inputs: JSONObject = [:]

    var testDescription: String { task }
  }

  static let samples: [Sample] = written + said + judged + read

  private static let written: [Sample] = [
    Sample(
      task: "context-extraction",
      reply: [
        "suggestions": [
          [
            "evidence": "i'd get up at five for that", "category": "values",
            "text": "the drive on tuesdays, when Wim talks", "confidence": 0.8,
          ]
        ]
      ],
      breaches: [
        Breach("quote suggestions[].evidence", ("suggestions[0].evidence", "I like driving")),
        // The coach's words are no evidence.
        Breach(
          "quote suggestions[].evidence",
          ("suggestions[0].evidence", "That's a crop worth guarding")),
        Breach("number suggestions[].confidence", ("suggestions[0].confidence", 0.3)),
        Breach(
          "words suggestions[].text",
          ("suggestions[0].text", .string(String(repeating: "word ", count: 21)))),
        Breach(
          "screen suggestions[].evidence",
          ("suggestions[0].evidence", "my depression, and the pills")),
        Breach(
          "screen suggestions[].text", ("suggestions[0].text", "living with bipolar disorder")),
        Breach("screen suggestions[].text", ("suggestions[0].text", "takes sertraline every day")),
        Breach("screen suggestions[].text", ("suggestions[0].text", "used to cut herself")),
        Breach(
          "absent suggestions[].text",
          ("suggestions[0].text", "leaving the school rather than fighting about hours")),
      ]),
    Sample(
      task: "nudge", reply: ["text": "The back row has a free chair on Thursday. Who sits there?"],
      breaches: [
        Breach("characters text", ("text", .string(String(repeating: "a", count: 121)))),
        Breach("lines text", ("text", "One.\nTwo.")),
        Breach("lacks text", ("text", "Thursday!")),
        Breach("lacks text", ("text", "See https://example.org")),
        Breach("screen text", ("text", "Your sertraline and the low days: how was Tuesday?")),
        Breach("screen text", ("text", "Your divorce papers are on the table. What comes first?")),
      ]),
    Sample(
      task: "paywall",
      reply: [
        "header": "Your name on the cookbook", "cta": "Go on",
        "body": "You want one thing a year that is yours. We could look at who asks you for it.",
      ],
      breaches: [
        Breach("characters header", ("header", .string(String(repeating: "a", count: 61)))),
        Breach("characters body", ("body", .string(String(repeating: "a", count: 241)))),
        Breach("characters cta", ("cta", .string(String(repeating: "a", count: 31)))),
        Breach("lacks header", ("header", "Yes!")),
        Breach("lacks body", ("body", "“Yes”, you said.")),
        Breach("lacks cta", ("cta", "Go on!")),
        Breach("lacks body", ("body", "A discount for you.")),
        Breach("lacks header", ("header", "Only 9 €")),
      ]),
    Sample(
      task: "journal-themes", reply: journal,
      breaches: [
        Breach("items themes", ("themes[5]", nil)),
        Breach("words themes[].title", ("themes[0].title", "one two three four five six")),
        Breach(
          "words themes[].question",
          ("themes[0].question", .string(String(repeating: "word ", count: 26)))),
        Breach("distinct themes[].title", ("themes[1].title", "the boxes")),
        Breach(
          "quotations themes[].reason",
          ("themes[0].reason", "You wrote that you “miss your brother”.")),
        Breach("screen themes[].title", ("themes[0].title", "Your depression")),
        Breach(
          "screen themes[].question", ("themes[0].question", "When did the panic attacks begin?")),
      ]),
    Sample(
      task: "trainer-goal-contract",
      reply: [
        "why": "We promised it.", "target_date": "2026-10-10", "weekly_commitment": "Three days.",
        "goal": "I walk the coast path.", "measure": "Four floors.", "first_step": "Ten minutes.",
        "support": "My sister.", "obstacles": [obstacle, obstacle, obstacle],
        "review_date": "2026-07-13",
      ],
      breaches: [
        Breach("items obstacles", ("obstacles", [obstacle, obstacle, obstacle, obstacle])),
        Breach("matches target_date", ("target_date", "in October")),
        Breach("screen goal", ("goal", "I want to kill myself.")),
      ]),
    Sample(
      task: "trainer-program", reply: program,
      breaches: [
        Breach(
          "items schedule",
          (
            "schedule",
            [session("tuesday"), session("thursday"), session("saturday"), session("tuesday")]
          )),
        Breach("choice schedule[].day", ("schedule[0].day", "sunday")),
        Breach("distinct schedule[].day", ("schedule[1].day", "tuesday")),
        Breach(
          "items schedule[].exercises", ("schedule[0].exercises", []), ("schedule[0].minutes", 0)),
        Breach("sum schedule[].minutes", ("schedule[0].minutes", 25)),
        Breach("number schedule[].minutes", ("schedule[0].exercises[0].minutes", 40)),
        Breach("number schedule[].exercises[].effort", ("schedule[0].exercises[1].effort", 8)),
        Breach("number weeks", ("weeks", 3)),
        Breach("number progression[].week", ("progression[1].week", 9)),
        Breach("ascending progression[].week", ("progression[1].week", 3)),
        Breach("items stop_rules", ("stop_rules", ["pain"])),
      ]),
    Sample(
      task: "trainer-edit",
      reply: [
        "wishes": [
          [
            "request": "friday instead?", "outcome": "done", "says": "Friday it is.",
            "edits": [["path": "schedule[1].day", "action": "set", "value": "friday"]],
          ],
          [
            "request": "put jump squats in every day", "outcome": "declined",
            "says": "Your neighbour and your ankle come first.", "edits": [],
          ],
        ]
      ],
      breaches: [
        Breach("quote wishes[].request", ("wishes[0].request", "more walking")),
        Breach(
          "items wishes[outcome=declined].edits",
          ("wishes[1].edits", [["path": "weeks", "action": "set", "value": 3]])),
        Breach("edits wishes[].edits[]", ("wishes[0].edits[0].path", "schedule[9].day")),
        Breach("edits wishes[].edits[]", ("wishes[0].edits[0].value", "someday")),
      ]),
    Sample(
      task: "pattern-summary",
      reply: [
        "themes": [
          [
            "text": "redoes what others have done", "count": 3, "confidence": 0.8,
            "sessions": ["2026-05-29", "2026-05-14", "2026-05-02"], "domains": ["leadership"],
          ]
        ],
        "growth": [["evidence": "then and now", "text": "shows a rota with gaps"]],
        "style_notes": ["ask first"],
      ],
      breaches: [
        Breach("choice themes[].sessions[]", ("themes[0].sessions[2]", "2026-01-01")),
        Breach("items themes[].sessions", ("themes[0].sessions", ["2026-05-29", "2026-05-14"])),
        Breach("number themes[].confidence", ("themes[0].confidence", 0.4)),
        Breach("screen themes[].text", ("themes[0].text", "has panic attacks before meetings")),
        Breach("screen growth[].text", ("growth[0].text", "has stopped taking her medication")),
        Breach("screen growth[].evidence", ("growth[0].evidence", "she told her therapist")),
        Breach("screen style_notes[]", ("style_notes[0]", "gently, since her diagnosis")),
        Breach("absent themes[].text", ("themes[0].text", "cannot stand to be second")),
        Breach("absent growth[].text", ("growth[0].text", "can stand being second")),
      ]),
    Sample(
      task: "conversation-title", reply: ["text": "Above the shoe repair"],
      breaches: [
        Breach("characters text", ("text", .string(String(repeating: "a", count: 81)))),
        Breach(
          "words text",
          ("text", "A flat, a yellow door, a shoe repair, a table and the north light too")),
        Breach("screen text", ("text", "Living with depression")),
      ]),
    Sample(
      task: "discovery-extraction", reply: profile,
      breaches: [
        Breach("choice coaching_domains[]", ("coaching_domains[0]", "cooking")),
        Breach("screen current_challenges[]", ("current_challenges[0]", "her depression")),
        Breach("screen key_themes[]", ("key_themes[0]", "wants to die")),
        Breach("screen strengths_identified[]", ("strengths_identified[0]", "takes her pills")),
        Breach("screen values[]", ("values[0]", "her therapist")),
        Breach("screen emotional_baseline", ("emotional_baseline", "diagnosed with anxiety")),
        Breach("screen communication_style", ("communication_style", "slower, on her pills")),
        Breach("screen vision", ("vision", "a life without antidepressants")),
        Breach("screen aha_insight", ("aha_insight", "cutting herself was a way to feel")),
      ], inputs: ["domains": [["id": "life", "name": "Life", "description": "Life."]]]),
    Sample(
      task: "session-notes",
      reply: [
        "summary": "Sent the rota.", "open_question": "How was Sunday?",
        "themes": ["unfinished work"],
        "progress": [["quote": "I sent the rota yesterday, with the two gaps in it", "goal": "1"]],
      ],
      breaches: [
        Breach("screen open_question", ("open_question", "Are you taking your medication?")),
        Breach("screen themes[]", ("themes[0]", "panic attacks at night")),
        Breach("quote progress[].quote", ("progress[0].quote", "I sent it without checking twice")),
        // The coach's words are no progress.
        Breach("quote progress[].quote", ("progress[0].quote", "You let them see the gaps")),
        Breach("choice progress[].goal", ("progress[0].goal", "3")),
        Breach(
          "distinct progress[].goal",
          (
            "progress",
            [
              ["quote": "I sent the rota yesterday", "goal": "1"],
              ["quote": "I checked my phone eleven times", "goal": "1"],
            ]
          )),
        Breach(
          "screen progress[].quote",
          ("progress[0].quote", "I stopped taking my antidepressants")),
      ],
      inputs: [
        "goals": [
          ["number": "1", "text": "let work go out unfinished"],
          ["number": "2", "text": "leave the drill to somebody else"],
        ]
      ]),
  ]

  private static let said: [Sample] = [
    Sample(
      task: "check-in", reply: ["text": "Good to see you. How did the talk about the rota go?"],
      breaches: [
        Breach("words text", ("text", .string(String(repeating: "word ", count: 61)))),
        Breach("sentences text", ("text", "One. Two. Three. Four. Five.")),
        Breach("lacks text", ("text", "How are you? How was it?")),
      ]),
    Sample(
      task: "monthly-reflection",
      reply: [
        "text": "Good to see you. The rota you sent has stayed with me: can I share what I noticed?"
      ],
      breaches: [
        Breach("words text", ("text", .string(String(repeating: "word ", count: 61) + "?"))),
        Breach("sentences text", ("text", "One is here. Two is here. Three is here. Shall we?")),
        Breach("matches text", ("text", "I have looked back at your month.")),
        Breach("lacks text", ("text", "Shall we look back? Or what else is there?")),
        Breach("lacks text", ("text", "Shall we look back?\n- the rota\n- Sunday")),
      ]),
    Sample(
      task: "conversation-summary", reply: ["text": "They want to send the rota on Friday."],
      breaches: [
        Breach("words text", ("text", .string(String(repeating: "word ", count: 131)))),
        Breach("lacks text", ("text", "They want to send it.\n\nOn Friday.")),
        Breach("lacks text", ("text", "They want:\n- the rota\n- a free Sunday")),
      ]),
    Sample(
      task: "trainer-welcome",
      reply: ["text": "You want to carry the cello up the stairs. We begin with ten easy minutes."],
      breaches: [
        Breach("words text", ("text", "Welcome.")),
        Breach(
          "sentences text",
          ("text", "One is here. Two is here. Three is here. Four is here. Five is here.")),
        Breach("lacks text", ("text", "You want to carry the cello up the stairs, do you not?")),
      ]),
  ]

  private static let judged: [Sample] = [
    Sample(
      task: "crisis-check",
      reply: ["evidence": "", "categories": ["none"], "severity": "none", "confidence": 0.9],
      breaches: [
        Breach(
          "quote evidence", ("evidence", "I cannot bear it"), ("categories[0]", "acute_distress"))
      ]),
    Sample(
      task: "domain-classification", reply: ["domain": "life", "confidence": 0.9],
      breaches: [
        Breach("choice domain", ("domain", "cooking"))
      ], inputs: ["domains": [["id": "life", "name": "Life", "description": "Life."]]]),
    Sample(
      task: "persona-review",
      reply: [
        "reasons": [
          ["field": "tone", "quote": "x", "rule": "harm", "explanation": "It may hurt."]
        ], "verdict": "revise",
      ], breaches: []),
  ]

  private static let read: [Sample] = [
    Sample(
      task: "trainer-intake-extraction",
      reply: [
        "goals": ["carry the cello"],
        "schedule": ["days": ["monday"], "days_per_week": 2, "minutes_per_session": 20],
        "equipment": ["a rug"], "injuries": ["right shoulder clicks"], "preferences": ["walking"],
        "experience": "none",
      ],
      breaches: [
        Breach("number schedule.days_per_week", ("schedule.days_per_week", 8)),
        Breach("number schedule.minutes_per_session", ("schedule.minutes_per_session", 400)),
      ]),
    Sample(
      task: "trainer-assessment-extraction",
      reply: [
        "strength": "14 times", "endurance": "third floor", "mobility": "not assessed",
        "limitations": ["right knee"], "notes": "none", "confidence": "low",
      ], breaches: []),
  ]

  private static let obstacle: JSONValue = [
    "obstacle": "late shift", "plan": "If late, then ten minutes.",
  ]

  private static let journal: JSONValue = {
    let titles = ["The boxes", "The stairs", "Evenings", "The clarinet", "The parrot", "Teaching"]
    let themes = titles.map { title -> JSONValue in
      [
        "reason": "You wrote “I just walk round them”.", "title": .string(title),
        "question": "Which box would you open first?",
      ]
    }
    return ["concern": "none", "themes": .array(themes)]
  }()

  private static func session(_ day: String) -> JSONValue {
    [
      "day": .string(day), "session_type": "mixed",
      "exercises": [
        ["name": "Walk", "minutes": 4, "effort": 2, "note": "softly"],
        ["name": "Stand up", "sets": 3, "reps": 8, "effort": 4],
      ],
      "minutes": 10,
    ]
  }

  private static let program: JSONValue = [
    "schedule": [session("tuesday"), session("thursday")], "weeks": 8,
    "progression": [["week": 3, "change": "one set"], ["week": 5, "change": "one floor"]],
    "deload": "Week 4.", "stop_rules": ["pain", "fever", "dizziness"],
    "easier_version": "Ten minutes.",
  ]

  private static let profile: JSONValue = [
    "current_challenges": ["sold the shop"], "emotional_baseline": "restless",
    "communication_style": "brief", "key_themes": ["first stop"],
    "strengths_identified": ["notices people"],
    "values": ["being of use"], "vision": "somewhere with a door",
    "aha_insight": "boxed it up herself",
    "coaching_domains": ["life"],
  ]

  // MARK: Running

  private func run(_ sample: Sample, reply: JSONValue) async throws -> Result<
    TaskResult<TaskReply>, TaskError
  > {
    let library = try Workspace.library()
    let path = "\(ProjectFolder.path)/Evals/inputs/\(sample.task).yaml"
    let files = DiskFileSystem()
    // Some tasks need nothing besides the person.
    var values =
      files.kind(of: path) == .file
      ? try DocumentNode.parse(files.read(path)).json.object ?? [:] : [:]
    for (name, value) in sample.inputs { values[name] = value }
    let text = reply["text"]?.string ?? reply.text()
    let model = ScriptedModel([.reply([text]), .reply([text])])
    let runner = TaskRunner(prompts: { library }, route: ModelRoute(model))
    let request = AssemblyRequest(
      prompt: PromptReference(name: sample.task), person: try Workspace.person("ines"),
      values: values)
    do throws(TaskError) {
      return .success(try await runner.run(request))
    } catch {
      return .failure(error)
    }
  }

  @Test("a reply that keeps the contract is taken as it is", arguments: samples)
  func kept(sample: Sample) async throws {
    let result = try await run(sample, reply: sample.reply).get()
    expect(result.changes, equals: [])
    expect(result.rejections, equals: [])
  }

  @Test("a reply that breaks a rule is changed as the rule says, or refused", arguments: samples)
  func broken(sample: Sample) async throws {
    for breach in sample.breaches {
      var reply = sample.reply
      for change in breach.changes {
        reply.replace(try #require(ValueLocation(change.place)), with: change.value)
      }
      let place = breach.rule.split(separator: " ")[1].replacing("[]", with: "[0]")
      switch try await run(sample, reply: reply) {
      case .success(let result):
        #expect(!result.changes.isEmpty, "\(sample.task): \(breach.rule) changed nothing")
        let found = result.changes.joined(separator: "\n")
        #expect(
          found.contains(place.prefix { $0 != "[" }), "\(sample.task): \(breach.rule): \(found)")
      case .failure(let error):
        expect(error.code, equals: .invalidReply)
        let found = error.problems.joined(separator: "\n")
        let isAbout =
          found.contains(place.prefix { $0 != "[" }) || found.contains("breaks the document")
        #expect(isAbout, "\(sample.task): \(breach.rule): \(found)")
      }
    }
  }

  @Test(
    "a text that is too long, and a list with too many elements, is sent back", arguments: samples)
  func excess(sample: Sample) async throws {
    for rule in try Self.limits(of: sample.task) {
      guard let maximum = rule.source["maximum"]?.integer else { continue }
      let place = try #require(ValueLocation(rule.target.replacing("[]", with: "[0]")))
      var reply = sample.reply
      let there = try #require(reply[place], "\(sample.task): \(rule.target)")
      let element = there.array?.first ?? "x"
      let excess: JSONValue =
        rule.kind == "items"
        ? .array(Array(repeating: element, count: maximum + 1))
        : .string(String(repeating: "x", count: maximum + 1))
      reply.replace(place, with: excess)
      switch try await run(sample, reply: reply) {
      case .success(let result):
        #expect(rule.response == .repair, "\(sample.task): \(rule.target) lets everything pass")
        expect(result.changes.joined(separator: "\n"), contains: "the maximum is \(maximum)")
      case .failure(let error):
        expect(error.code, equals: .invalidReply)
        // What is cut may break another rule.
        guard rule.response == .retry else { continue }
        expect(error.problems.joined(separator: "\n"), contains: "the maximum is \(maximum)")
      }
    }
  }

  /// The rules that limit lengths and counts by a number.
  private static func limits(of task: String) throws -> [ContractRule] {
    try Workspace.library().task(PromptReference(name: task)).template.frontMatter.contract.rules
      .filter { rule in
        ["characters", "items"].contains(rule.kind) && rule.response != .drop
          && !rule.target.contains("=")
          && rule.source["maximum"]?.integer != nil
      }
  }

  @Test("every rule of a shipped task has a reply that breaks it")
  func complete() throws {
    for task in try Workspace.library().tasks {
      let rules = Set(task.template.frontMatter.contract.rules.map { "\($0.kind) \($0.target)" })
      guard !rules.isEmpty else { continue }
      let sample = try #require(Self.samples.first { $0.task == task.name }, "\(task.name)")
      let limits = Set(try Self.limits(of: task.name).map { "\($0.kind) \($0.target)" })
      let written = Set(sample.breaches.map(\.rule))
      expect(rules.subtracting(written).subtracting(limits), equals: [])
      expect(written.subtracting(rules), equals: [])
    }
  }
}
