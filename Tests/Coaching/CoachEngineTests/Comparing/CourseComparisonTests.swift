import CoachEngine
import CoachModel
import Documents
import PromptTemplates
import SourceFiles
import Testing
import TestKit

@Suite("Versions are compared through a whole course")
struct CourseComparisonTests {
  private static let head = """
    ---
    input:
      schema:
        language: string
        message_number: integer
        opening?: boolean
        closing?: boolean
        alarm?(array): string
        tone?(enum): [warm, plain]
        person?:
          name?: string
          values(array): string
          goals(array): string
          situation(array): string
        phase(enum): [welcome, exploration, deepening, insight, hope, bridge]
    ---
    {{role "system"}}You are a coach. {{language}}{{#if person}}{{person.name}}{{/if}}
    {{history}}
    {{role "system"}}{{#if opening}}Say hello.{{else}}
    This is message {{message_number}}.
    {{#ifEquals phase "insight"}}Offer one insight.{{/ifEquals}}
    {{#ifEquals phase "bridge"}}{{#if closing}}Close now.{{else}}Close soon.{{/if}}{{/ifEquals}}
    {{#if alarm}}Stay with the danger.{{/if}}{{#ifEquals tone "warm"}}Be warm.{{/ifEquals}}
    {{/if}}

    """

  private func compare(
    _ old: String, _ new: String, people: [Person] = [Person(id: "new")],
    _ change: (inout CourseData) -> Void = { _ in }
  ) throws -> CourseComparison {
    let library = try PromptLibrary(
      folder: "P",
      files: InMemoryFileSystem([
        "P/a.v1.prompt": Self.head, "P/a.v2.prompt": Self.head.replacing(old, with: new),
      ]))
    #expect(library.diagnostics.isEmpty, "\(library.diagnostics)")
    var data = CourseData(people: people)
    change(&data)
    let versions = ["v1", "v2"].map {
      CourseComparison.Version(PromptReference(name: "a", version: $0), in: library)
    }
    return try CourseComparison(from: versions[0], to: versions[1], data: data)
  }

  private func summary(_ comparison: CourseComparison) -> [String] {
    comparison.differences.map { difference in
      SituationSummary(
        difference.situations, of: comparison.situations, hasPhases: comparison.hasPhases
      ).lines.map(\.text).joined(separator: "; ")
    }
  }

  @Test(
    "a change is found where it is rendered, and nowhere else",
    arguments: [
      ("Say hello.", "Say hi.", ["opening, for new"]),
      ("one insight", "your insight", ["messages 9–10 (insight), for new"]),
      ("Close now.", "Close.", ["messages 13–15 (bridge), for new"]),
      ("the danger", "what you noticed", ["messages 2–15 (welcome to bridge) with alarm, for new"]),
      ("Be warm.", "Be kind.", ["messages 2–15 (welcome to bridge) with tone: warm, for new"]),
      ("This is message", "Message", ["messages 2–15 (welcome to bridge), for new"]),
      ("You are a coach.", "You coach.", ["opening, messages 2–15 (welcome to bridge), for new"]),
    ])
  func places(old: String, new: String, expected: [String]) throws {
    try expect(summary(compare(old, new)), equals: expected)
  }

  @Test("the same versions differ nowhere, and every situation was rendered")
  func same() throws {
    let comparison = try compare("nothing", "nothing")
    expectEmpty(comparison.differences)
    expect(comparison.same, equals: comparison.situations)
    // The opening and messages 2 to 15, as they are, in danger, and with each tone.
    expect(comparison.situations.count, equals: 15 * 4)
    expect(comparison.growth, equals: 0...0)
  }

  @Test(
    "two changes are two differences if their situations differ, and tokens grow where they are")
  func several() throws {
    let comparison = try compare(
      "Say hello.{{else}}\n", "Say hello to them now, please.{{else}}\nListen.\n")
    expect(
      summary(comparison),
      equals: ["opening, for new", "messages 2–15 (welcome to bridge), for new"])
    let opening = comparison.tokens.first { $0.key.moment == .opening }
    #expect(comparison.growth.upperBound >= 4)
    #expect(try #require(opening).value.growth > 0)
  }

  @Test("a number in the text that is also that of a message does not make another difference")
  func numbers() throws {
    let comparison = try compare("This is message", "In 9 words or 10, this is message")
    expect(summary(comparison), equals: ["messages 2–15 (welcome to bridge), for new"])
  }

  @Test("people are told apart, and a version without a place for the person says so")
  func people() throws {
    var ines = Person(id: "ines")
    ines.name = "Inês"
    let personal = try compare(
      "{{person.name}}", " to {{person.name}}", people: [Person(id: "new"), ines])
    expect(
      summary(personal), equals: ["opening, messages 2–15 (welcome to bridge), for ines"])
    try expect(compare("Say", "Do say", people: [ines]).ignoresPeople, equals: [])
    try expect(
      compare("{{person.name}}", "{{#if person}}{{/if}}", people: [ines]).ignoresPeople,
      equals: ["a@v2"])
    let all = try compare("Say hello.", "Say hi.", people: [Person(id: "new"), ines])
    expect(summary(all), equals: ["opening, for everyone"])
  }

  @Test("a value that is chosen holds for all, and one of the course leaves one situation")
  func chosen() throws {
    let insight = try compare("one insight", "your insight") { data in
      data.values["phase"] = "insight"
      data.chosen = ["phase"]
    }
    #expect(insight.situations.allSatisfy { $0.moment == .alone })
    expect(summary(insight), equals: ["for new"])
    let calm = try compare("the danger", "what you noticed") { data in
      data.values["alarm"] = []
      data.chosen = ["alarm"]
    }
    expectEmpty(calm.differences)
  }

  @Test("a conversation is followed message by message")
  func conversation() throws {
    let messages = (1...9).flatMap { [Message(.assistant, "Q\($0)?"), Message(.user, "A\($0).")] }
    let comparison = try compare("one insight", "your insight") { $0.conversation = messages }
    let plain = comparison.situations.filter { $0.addition == nil }
    expect(plain.map(\.moment), equals: [.opening] + (2...10).map { .message($0) })
    expect(summary(comparison), equals: ["messages 9–10 (insight), for new"])
  }

  @Test("the first phase that answers the person, and the close, place a message without history")
  func phases() throws {
    let library = try PromptLibrary(
      folder: "P", files: InMemoryFileSystem(["P/a.v1.prompt": Self.head]))
    for (values, words) in [
      (["phase": "insight"], "This is message 9.\nOffer one insight."),
      (["phase": "welcome"], "This is message 2."),
      (["phase": "bridge"], "This is message 13.\nClose now."),
      (["closing": true], "This is message 13.\nClose now."),
      (["message_number": 9], "This is message 9.\nOffer one insight."),
      ([:], "Say hello."), (["opening": false], "This is message 1."),
    ] as [(JSONObject, String)] {
      let text = try PromptAssembler(library: library).assemble(
        AssemblyRequest(
          prompt: PromptReference(name: "a"), person: Person(id: "new"), values: values)
      ).text
      for line in words.split(separator: "\n") { expect(text, contains: String(line)) }
    }
    // With a conversation, its length counts.
    let later = try PromptAssembler(library: library).assemble(
      AssemblyRequest(
        prompt: PromptReference(name: "a"), person: Person(id: "new"),
        history: [Message(.assistant, "Hi?"), Message(.user, "Hello.")],
        values: ["phase": "insight"]))
    expect(later.text, contains: "This is message 2.")
    expect(later.text, contains: "Offer one insight.")
  }

  @Test("every two neighbouring versions of the shipped prompts can be compared")
  func shipped() throws {
    let library = try Workspace.library()
    for name in ["discovery", "coaching"] {
      let versions = library.versions(of: name).suffix(2).map {
        CourseComparison.Version(
          PromptReference(name: name, version: $0.version), in: library)
      }
      var data = CourseData(people: try Workspace.people.map { try Workspace.person($0) })
      data.domains = try Workspace.domains()
      let comparison = try CourseComparison(from: versions[0], to: versions[1], data: data)
      #expect(!comparison.differences.isEmpty && comparison.situations.count > 10, "\(name)")
    }
  }
}
