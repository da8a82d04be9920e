@testable import EvalCommands
@testable import PromptEvals
import Testing

@Suite("Demands of a gate that so few clusters cannot meet")
struct EvalGateClustersTests {
  private let gate = EvalGate(margins: [.init(metric: "g", margin: 0.1)])

  @Test("a margin of ten points takes 36 clusters")
  func margin() throws {
    #expect(gate.hopelessDemands(clusters: 36).isEmpty)
    let note = try #require(gate.hopelessDemands(clusters: 35).first)
    #expect(note.hasPrefix("a margin of 10.0 points on g takes at least 36 clusters"))
    #expect(note.hasSuffix("with 35 the gate cannot pass"))
  }

  @Test("what more clusters cannot meet either is left out")
  func beyond() {
    #expect(gate.hopelessDemands(clusters: 1, beyond: 20).isEmpty)
    #expect(gate.hopelessDemands(clusters: 1, beyond: 40).count == 1)
  }

  @Test("earlier looks leave less error to the last one, which takes more clusters")
  func looks() throws {
    var gate = EvalGate(margins: [.init(metric: "g", margin: 0.05)])
    #expect(gate.hopelessDemands(clusters: 72).isEmpty)
    gate.looks = [0.5, 1]
    let note = try #require(gate.hopelessDemands(clusters: 72).first)
    // At the boundary of 1.969, the last one of O'Brien and Fleming's for two looks.
    #expect(note.contains("at least 73 clusters"))
    #expect(gate.hopelessDemands(clusters: 73).isEmpty)
    gate.looks = [1]
    #expect(gate.hopelessDemands(clusters: 72).isEmpty)
  }
}
