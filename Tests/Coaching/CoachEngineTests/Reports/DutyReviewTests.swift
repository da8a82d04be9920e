import CoachDuties
@testable import CoachEngine
import CoachModel
import CoachSafety
import PromptTemplates
import SafetyRules
import SourceFiles
import Testing
import TestKit

@Suite("What is met of a law's duties")
struct DutyReviewTests {
  static let laws = Result { try DutySet(folder: "\(ProjectFolder.path)/Duties") }

  private static func prompt(declaring inputs: String) -> String {
    """
    ---
    input:
      schema:
        type: object
        properties: {\(inputs)}
    ---
    {{role "system"}}
    You are a coach.
    """
  }

  /// Prompts of which discovery is told the age, and coaching is if that is asked for.
  private func means(coachingKnowsAge: Bool = true) throws -> DutyReview.Means {
    let knowing = Self.prompt(declaring: "age_group: {type: string}")
    let files = InMemoryFileSystem([
      "P/discovery.v1.prompt": knowing,
      "P/coaching.v1.prompt": Self.prompt(declaring: "language: {type: string}"),
      "P/coaching.v2.prompt": knowing,
      "P/labels.yaml":
        "discovery: {production: v1}\ncoaching: {production: \(coachingKnowsAge ? "v2" : "v1")}\n",
    ])
    let library = try PromptLibrary(folder: "P", files: files)
    expectEmpty(library.diagnostics.filter { $0.severity == .error })
    return DutyReview.Means(prompts: library)
  }

  private func review(_ id: String, _ means: DutyReview.Means) throws -> DutyReview {
    DutyReview(of: try Self.laws.get().jurisdiction(id), with: means)
  }

  private func missing(_ review: DutyReview) -> [String] {
    review.lines.filter { $0.state == .missing }.map(\.text)
  }

  @Test(
    "the shipped laws are met by the toolkit's defaults, if prompts are told the age",
    arguments: ["eu", "us-ca", "us-ny", "us-or", "us-wa"])
  func met(id: String) throws {
    let review = try review(id, means())
    expectEmpty(missing(review))
    #expect(review.isComplete)
    #expect(
      review.lines.contains { $0.state == .app } && review.lines.contains { $0.state == .met })
  }

  @Test("a prompt in use that is not told the age is missing, where a law protects minors")
  func age() throws {
    let means = try means(coachingKnowsAge: false)
    let california = try review("us-ca", means)
    #expect(!california.isComplete)
    expect(missing(california).count, equals: 1)
    expect(missing(california).first ?? "", contains: "coaching@v1 declares no input 'age_group'")
    #expect(try review("us-ny", means).isComplete)
  }

  @Test("a text that one language lacks is missing")
  func texts() throws {
    var means = try means()
    means.copy = try MessageCatalog(
      SourceFile(path: "copy.yaml", text: "notice.ai_start:\n  fr: \"Je suis une IA.\"\n"))
    let texts = missing(try review("us-ny", means))
    expect(texts.joined(separator: "\n"), contains: "'notice.ai_reminder' is missing in fr")
  }

  @Test("a check of replies that only marks does not protect minors")
  func guardrails() throws {
    var means = try means()
    means.guardrails[.dependence] = .mark
    let review = try review("us-wa", means)
    expect(missing(review).joined(separator: "\n"), contains: "'dependence'")
    #expect(try self.review("us-ca", means).isComplete)
  }

  @Test("what a law forbids and no check looks for in full is met in part")
  func partly() throws {
    let lines = try review("us-wa", means()).lines.filter { $0.state == .partly }
    expect(lines.count, equals: 2)
    let text = lines.map(\.text).joined(separator: "\n")
    expect(text, contains: "no check looks for other sexual content")
    expect(text, contains: "no check looks for other ways to keep people writing")
    #expect(
      try review("us-or", means()).lines.contains {
        $0.state == .met && $0.text.contains("claims to be human")
      })
  }

  @Test("help is missing for a country without lines in the table")
  func help() throws {
    var garden = try Self.laws.get().jurisdiction("us-wa")
    garden.places = ["XX"]
    let texts = missing(DutyReview(of: garden, with: try means()))
    expect(texts.count, equals: 3)
    expect(texts.first ?? "", contains: "no lines for XX")
  }

  @Test("the built-in screen looks for every category that a law may name")
  func categories() {
    let named = ProtocolDuty.Category.allCases.map(\.crisisCategory)
    #expect(CrisisScreen.builtIn.categories.isSuperset(of: named))
  }
}
