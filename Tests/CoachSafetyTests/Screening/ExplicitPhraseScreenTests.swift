import Conversations
import SourceFiles
import Testing
import YAMLDocument

@testable import CoachSafety

@Suite("What cannot be mistaken is seen, and everyday talk is not")
struct ExplicitPhraseScreenTests {
  private let screen = ExplicitPhraseScreen.builtIn

  @Test("an explicit statement is seen", arguments: ScreeningCase.signals)
  func signal(_ signal: ScreeningCase) {
    let assessment = screen.assess(signal.text, history: [])
    let categories = assessment?.categories ?? []
    let severity = assessment?.severity
    let isByItself = assessment.map { !$0.isFollowUp && $0.stage == .explicitPhrases }
    #expect(signal.category.map(categories.contains) == true)
    #expect(severity == signal.severity)
    #expect(isByItself == true)
  }

  @Test("the evidence is quoted from where it stands", arguments: ScreeningCase.signals)
  func evidence(_ signal: ScreeningCase) throws {
    let text = "😂 Ça va… " + signal.text + "\nOk."
    let evidence = try #require(screen.assess(text, history: [])?.evidence)
    let isExact = String(decoding: Array(text.utf8)[evidence.range], as: UTF8.self) == evidence.text
    let isInside = signal.text.contains(evidence.text)
    #expect(isExact && isInside)
    #expect(evidence.messagesBack == 0)
  }

  @Test("everyday talk passes", arguments: ScreeningCase.calm)
  func calm(_ calm: ScreeningCase) {
    let isCalm = screen.assess(calm.text, history: []) == nil
    #expect(isCalm)
  }

  @Test("case and accents make no difference", arguments: ScreeningCase.signals)
  func spelling(_ signal: ScreeningCase) {
    let plain = signal.text.map { $0 == "’" ? "'" : "\($0)" }.joined()
    let severities = [plain, plain.uppercased(), signal.text.lowercased()].map {
      screen.assess($0, history: [])?.severity
    }
    #expect(severities == Array(repeating: signal.severity, count: 3))
  }

  @Test("all that a message is about is listed, and the gravest decides")
  func several() {
    let text = "My husband hits me. I want to die. He's choking me now"
    let assessment = screen.assess(text, history: [])
    let words = assessment?.evidence.text.utf8.count
    #expect(assessment?.categories == [.suicidalThoughts, .abuse])
    #expect(assessment?.severity == .imminent)
    #expect(words == "He's choking me now".utf8.count)
  }

  @Test(
    "an empty message and signs alone are calm", arguments: ["", " \n", "😂😂", "…", "'", "\u{301}"])
  func empty(text: String) {
    #expect(screen.assess(text, history: []) == nil)
  }

  @Test("a very long message is read to its end")
  func long() {
    let text = String(repeating: "and then I went to work and it was fine, ", count: 5000)
    #expect(screen.assess(text, history: []) == nil)
    #expect(screen.assess(text + "i want to die", history: [])?.severity == .high)
  }
}

@Suite("The list of phrases is whole")
struct BuiltInPhraseTests {
  private func file() -> SourceFile {
    SourceFile(path: "phrases.yaml", bytes: PackageResources.phrases_yaml)
  }

  @Test("it can be read, in three languages and all categories that it knows")
  func reads() throws {
    let list = try PhraseList(file())
    #expect(Set(list.entries.map(\.language)) == ["en", "es", "de"])
    for language in ["en", "es", "de"] {
      let categories = Set(list.entries.filter { $0.language == language }.map(\.category))
      // Distress without words for it is for a later screen.
      #expect(categories == Set(CrisisCategory.allCases).subtracting([.acuteDistress]))
    }
  }

  @Test("every entry is found by its own words")
  func alive() throws {
    let list = try PhraseList(file())
    var map = try YAMLMapping(try YAMLNode.parse(file()), "phrases")
    var groups: [String: [String]] = [:]
    for group in try YAMLMapping(try map.required("groups"), "groups").entries {
      groups[group.key] = try group.value.strings("group")
    }
    for (position, entry) in list.entries.enumerated() {
      let parts = try PhrasePattern(entry.phrase, groups: groups).parts
      for pick in [0, 1, Int.max] {
        let text = parts.map { $0[min(pick, $0.count - 1)] }.joined()
        let isFound = list.matches(in: text).contains { $0.entry == position }
        #expect(isFound, "entry \(position + 1), choice \(pick)")
      }
    }
  }
}
