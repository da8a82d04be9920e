import CoachEngine
import CoachModel
import Documents
import PromptTemplates
import TestKit
import Testing

/// What the versions in production ask of the coach, whichever they are.
@Suite("The prompts of conversations, as rules of the product")
struct ConversationPromptTests {
  private func text(
    _ prompt: String, _ person: Person, domain: String? = nil, persona: Persona? = nil,
    values: JSONObject = [:]
  ) throws -> String {
    var request = AssemblyRequest(
      prompt: try #require(PromptReference(prompt)), person: person,
      domain: try domain.map(Workspace.domain), domains: try Workspace.domains(),
      history: [Message(.assistant, "Hi?"), Message(.user, "Hello.")], values: values)
    request.persona = persona
    return try PromptAssembler(library: Workspace.library()).assemble(request).text
  }

  // MARK: The trainer

  @Test("the intake asks what could make effort dangerous, and how old the person is")
  func health() throws {
    let prompt = try text("trainer-intake", Person(id: "p"))
    for words in [
      "high blood pressure", "pressure in the chest", "Fainting", "out of breath", "pregnancy",
      "A doctor who told them", "how old they are", "Under 18",
      "`injuries` is complete when both questions were asked",
    ] {
      expect(prompt, contains: words)
    }
  }

  @Test("numbers that nobody gave are marked as not said", arguments: ["", "-extraction"])
  func notSaid(suffix: String) throws {
    let values: JSONObject =
      suffix.isEmpty ? [:] : ["conversation": [["speaker": "person", "text": "Hello."]]]
    let prompt = try text("trainer-intake" + suffix, Person(id: "p"), values: values)
    expect(prompt, contains: "\"days not said\" or \"minutes not said\"")
  }

  // MARK: Coaching

  @Test("coaching has the whole profile, with what discovery found")
  func profile() throws {
    let amara = try Workspace.person("amara")
    let found = try #require(amara.discovery)
    let prompt = try text("coaching", amara, domain: "career")
    let profile = amara.profile.values + amara.profile.goals + amara.profile.situation
    #expect(profile.count > 8)
    for words in profile.map(\.text) + found.currentChallenges + found.keyThemes
      + found.strengthsIdentified + [
        found.emotionalBaseline, found.communicationStyle, found.vision, found.ahaInsight,
      ]
    {
      expect(prompt, contains: words)
    }
  }

  @Test("a theme of three conversations is an insight to offer, marked, once in a session")
  func pattern() throws {
    var person = Person(id: "p")
    person.sessions = 5
    person.patterns.themes = [
      PatternSummary.Theme(
        text: "waits to be asked", count: 3, domains: ["career", "relationships"],
        lastSeen: "2026-11-20")
    ]
    let prompt = try text("coaching", person, domain: "life")
    expect(prompt, contains: "- waits to be asked (3 conversations; career, relationships)")
    expect(prompt, contains: "[PATTERN: …]")
    expect(prompt, contains: "told you three times this session, never being hurt")
    expect(prompt, contains: "Offer it as something to look at.")
    expect(prompt, contains: "At most once a session: the app's note says")
    person.sessions = 4
    try #expect(!text("coaching", person, domain: "life").contains("waits to be asked"))
  }

  @Test("the summary of patterns has themes, signs of growth and what opened the person up")
  func summary() throws {
    var person = Person(id: "p")
    person.sessions = 9
    person.patterns = PatternSummary(themes: [
      PatternSummary.Theme(
        text: "waits to be asked", count: 4, domains: ["career"], lastSeen: "2026-11-20")
    ])
    person.patterns.growth = ["asked for a raise"]
    person.patterns.styleNotes = ["short questions"]
    let prompt = try text("coaching", person, domain: "life")
    for words in [
      "[PATTERNS_CONTEXT]", "- waits to be asked (4 conversations; career)", "Signs of growth:",
      "- asked for a raise", "What opened them up or made them withdraw:", "- short questions",
    ] {
      expect(prompt, contains: words)
    }
  }

  @Test("who accepts to look back gets it at once: what they set out to do, changed, recurs")
  func lookBack() throws {
    for occasion in ["look_back_offered", "look_back_pending"] {
      let prompt = try text(
        "coaching", Person(id: "p"), domain: "life", values: [occasion: true])
      expect(prompt, contains: "If they say yes, do it now, from your notes")
      expect(prompt, contains: "what they set out to do, what changed, what recurs")
      expect(prompt, contains: "If they say no or pass over it, go on with what they brought")
    }
  }

  @Test("the person's style is guidance, and comes before the domain's")
  func style() throws {
    var person = Person(id: "p")
    person.style = StylePreference(directExploratory: -1, actionReflective: -1)
    let prompt = try text("coaching", person, domain: "life")
    for line in person.style?.guidance ?? [] { expect(prompt, contains: "- \(line)") }
    expect(person.style?.guidance.count, equals: 2)
    expect(prompt, contains: "Where this differs from the domain's way of working, follow this.")
  }

  @Test("a persona shapes the voice, with all that its creator wrote")
  func persona() throws {
    let persona = Persona(
      name: "Juno", domain: "career", tone: "dry and kind", methodology: "asks for one example",
      personality: "an old sailor")
    let prompt = try text("coaching", Person(id: "p"), domain: "career", persona: persona)
    for words in ["Juno", "dry and kind", "asks for one example", "an old sailor"] {
      expect(prompt, contains: words)
    }
  }

  // MARK: Discovery

  private func discovery(_ number: Int) throws -> String {
    try text("discovery", Person(id: "new"), values: ["message_number": .integer(number)])
  }

  @Test("each message reflects, takes one step beyond, and asks one question; nobody is judged")
  func rules() throws {
    let prompt = try discovery(4)
    for words in [
      "First say what their message means to them", "At most one question", "Don't judge them",
      "the feeling, wish, cost or conflict in it",
    ] {
      expect(prompt, contains: words)
    }
  }

  @Test("no advice, and the truth about length and price when they ask")
  func limits() throws {
    let prompt = try discovery(4)
    expect(prompt, contains: "No advice or next steps")
    expect(prompt, contains: "If asked about this chat: with an AI coach, 12 to 15 messages, free")
  }

  @Test("the opening is a welcome and one broad question, in 20 to 45 words")
  func opening() throws {
    let prompt = try text(
      "discovery", Person(id: "new"), values: ["message_number": 1, "opening": true])
    for words in [
      "Welcome them, and ask one easy question", "fits any life", "20 to 45 words",
    ] {
      expect(prompt, contains: words)
    }
  }

  @Test("a number from 1 to 10 is asked for once in messages 6 to 8, then why not lower")
  func scale() throws {
    for number in 6...8 {
      try expect(
        discovery(number), contains: "ask for a number from 1 to 10")
      try expect(discovery(number), contains: "Once in messages 6 to 8")
    }
    try #expect(!discovery(5).contains("Once in messages 6 to 8"))
    try expect(discovery(8), contains: "If they've just given one, ask why not lower")
    try expect(discovery(9), contains: "only ask why not lower")
  }

  @Test("the insight rests on three things they said, and is offered as a guess")
  func insight() throws {
    for number in 9...10 {
      let prompt = try discovery(number)
      expect(prompt, contains: "at least three things they told you at different times")
      expect(prompt, contains: "Say that you may be wrong")
    }
    try #expect(!discovery(8).contains("at least three things"))
  }
}
