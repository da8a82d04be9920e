@testable import coachkit
@testable import EvalCommands
@testable import PromptEvals
import Testing

@Suite("Expected costs with unknown prices")
struct ExpectedCostTests {
  private func share(
    _ provider: String, dollars: Double?, calls: Int = 1
  ) -> PlanEstimate.ModelShare {
    PlanEstimate.ModelShare(
      model: "\(provider):m", provider: provider, role: "candidate", calls: calls, inputTokens: 1,
      outputTokens: 1, dollars: dollars, isReplay: false)
  }

  private func cost(_ shares: [PlanEstimate.ModelShare]) -> ExpectedCost {
    ExpectedCost(PlanEstimate(samples: 1, shares: shares, limits: [:])) { $0 == "local" }
  }

  @Test("known, partly known, unknown, and free")
  func words() {
    #expect("\(cost([share("a", dollars: 1.2)]))" == "about $1.20")
    #expect("\(cost([share("a", dollars: 0.0038)]))" == "about $0.0038")
    #expect("\(cost([share("a", dollars: 0.000_02)]))" == "about $0.000020")
    #expect("\(cost([share("a", dollars: 1.2), share("b", dollars: nil)]))" == "at least $1.20")
    #expect("\(cost([share("b", dollars: nil)]))" == "cost unknown")
    #expect("\(cost([share("local", dollars: nil)]))" == "at no cost")
    #expect("\(cost([share("b", dollars: nil, calls: 0)]))" == "at no cost")
  }

  @Test("each model without a price is listed once")
  func names() {
    let cost = cost([share("b", dollars: nil), share("b", dollars: nil)])
    #expect(cost.unknown == ["b:m"])
    #expect(cost.unknownNote == "no price is known for b:m")
    #expect(self.cost([share("local", dollars: nil)]).unknownNote == nil)
  }

  @Test(
    "local models are free, local gateways are not",
    arguments: [
      ("local", nil, true), ("scripted", nil, true), ("ollama", nil, true),
      ("openai", nil, false), ("openai", "http://127.0.0.1:8080/v1", true),
      ("compatible", "http://localhost:8080/v1", true), ("compatible", "http://[::1]/v1", true),
      ("compatible", "https://models.example/v1", false),
      ("compatible", "https://localhost.example/v1", false), ("litellm", nil, false),
    ] as [(String, String?, Bool)])
  func free(provider: String, url: String?, isFree: Bool) {
    #expect(ExpectedCost.isFree(provider, at: url) == isFree)
  }
}
