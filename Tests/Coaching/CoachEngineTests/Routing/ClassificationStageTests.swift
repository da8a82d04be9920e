import CoachDomains
import CoachEngine
import CoachModel
import LanguageModels
import PromptTemplates
import Testing
import TestKit

@Suite("Classification of a message by a model")
struct ClassificationStageTests {
  private func stage(_ turns: [ScriptedModel.Turn]) throws -> (ClassificationStage, NotingModel) {
    let library = try Workspace.library()
    let model = NotingModel(turns, name: "router")
    return (ClassificationStage(prompts: { library }, route: ModelRoute(model)), model)
  }

  private func decide(
    _ stage: ClassificationStage, history: [Message] = []
  ) async throws -> RoutingDecision? {
    await stage.decide("my new manager", history: history, among: try Workspace.domains())
  }

  private func decision(_ reply: String) async throws -> RoutingDecision? {
    try await decide(try stage([.reply([reply]), .reply([reply])]).0)
  }

  @Test("a confident answer sets the domain")
  func sure() async throws {
    let decision = try await decision(#"{"domain": "career", "confidence": 0.9}"#)
    #expect(decision?.domain == "career" && decision?.confidence == 0.9)
    #expect(decision?.outcome == nil && decision?.isUnsure == false)
    #expect(decision?.reason.isEmpty == false)
    // The bound itself suffices.
    try await expect(
      self.decision(#"{"domain": "life", "confidence": 0.6}"#)?.domain, equals: "life")
  }

  @Test(
    "an uncertain answer, or an unknown domain, sets none",
    arguments: [
      #"{"domain": "career", "confidence": 0.59}"#, #"{"domain": "career", "confidence": 0}"#,
      #"{"domain": "cooking", "confidence": 0.9}"#, #"{"domain": "Career ", "confidence": 0.9}"#,
      #"{"domain": "", "confidence": 1}"#,
    ])
  func unsure(reply: String) async throws {
    try await expect(decision(reply), equals: nil)
  }

  @Test("an off-topic message is an outcome without a domain")
  func outcomes() async throws {
    for outcome in RoutingOutcome.Kind.allCases {
      let decision = try await decision(
        #"{"domain": "\#(outcome.rawValue)", "confidence": 0.8}"#)
      #expect(decision?.outcome == outcome && decision?.domain == nil)
      #expect(decision?.confidence == 0.8)
      try await expect(
        self.decision(#"{"domain": "\#(outcome.rawValue)", "confidence": 0.5}"#), equals: nil)
    }
  }

  @Test("a confidence above the range counts as certain")
  func beyond() async throws {
    try await expect(decision(#"{"domain": "career", "confidence": 90}"#)?.confidence, equals: 1)
  }

  @Test("an unavailable model, or one that answers with prose, decides nothing")
  func down() async throws {
    for code in [ModelError.Code.transport, .overloaded, .contentFilter] {
      try await expect(decide(try stage([.failure(.failed(code), after: [])]).0), equals: nil)
    }
    for reply in ["It is about work.", "{}", ""] { #expect(try await decision(reply) == nil) }
  }

  @Test("an invalid answer is requested once more")
  func again() async throws {
    let (stage, model) = try stage([
      .reply(["Work."]), .reply([#"{"domain": "career", "confidence": 0.9}"#]),
    ])
    try await expect(decide(stage)?.domain, equals: "career")
    #expect(model.requests.count == 2)
  }

  @Test("without its prompt, the model is not called")
  func noPrompt() async throws {
    var (stage, model) = try stage([.reply([#"{"domain": "career", "confidence": 0.9}"#])])
    stage.prompt = PromptReference(name: "nothing")
    try await expect(decide(stage), equals: nil)
    #expect(model.requests.isEmpty)
  }

  @Test("the model gets the message, the domains and the previous turns")
  func request() async throws {
    let (stage, model) = try stage([.reply([#"{"domain": "career", "confidence": 0.9}"#])])
    let history = (0..<5).flatMap { number in
      [Message(.user, "question \(number)."), Message(.assistant, "reply \(number).")]
    }
    _ = try await decide(stage, history: history)
    let asked = model.text(ofRequest: 0)
    #expect(asked.contains("my new manager"))
    for domain in try Workspace.domains() { #expect(asked.contains("- \(domain.id) (")) }
    #expect(asked.contains("question 2.") && asked.contains("reply 4."))
    #expect(!asked.contains("reply 1.") && !asked.contains("question 0."))
  }
}
