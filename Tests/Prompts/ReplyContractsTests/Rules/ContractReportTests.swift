import Documents
import ReplyContracts
import Testing

/// Every kind of rule, kept and broken.
@Suite("Replies against the rules of their contract")
struct ContractReportTests {
  private func report(
    _ reply: JSONValue, _ yaml: String, inputs: JSONObject = [:],
    references: ContractReferences = ContractReferences()
  ) throws -> ContractReport {
    ContractReport(reply, rules: try rules(yaml), inputs: inputs, references: references)
  }

  private func violations(_ reply: JSONValue, _ yaml: String, inputs: JSONObject = [:]) throws
    -> [String]
  {
    try report(reply, yaml, inputs: inputs).violations
  }

  // MARK: Texts

  @Test("lengths are counted in characters, words, sentences and lines")
  func lengths() throws {
    let reply: JSONValue = ["text": "One two. Three!\nFour"]
    #expect(try violations(reply, "- {characters: text, maximum: 20}") == [])
    #expect(
      try violations(reply, "- {characters: text, maximum: 19}")
        == ["'text' has 20 characters; the maximum is 19"])
    #expect(try violations(reply, "- {words: text, minimum: 4, maximum: 4}") == [])
    #expect(
      try violations(reply, "- {words: text, minimum: 5}") == [
        "'text' has 4 words; the minimum is 5"
      ])
    #expect(try violations(reply, "- {lines: text, maximum: 1}").count == 1)
    #expect(try violations(reply, "- {sentences: text, maximum: 2}").count == 1)
    // An emoji with its modifiers is one character, and words of unspaced scripts are estimated.
    #expect(try violations(["text": "👩🏽‍🎓"], "- {characters: text, maximum: 1}") == [])
    #expect(try violations(["text": "今日はいい天気"], "- {words: text, minimum: 3, maximum: 5}") == [])
  }

  @Test("a rule does not apply where a tag stands for the text")
  func exemption() throws {
    let rule = "- {characters: text, minimum: 5, unless: NO_NUDGE}"
    #expect(try violations(["text": "", "NO_NUDGE": true], rule) == [])
    #expect(try violations(["text": ""], rule).count == 1)
  }

  @Test("a pattern is wanted, or not")
  func patterns() throws {
    let lacks = #"- {lacks: header, pattern: "[!€$]", because: no hurry and no price}"#
    #expect(try violations(["header": "Ten minutes a day"], lacks) == [])
    #expect(
      try violations(["header": "Now 5 €"], lacks)
        == ["'header' has what must not be there: no hurry and no price"])
    let matches = #"- {matches: date, pattern: '^\d{4}-\d\d-\d\d$', because: write an ISO date}"#
    #expect(try violations(["date": "2026-11-26"], matches) == [])
    #expect(
      try violations(["date": "soon"], matches) == [
        "'date' does not have its form: write an ISO date"
      ])
  }

  @Test("of several texts, one at least has what is wanted")
  func some() throws {
    let rule = #"- {some: "notes[].text", pattern: "(?i:boat)", because: it is what she wants}"#
    func notes(_ texts: String...) -> JSONValue {
      ["notes": .array(texts.map { ["text": .string($0)] })]
    }
    #expect(try violations(notes("sells tickets", "a Boat of her own"), rule) == [])
    for reply in [notes("sells tickets"), notes(), ["notes": []], [:]] {
      #expect(
        try violations(reply, rule)
          == ["it has nothing at 'notes[].text' that fits: it is what she wants"])
    }
  }

  @Test("a value is a certain one, or that of an input")
  func equality() throws {
    let reply: JSONValue = ["domain": "Work ", "days": 3, "tags": ["a", "b"], "weeks": [8, 8]]
    #expect(try violations(reply, "- {equals: domain, to: work}") == [])
    #expect(try violations(reply, "- {equals: days, to: 3.0}") == [])
    #expect(try violations(reply, "- {equals: tags, to: [a, b]}") == [])
    #expect(try violations(reply, "- {equals: 'weeks[]', to: 8}") == [])
    #expect(try violations(reply, "- {equals: days, to: 4}") == ["'days' is not 4"])
    #expect(try violations(reply, "- {equals: 'tags[]', to: a}") == ["'tags[1]' is not \"a\""])
    #expect(try violations(reply, "- {equals: severity, to: none}") == ["it has no 'severity'"])
    let rule = "- {equals: days, as: intake.days}"
    #expect(try violations(reply, rule, inputs: ["intake": ["days": 3]]) == [])
    #expect(
      try violations(reply, rule, inputs: ["intake": ["days": 2]])
        == ["'days' differs from 'intake.days'"])
    // What was not given binds nobody.
    #expect(try violations(reply, rule) == [])
  }

  @Test("a limit that no count can reach limits nothing")
  func hugeLimit() throws {
    let reply: JSONValue = ["list": ["a"], "most": 1e300]
    let rule = "- {items: list, minimum: 3, maximum: most}"
    #expect(try violations(reply, rule) == ["'list' has 1 items; the minimum is 3"])
  }

  @Test("a rule about an input that was not given is kept")
  func absentInput() throws {
    #expect(try report(["t": "words"], "- {quote: t, from: letter}").changes == [])
  }

  @Test("an empty member exempts from nothing", arguments: [JSONValue.null, "", [], false])
  func emptyExemption(value: JSONValue) throws {
    let reply: JSONValue = ["t": "made up", "n": value]
    let found = try report(
      reply, "- {quote: t, from: letter, unless: n}", inputs: ["letter": "what was written"])
    #expect(found.changes.count == 1)
  }

  @Test(
    "quotations are found in the marks of every language",
    arguments: [
      "»I hate it«", "„I hate it“", "”I hate it”", "«I hate it»", "‹I hate it›", "「I hate it」",
      "‘I hate it’", "\"I hate it", "‚I hate it‘",
    ])
  func marks(text: String) throws {
    let rule = "- {quotations: t, from: letter}"
    let inputs: JSONObject = ["letter": "I like it, and I don't mind the rain."]
    #expect(
      try report(["t": .string("She wrote \(text)")], rule, inputs: inputs).changes.count == 1)
    let plain = try report(["t": "It's hers, and ‘I don’t mind’ is his."], rule, inputs: inputs)
    #expect(plain.changes == [])
  }

  @Test("a quotation is made of whole words")
  func wholeWords() throws {
    let inputs: JSONObject = ["letter": "I would rather walk in the rain with a dog."]
    for quote in ["ould", "i … w … r … a … d", "the … and … dog"] {
      let found = try report(["t": .string(quote)], "- {quote: t, from: letter}", inputs: inputs)
      #expect(found.changes.count == 1, "\(quote)")
    }
    let found = try report(["t": "walk … rain"], "- {quote: t, from: letter}", inputs: inputs)
    #expect(found.changes == [])
  }

  @Test("a screen reads every text at its place, and a slip in its name drops nothing")
  func nested() throws {
    let screens: [String: ContractReferences.Screen] = [
      "names": { $0.contains("Ada") ? "is about Ada" : nil }
    ]
    let reply: JSONValue = ["notes": [["a": ["b": "Ada"]], ["a": ["b": "rain"]]]]
    let references = ContractReferences(screens: screens)
    let found = try report(reply, "- {screen: 'notes[]', for: [names]}", references: references)
    #expect(found.reply == ["notes": [["a": ["b": "rain"]]]])
    let slip = try report(reply, "- {screen: 'notes[]', for: [nmes]}", references: references)
    #expect(slip.reply == reply && slip.violations.count == 2)
  }

  @Test("what concerns the whole reply is never dropped")
  func whole() throws {
    let rule = "- {some: 't[]', pattern: x, because: it is wanted, otherwise: drop}"
    let found = try report(["t": ["a"]], rule)
    #expect(found.reply == ["t": ["a"]] && found.violations.count == 1)
    let equal = try report(["c": 4], "- {equals: c, to: 5, otherwise: drop}")
    #expect(equal.reply == [:])
  }

  @Test("a sum that is no number is not put in place")
  func infinite() throws {
    let reply: JSONValue = ["m": 1, "list": [["x": 1e308], ["x": 1e308]]]
    let found = try report(reply, "- {sum: m, over: list, add: [x]}")
    #expect(found.reply == reply)
    #expect(found.violations.count == 1)
  }

  @Test("letters with piled marks are as many characters as they take room")
  func piled() throws {
    let pile = "a" + String(repeating: "\u{301}", count: 500)
    #expect(try violations(["t": .string(pile)], "- {characters: t, maximum: 20}").count == 1)
  }

  @Test("an exemption can be one of several values")
  func exemptValue() throws {
    let rule = #"- {quote: evidence, from: message, unless: "categories[=none]"}"#
    func problems(_ category: String) throws -> Int {
      try report(
        ["evidence": "", "categories": ["low", .string(category)]], rule,
        inputs: ["message": "all well"]
      ).changes.count
    }
    #expect(try problems("none") == 0 && problems("abuse") == 1)
  }

  @Test("a quotation stands in what the person said, else the element that has it goes")
  func quotes() throws {
    let inputs: JSONObject = [
      "conversation": [
        ["speaker": "person", "text": "honestly, some days I'd rather leave"],
        ["speaker": "coach", "text": "You draw the line well."],
      ]
    ]
    func suggestion(_ quote: String) -> JSONValue { ["evidence": .string(quote), "text": "x"] }
    let rule = #"- {quote: "suggestions[].evidence", from: "conversation[speaker=person].text"}"#
    let found = try report(
      [
        "suggestions": [
          suggestion("Some days I’d rather leave"), suggestion("You draw the line"),
          suggestion("some days … leave"), suggestion(""), suggestion("some nights"),
        ]
      ], rule, inputs: inputs)
    #expect(found.violations == [])
    #expect(
      found.reply == [
        "suggestions": [suggestion("Some days I’d rather leave"), suggestion("some days … leave")]
      ])
    #expect(
      found.changes == [
        "'suggestions[1].evidence' quotes what does not occur in"
          + " 'conversation[speaker=person].text': dropped",
        "'suggestions[3].evidence' is empty; quote 'conversation[speaker=person].text': dropped",
        "'suggestions[4].evidence' quotes what does not occur in"
          + " 'conversation[speaker=person].text': dropped",
      ])
  }

  @Test("passages in quotation marks stand in the source; a text without any is fine")
  func quotations() throws {
    let rule = "- {quotations: reason, from: text, otherwise: retry}"
    let inputs: JSONObject = ["text": "I miss the sea and the gulls"]
    for reason in [
      "Your “miss the sea” asks for it.", "A suggestion.", "„the sea“ und «the gulls»",
    ] {
      #expect(try violations(["reason": .string(reason)], rule, inputs: inputs) == [])
    }
    #expect(
      try violations(["reason": "“the sea” and “the mountains”"], rule, inputs: inputs).count == 1)
  }

  @Test("what is known or forgotten does not come back, in the same or in similar words")
  func absence() throws {
    let rule = "- {absent: 'notes[].text', among: [known, 'forgotten[]']}"
    let inputs: JSONObject = [
      "known": "caretaker at the same school for thirteen years",
      "forgotten": ["would rather leave the school than fight about hours"],
    ]
    let texts = [
      "has been caretaker at that school for thirteen years", "grows beans that no one needs",
      "leaving the school rather than fighting over hours",
    ]
    let found = try report(
      ["notes": .array(texts.map { ["text": .string($0)] })], rule, inputs: inputs)
    #expect(found.reply == ["notes": [["text": "grows beans that no one needs"]]])
    #expect(found.changes.count == 2)
  }

  @Test("screens have names; a reply cannot pass one that does not exist")
  func screens() throws {
    let references = ContractReferences(screens: [
      "shout": { $0.contains("!") ? "shouts" : nil }
    ])
    let rule = "- {screen: 'notes[]', for: [shout]}"
    let found = try report(["notes": ["calm", "loud!"]], rule, references: references)
    #expect(found.reply == ["notes": ["calm"]])
    #expect(found.changes == ["'notes[1]' shouts: dropped"])
    let slip = try report(["notes": ["calm"]], rule)
    #expect(slip.reply == ["notes": ["calm"]] && slip.violations.count == 1)
    // Outside a list, the text itself goes.
    let single = try report(
      ["note": "loud!"], "- {screen: note, for: [shout]}", references: references)
    #expect(single.reply == ["note": ""])
  }

  // MARK: Numbers and lists

  @Test(
    "limits are numbers, inputs, or other parts of the reply; one that is not given does not apply")
  func limits() throws {
    let reply: JSONValue = ["weeks": 6, "steps": [["week": 3], ["week": 7]]]
    #expect(
      try violations(reply, "- {number: 'steps[].week', maximum: weeks}")
        == ["'steps[1].week' is 7; the maximum is 6"])
    #expect(try violations(reply, "- {number: weeks, minimum: 4, maximum: 12}") == [])
    #expect(try violations(reply, "- {number: weeks, maximum: limit}") == [])
    #expect(
      try violations(reply, "- {number: weeks, maximum: limit}", inputs: ["limit": 5])
        == ["'weeks' is 6; the maximum is 5"])
    #expect(try violations(reply, "- {items: steps, minimum: 2, maximum: 2}") == [])
    #expect(
      try violations(reply, "- {items: steps, minimum: 3}")
        == ["'steps' has 2 items; the minimum is 3"])
  }

  @Test("values differ, or grow")
  func order() throws {
    let reply: JSONValue = ["days": ["Monday", "friday", "monday"], "weeks": [3, 5, 5]]
    #expect(try violations(reply, "- {distinct: 'days[]'}") == ["'days[2]' repeats 'days[0]'"])
    #expect(
      try violations(reply, "- {ascending: 'weeks[]'}")
        == ["'weeks[2]' is 5 after 5; each must be larger than the last"])
    #expect(try violations(["weeks": [3, 4, 9]], "- {ascending: 'weeks[]'}") == [])
  }

  @Test("a choice is one of those offered, or a fixed other")
  func choices() throws {
    let rule = "- {choice: domain, among: 'domains[].id', or: [none]}"
    let inputs: JSONObject = ["domains": [["id": "career"], ["id": "life"]]]
    for domain in ["career", "none"] {
      #expect(try violations(["domain": .string(domain)], rule, inputs: inputs) == [])
    }
    #expect(
      try violations(["domain": "cooking"], rule, inputs: inputs)
        == ["'domain' is not one of 'domains[].id' or none"])
    #expect(try violations(["domain": "cooking"], rule) == [])
  }

  @Test("a sum is that of its parts, and is corrected if not")
  func sums() throws {
    let rule = "- {sum: 'schedule[].minutes', over: exercises, add: [minutes, sets * 2]}"
    func session(_ minutes: Int) -> JSONValue {
      ["exercises": [["minutes": 4], ["sets": 3], ["name": "rest"]], "minutes": .integer(minutes)]
    }
    let found = try report(["schedule": [session(10), session(25)]], rule)
    #expect(found.reply == ["schedule": [session(10), session(10)]])
    #expect(
      found.changes == [
        "'schedule[1].minutes' is 25, but 'exercises' adds up to 10 (minutes, or else sets * 2): repaired"
      ])
    let strict = rule.replacing("}", with: ", otherwise: retry}")
    #expect(try violations(["schedule": [session(25)]], strict).count == 1)
    // A limit that follows sees the corrected value.
    let limited = rule + "\n- {number: 'schedule[].minutes', maximum: 8}"
    #expect(
      try violations(["schedule": [session(8)]], limited)
        == ["'schedule[0].minutes' is 10; the maximum is 8"])
  }

  @Test("several findings in one element drop it once, and leave its neighbours")
  func droppedOnce() throws {
    let found = try report(
      ["notes": [["a": "x!", "b": "y!"], ["a": "fine", "b": "fine"]]],
      "- {screen: 'notes[].a', for: [shout]}\n- {screen: 'notes[].b', for: [shout]}",
      references: ContractReferences(screens: ["shout": { $0.contains("!") ? "shouts" : nil }]))
    #expect(found.reply == ["notes": [["a": "fine", "b": "fine"]]])
    let nested = try report(
      ["notes": [["parts": ["x!", "y!", "z"]]]], "- {screen: 'notes[].parts[]', for: [shout]}",
      references: ContractReferences(screens: ["shout": { $0.contains("!") ? "shouts" : nil }]))
    #expect(nested.reply == ["notes": [["parts": ["z"]]]])
  }

  // MARK: In the schema

  @Test("a schema says what it can of the rules that would be sent back")
  func strengthened() throws {
    let schema: JSONValue = [
      "type": "object",
      "properties": [
        "list": [
          "type": "array",
          "items": [
            "type": "object", "properties": ["text": ["type": "string"], "n": ["type": "number"]],
          ],
        ]
      ],
    ]
    let read = try rules(
      """
      - {items: list, minimum: 1, maximum: 6}
      - {characters: "list[].text", maximum: 80}
      - {number: "list[].n", minimum: 0.5, otherwise: drop}
      - {number: "list[].n", maximum: limit}
      - {words: "list[].text", maximum: 9}
      - {characters: other, maximum: 80}
      """)
    let strong = read.strengthening(schema)
    let list = strong["properties"]?["list"]
    #expect(list?["minItems"] == 1 && list?["maxItems"] == 6)
    #expect(list?["items"]?["properties"]?["text"] == ["type": "string", "maxLength": 80])
    #expect(list?["items"]?["properties"]?["n"] == ["type": "number"])
    #expect(read.strengthening(strong) == strong)
  }

  @Test("a schema lists the choices that the inputs offer")
  func listedChoices() throws {
    let schema: JSONValue = [
      "type": "object", "properties": ["domain": ["type": "string"], "day": ["type": "string"]],
    ]
    let read = try rules(
      """
      - {choice: domain, among: "domains[].id", or: [none]}
      - {choice: day, among: "days[]"}
      """)
    let offered: JSONObject = ["domains": [["id": "life"], ["id": "career"], ["id": "life"]]]
    let strong = read.strengthening(schema, with: offered, listing: ["domains"])
    #expect(strong["properties"]?["domain"]?["enum"] == ["life", "career", "none"])
    #expect(strong["properties"]?["day"] == ["type": "string"])
    let many = JSONValue.array((1...101).map { ["id": .string("d\($0)")] })
    #expect(
      read.strengthening(schema, with: ["domains": many], listing: ["domains"]) == schema)
    #expect(read.strengthening(schema, with: offered) == schema)
  }

  @Test(
    "a schema takes the limits that the inputs set, unless they make no sense",
    arguments: [
      (3, ["type": "array", "minItems": 1, "maxItems": 3]), (0, ["type": "array"]),
      (2.5, ["type": "array", "minItems": 1]), (1e300, ["type": "array", "minItems": 1]),
      (-4, ["type": "array"]), ("three", ["type": "array", "minItems": 1]),
      (nil, ["type": "array", "minItems": 1]),
    ] as [(JSONValue?, JSONValue)])
  func limits(days: JSONValue?, list: JSONValue) throws {
    let schema: JSONValue = ["type": "object", "properties": ["list": ["type": "array"]]]
    let read = try rules("- {items: list, minimum: 1, maximum: plan.days}")
    var plan: JSONObject = [:]
    plan["days"] = days
    let strong = read.strengthening(schema, with: ["plan": .object(plan)])
    #expect(strong["properties"]?["list"] == list)
  }

  @Test("what is too long can be cut; what is too short cannot be repaired")
  func cut() throws {
    let rules =
      "- {characters: text, minimum: 2, maximum: 3, otherwise: repair}\n- {items: list, maximum: 1, otherwise: repair}"
    let found = try report(["text": "abcdef", "list": [1, 2, 3]], rules)
    #expect(found.reply == ["text": "abc", "list": [1]] && found.violations == [])
    #expect(found.changes.count == 2)
    #expect(try violations(["text": "a", "list": []], rules).count == 1)
  }
}
