import Foundation
import LanguageModels
import Testing
import WireFaults

/// Every fault of every protocol, over real sockets; `make faults` prints the same as a table.
@Suite("Whatever goes wrong on the wire", .serialized, .timeLimit(.minutes(5)))
struct FaultTests {
  /// More under a sanitizer, where everything is slow.
  private static let patience =
    ProcessInfo.processInfo.environment["COACHKIT_PATIENCE"].flatMap { Int($0) } ?? 2

  @Test("each fault comes to its documented end", arguments: WireProtocol.allCases)
  func faults(wire: WireProtocol) async throws {
    let trial = try #require(FaultTrial(patience: Self.patience))
    defer { trial.stop() }
    let faults = Fault.all(of: wire)
    #expect(faults.count >= 40)
    #expect(Set(faults.map(\.name)).count == faults.count)
    let outcomes = try await trial.runAll(faults)
    for fault in faults {
      let differences = outcomes[fault.name]?.differences(
        from: fault, limit: .seconds(10) * Self.patience)
      #expect(differences == [], "\(wire.rawValue)/\(fault.name)")
    }
  }
}
