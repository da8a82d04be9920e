import CoachModel
import Documents
@testable import EvalGraders
import EvalTestKit
@testable import PromptEvals
import SourceFiles
import Testing
import TestKit

@Suite("Graders of listening")
struct ListeningTests {
  private func conversation(
    _ text: String, after person: String..., language: String = "en"
  ) -> GradedConversation {
    let history = person.flatMap { [Message(.assistant, "Mm?"), Message(.user, $0)] }
    return GraderSamples.conversation(text, after: history, language: language)
  }

  @Test("the person's own words are counted, inflected or not")
  func ownWords() async throws {
    let talk = conversation(
      "Those worries on the bus. What are they?", after: "I worried on the bus about my mother.")
    let grade = try await GraderSamples.grade("- own-words", talk)
    #expect(grade.isPass)
    #expect(grade.measured == 2)
    #expect(grade.details["words"] == ["worried", "bus"])
    #expect(try await !GraderSamples.grade("- {use: own-words, at_least: 3}", talk).isPass)
    #expect(try await GraderSamples.grade("- {use: own-words, share: 0.6}", talk).isPass)
    #expect(try await !GraderSamples.grade("- {use: own-words, share: 0.7}", talk).isPass)
  }

  @Test(
    "words are recognised in five languages",
    arguments: [
      (
        "es", "Trabajaba y me cansé mucho con mi jefa.", "Ese trabajo con tu jefa… ¿qué te cansa?",
        3.0
      ),
      ("de", "Ich habe gearbeitet und die Kinder vermisst.", "Die Arbeit, und das Kind?", 2),
      (
        "fr", "Je travaillais et l'enfant pleurait la nuit.",
        "Ce travail, les enfants, les nuits ?", 3
      ),
      (
        "pt", "Eu trabalhava e a criança chorava de noite.", "O trabalho, as crianças, as noites?",
        3
      ),
    ])
  func languages(code: String, person: String, coach: String, count: Double) async throws {
    let talk = conversation(coach, after: person, language: code)
    try await expect(GraderSamples.grade("- own-words", talk).measured, equals: count)
  }

  @Test("own words are not required after a short answer, and unknown in other languages")
  func ownWordsApply() async throws {
    let short = conversation("And then?", after: "Fine, tired.")
    try await expectEmpty(GraderSamples.grades("- own-words", short))
    try await expect(
      GraderSamples.grades("- {use: own-words, shortest: 1}", short).count, equals: 1)
    let opening = GraderSamples.conversation("Hello.", after: [], number: 1)
    try await expectEmpty(GraderSamples.grades("- own-words", opening))
    let polish = conversation("A dom?", after: "Wróciłem do domu po pracy.", language: "pl")
    try await expect(GraderSamples.grade("- own-words", polish).verdict, equals: .inconclusive)
    let earlier = conversation("The garden?", after: "I dug the garden beds.", "Mm, tired.")
    try await expect(
      GraderSamples.grade("- {use: own-words, last: 2}", earlier).measured, equals: 1)
  }

  @Test("an insight refers to messages whose words it contains")
  func insight() async throws {
    let person = [
      "My mother rang about the wedding again.", "At work I hide in the linen cupboard.",
      "The application has been on my phone since spring.", "I walk fast so nobody stops me.",
    ]
    func grade(_ text: String) async throws -> Grade {
      let history = person.flatMap { [Message(.assistant, "Mm?"), Message(.user, $0)] }
      return try await GraderSamples.grade(
        "- insight-refers", GraderSamples.conversation(text, after: history))
    }
    let good = try await grade(
      "The linen cupboard, the fast walking with nobody stopping you, an application that waits on a phone."
    )
    #expect(good.isPass)
    #expect(good.measured == 3)
    #expect(good.details["messages"]?.array?.compactMap { $0["number"]?.integer } == [2, 3, 4])
    let vague = try await grade("You seem to hide what you want from the people around you.")
    #expect(vague.verdict == .fail)
    let early = conversation("Mm?", after: "One thing.", "Another thing.")
    try await expectEmpty(GraderSamples.grades("- insight-refers", early))
  }

  @Test("a word that occurs in many messages has little weight for each")
  func commonWords() throws {
    let messages = ["garden fence", "garden gate", "garden shed roof"]
    let shared = try #require(MessageReferences("Your garden.", to: messages, language: "en"))
    #expect(shared.numbers.isEmpty)
    let exact = try #require(
      MessageReferences("The shed roof.", to: messages, language: "en"))
    #expect(exact.numbers == [3])
    #expect(exact.words(of: 3) == ["shed", "roof"])
    #expect(MessageReferences("X.", to: messages, language: "ja") == nil)
  }

  @Test("similarity is measured against the recorded message")
  func similarity() async throws {
    func talk(_ recorded: String?) -> GradedConversation {
      GraderSamples.conversation("the cat sat on the mat", recorded: recorded)
    }
    let open = try await GraderSamples.grade("- similarity", talk("the cat is on the mat"))
    // The value that sacreBLEU 2.6 gives, 64.578.
    #expect(abs(try #require(open.measured) - 0.64578) < 0.00001)
    #expect(open.score == open.measured)
    let copied = try await GraderSamples.grade(
      "- {use: similarity, at_most: 0.8}", talk("the cat sat on the mat"))
    #expect(copied.verdict == .fail)
    #expect(copied.score == 0)
    let words = try await GraderSamples.grade(
      "- {use: similarity, by: words, at_least: 0.8}", talk("the cat is on the mat"))
    #expect(words.isPass)
    try expect(#require(words.measured), equals: 10.0 / 12)
    try await expectEmpty(GraderSamples.grades("- similarity", talk(nil)))
  }

  @Test("repetition is found in any earlier message, and only there")
  func repetition() async throws {
    let history = [
      Message(.assistant, "What is it about the garden that calls you?"), Message(.user, "Peace."),
      Message(.assistant, "Peace, then."), Message(.user, "Yes."),
    ]
    func grade(_ text: String) async throws -> Grade {
      try await GraderSamples.grade(
        "- repetition", GraderSamples.conversation(text, after: history))
    }
    let repeated = try await grade("And what is it about the garden that scares you?")
    #expect(repeated.verdict == .fail)
    #expect(repeated.reason?.contains("in message 1") == true)
    try expect(#require(repeated.measured), equals: 5.0 / 8)
    #expect(
      try await grade("You say yes, and your shoulders drop. Where is that quiet now?").isPass)
    #expect(try await !grade("Peace, then.").isPass)
    let first = GraderSamples.conversation("Hello there, friend.", after: [])
    try await expectEmpty(GraderSamples.grades("- repetition", first))
  }
}
