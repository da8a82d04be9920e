import CoachModel
@testable import EvalGraders
import EvalTestKit
import LanguageModels
import Testing
import TestKit

@Suite("The closeness of meaning by an embedding model")
struct EmbeddingSimilarityTests {
  private static let yaml =
    "- {use: embedding-similarity, model: test:vectors, to: person, at_least: 0.5}"

  /// Vectors in two dimensions: texts with "tea" and texts with "sleep".
  private static func vectors(_ texts: [String]) -> [[Double]] {
    texts.map { [$0.contains("tea") ? 2 : 0, $0.contains("sleep") ? 3 : 0] }
  }

  private func grades(
    _ yaml: String = Self.yaml, _ conversation: GradedConversation,
    asked: Observed<Int> = Observed(0),
    vectors: @escaping @Sendable ([String]) -> [[Double]] = Self.vectors
  ) async throws -> [Grade] {
    var tools = GraderTools.none
    tools.embeddings = { _, texts in
      asked.update { $0 += 1 }
      return TextEmbeddings(vectors: vectors(texts))
    }
    let use = try #require(try GraderSamples.uses(yaml).first)
    #expect(use.grader.embeddings == [ModelReference(provider: "test", model: "vectors")])
    return try await use.grade(conversation, with: tools)
  }

  private func conversation(_ text: String, after said: String = "I cannot sleep")
    -> GradedConversation
  {
    GraderSamples.conversation(text, after: [Message(.user, said)], recorded: "Some tea?")
  }

  @Test("the cosine is measured, and compared with the limits")
  func cosine() async throws {
    for (text, similarity, isPass) in [
      ("You want sleep", 1.0, true), ("Try tea", 0, false), ("Less tea, more sleep", 0.83205, true),
    ] {
      let grade = try #require(try await grades(Self.yaml, conversation(text)).first)
      #expect(abs(try #require(grade.measured) - similarity) < 1e-4 && grade.isPass == isPass)
    }
  }

  @Test("the message is compared with the recorded one, or with a text of the suite")
  func others() async throws {
    let recorded = Self.yaml.replacing("person", with: "recorded")
    try await expect(grades(recorded, conversation("More tea")).first?.isPass, equals: true)
    let text = Self.yaml.replacing("to: person", with: "text: Go to sleep")
    try await expect(grades(text, conversation("More tea")).first?.isPass, equals: false)
  }

  @Test("a message with nothing to compare with is not judged")
  func nothing() async throws {
    try await expectEmpty(grades(Self.yaml, GraderSamples.conversation("Hello", after: [])))
    try await expectEmpty(grades(Self.yaml, conversation(" ")))
    let target = Self.yaml.replacing("person", with: "target")
    try await expectEmpty(grades(target, conversation("Hello")))
  }

  @Test("a model that returns no vectors to compare is an error of the grader")
  func broken() async throws {
    for vectors in [[[Double]](), [[1, 0], [1]], [[0, 0], [0, 0]], [[.nan, 1], [1, 1]]] {
      let grades = try await grades(Self.yaml, conversation("Sleep")) { _ in vectors }
      #expect(grades.map(\.verdict) == [.error])
    }
  }

  @Test("grading again asks only about texts that changed")
  func again() async throws {
    let asked = Observed(0)
    var talk = conversation("You want sleep")
    talk.earlierGrades = try await grades(Self.yaml, talk, asked: asked)
    let stricter = Self.yaml.replacing("at_least: 0.5", with: "at_least: 1.0")
    let grades = try await grades(stricter, talk, asked: asked)
    #expect(grades.first?.measured == 1 && asked.current == 1)
    var other = conversation("Try tea")
    other.earlierGrades = talk.earlierGrades
    try await expect(self.grades(Self.yaml, other, asked: asked).first?.measured, equals: 0)
    #expect(asked.current == 2)
  }

  @Test(
    "options that say nothing or two things are rejected",
    arguments: [
      "model: test:vectors", "at_least: 0.5", "model: test:vectors, at_least: 2",
      "model: test:vectors, to: person, text: x, at_least: 0",
      "model: test:vectors, to: nobody, at_least: 0",
    ])
  func problems(options: String) {
    #expect(GraderSamples.problem("- {use: embedding-similarity, \(options)}") != nil)
  }
}
