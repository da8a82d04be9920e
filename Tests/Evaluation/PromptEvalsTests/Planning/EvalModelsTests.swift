import CoachModel
import EvalTestKit
import LanguageModels
import ModelLayers
@testable import PromptEvals
import Testing
import TestKit

@Suite("The models of a suite share its limits")
struct EvalModelsTests {
  private func models(
    _ more: String, for purpose: EvalModels.Purpose = .generating,
    limits: BudgetLimits = BudgetLimits(), spent: EvalRun.Spending = EvalRun.Spending(),
    isFree: Bool = false
  ) async throws -> EvalModels {
    try await EvalModels(
      of: EvalBench.suite(more), for: purpose, limits: limits, spent: spent,
      on: CalendarDay(year: 2026, month: 3, day: 31), isFree: { _ in isFree }
    ) { reference in
      ScriptedModel([], name: reference.model)
    } layering: { model, budget, _ in
      budget.map { model.with($0) } ?? model
    }
  }

  @Test("the caller's limits override the suite's, minus what is spent")
  func limits() async throws {
    let suite = "budget: {dollars: 2, tokens: 1000, minutes: 3}"
    let spent = EvalRun.Spending(dollars: 0.5, tokens: 400)
    let own = try await models(suite, spent: spent, isFree: true)
    #expect(
      own.budget?.limits == BudgetLimits(dollars: 1.5, tokens: 600, time: .seconds(180)))
    let others = try await models(
      suite, limits: BudgetLimits(dollars: 9, tokens: 50), spent: spent, isFree: true)
    #expect(
      others.budget?.limits == BudgetLimits(dollars: 9, tokens: 50, time: .seconds(180)))
    #expect(try await models("").budget == nil)
  }

  @Test("a money limit needs prices before the first call, unless nothing is called")
  func prices() async throws {
    let suite = "budget: {dollars: 2}"
    let error = await #expect(throws: EvalModels.UnknownPrice.self) { try await models(suite) }
    #expect(error?.description.contains("rule") == true)
    let priced = suite + "\nprice: {input: 1, output: 2, note: ours}"
    for (suite, purpose, isFree) in [
      (suite, EvalModels.Purpose.checking, false), (suite, .grading, false),
      (suite, .generating, true), (priced, .generating, false),
    ] {
      try expect(
        await models(suite, for: purpose, isFree: isFree).budget?.limits.dollars, equals: 2)
    }
  }

  @Test("existing replies are graded without a candidate model")
  func grading() async throws {
    let models = try await models("", for: .grading)
    let reference = try #require(models.suite.generation.model)
    #expect(models.byReference.keys.elementsEqual([reference]))
    let model = try #require(models.byReference[reference])
    let request = ModelRequest(messages: [ModelMessage(Message(.user, "Hi"))])
    await #expect(throws: ModelError.self) { _ = try await model.stream(request).reply() }
  }

  @Test(
    "samples repeat a request unless all variants have a seed",
    arguments: [("", false), ("samples: 2", false), ("samples: 2", true)])
  func repeats(more: String, withoutSeed: Bool) throws {
    var suite = try EvalBench.suite(more)
    if withoutSeed { suite.generation.parameters.seed = nil }
    #expect(suite.repeatsRequests == withoutSeed)
  }
}
