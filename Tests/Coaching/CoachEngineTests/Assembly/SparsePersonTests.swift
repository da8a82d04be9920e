import CoachEngine
import CoachModel
import Documents
import PromptTemplates
import Testing
import TestKit

/// People of whom little is known, in any combination.
@Suite("No heading without anything below it")
struct SparsePersonTests {
  private static func person(_ random: inout SplitMix) -> Person {
    var person = Person.complete
    person.language = random.pick(["en", "es", "de"])
    person.sessions = random.pick([0, 1, 4, 5, 12])
    if random.once(in: 2) { person.name = nil }
    if random.once(in: 2) { person.profile.values = [] }
    if random.once(in: 2) { person.profile.goals = [] }
    if random.once(in: 2) { person.profile.situation = [] }
    if random.once(in: 2) { person.profile.other = ["training_history": []] }
    if random.once(in: 2) { person.style = nil }
    if random.once(in: 2) { person.patterns.themes = [] }
    if random.once(in: 2) { person.patterns.growth = random.once(in: 2) ? [] : [" "] }
    if random.once(in: 2) { person.patterns.styleNotes = random.once(in: 2) ? [] : [""] }
    if random.once(in: 2) { person.memories = [] }
    if random.once(in: 2) { person.openQuestion = random.once(in: 2) ? nil : " " }
    switch random.below(4) {
    case 0: person.discovery = nil
    case 1: person.discovery?.keepNothing()
    default: person.discovery?.keepLittle(&random)
    }
    return person
  }

  /// A line that announces something, with the line that follows it.
  private struct Announcement: Hashable {
    var line: String
    var next: String
  }

  /// Returns the lines that announce something that does not follow.
  private static func hollow(in text: String) -> Set<Announcement> {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return Set(
      zip(lines, lines.dropFirst() + [""]).compactMap { line, next in
        let isLabel = line.hasSuffix(":") || line.hasSuffix(": ")
        let isHeading = line.hasPrefix("#") && next.hasPrefix("</")
        let isFollowed = !next.allSatisfy(\.isWhitespace) && !next.hasPrefix("</")
        return isHeading || (isLabel && !isFollowed)
          ? Announcement(line: line, next: next) : nil
      })
  }

  private static func text(_ reference: String, _ person: Person) throws -> String {
    let history = [Message(.assistant, "Hello?"), Message(.user, "Hello.")]
    let request = try ExamplePrompts.request(reference, person: person, history: history)
    return try PromptAssembler(library: Workspace.library()).assemble(request).text
  }

  @Test(
    "whatever of a person is blank, no version prints a heading for it",
    arguments: try ExamplePrompts.references())
  func headings(reference: String) throws {
    // A template may end a paragraph with a colon before a blank line of its own.
    let own = try Self.hollow(in: Self.text(reference, .complete))
    for seed in TestCases.seeds(40, atMost: 400) {
      var random = SplitMix(seed: seed)
      let person = Self.person(&random)
      let found = try Self.hollow(in: Self.text(reference, person)).subtracting(own)
      expect(found, equals: [], "\(reference), seed \(seed)")
    }
  }

  @Test("where only the insight may be used, no first conversation is announced")
  func insightAlone() throws {
    var person = Person(id: "new")
    person.sessions = 1
    person.discovery = Person.complete.discovery
    person.discovery?.keepNothing()
    person.discovery?.ahaInsight = "She keeps every promise but the one to herself."
    let library = try Workspace.library()
    for template in library.versions(of: "coaching") {
      let text = try Self.text(template.reference, person)
      #expect(!text.contains("From your first conversation:"), "\(template.reference)")
      #expect(!text.contains("Who you are talking with"), "\(template.reference)")
      expect(text, contains: "every promise but the one to herself")
    }
  }

  @Test("the check itself finds a heading with nothing below it")
  func check() {
    expect(Self.hollow(in: "A:\n- b\n# C\n\nd").count, equals: 0)
    expect(Self.hollow(in: "A:\n\n- b").count, equals: 1)
    expect(Self.hollow(in: "A:\n</a>\n# B\n</b>").count, equals: 2)
  }
}

extension DiscoveryProfile {
  fileprivate mutating func keepNothing() {
    self = DiscoveryProfile(
      coachingDomains: [], currentChallenges: [], emotionalBaseline: "", communicationStyle: " ",
      keyThemes: [], strengthsIdentified: [""], values: [], vision: "", ahaInsight: "")
  }

  fileprivate mutating func keepLittle(_ random: inout SplitMix) {
    if random.once(in: 2) { currentChallenges = [] }
    if random.once(in: 2) { emotionalBaseline = "" }
    if random.once(in: 2) { communicationStyle = "  " }
    if random.once(in: 2) { keyThemes = [] }
    if random.once(in: 2) { strengthsIdentified = [] }
    if random.once(in: 2) { values = [] }
    if random.once(in: 2) { vision = "" }
    if random.once(in: 2) { ahaInsight = "" }
  }
}
