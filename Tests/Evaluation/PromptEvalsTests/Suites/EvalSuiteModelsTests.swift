import EvalTestKit
import LanguageModels
@testable import PromptEvals
import PromptTemplates
import Testing
import TestKit

@Suite("A suite with several models")
struct EvalSuiteModelsTests {
  private let models = [
    ModelReference(provider: "x", model: "small"), ModelReference(provider: "local"),
  ]

  @Test("every variant is run with each of them, and the baseline with the first")
  func crossed() throws {
    var suite = try EvalBench.suite(
      "pairwise: [{id: better, rubric: Be kind., models: [test:rule]}]")
    suite.cross(with: models)
    #expect(
      suite.comparison.variants.map(\.id) == ["a x:small", "a local", "b x:small", "b local"])
    #expect(suite.comparison.variants.map(\.model) == models + models)
    #expect(suite.comparison.variants.map(\.prompt.version) == ["v1", "v1", "v2", "v2"])
    #expect(suite.comparison.baseline == "a x:small")
    #expect(suite.comparison.variants.map(\.ownID) == ["a", "a", "b", "b"])
    // Judges stay who they are.
    #expect(suite.grading.pairwise[0].models == [EvalBench.reference])
  }

  @Test("one variant is named by its model")
  func one() throws {
    var suite = try EvalBench.suite()
    suite.comparison.variants.removeLast()
    var same = suite
    same.cross(with: [])
    #expect(same.comparison.variants == suite.comparison.variants)
    suite.cross(with: models)
    #expect(suite.comparison.variants.map(\.id) == ["x:small", "local"])
    #expect(suite.comparison.baseline == "x:small")
  }
}
