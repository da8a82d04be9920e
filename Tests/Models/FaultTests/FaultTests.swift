import LanguageModels
import ModelProviders
import Testing
import WireFaults

/// Every fault of every protocol, over real sockets; `make faults` prints the same as a table.
@Suite("Faults on the wire")
struct FaultTests {
  @Test(
    "each fault has its documented outcome at the documented time", arguments: WireProtocol.included
  )
  func faults(wire: WireProtocol) async throws {
    let faults = Fault.all(of: wire)
    #expect(faults.count >= 40)
    #expect(Set(faults.map(\.name)).count == faults.count)
    for fault in faults {
      let outcome = try await FaultTrial(.simulated).run(fault)
      let differences = outcome.differences(
        from: fault, durations: fault.limit...fault.limit)
      #expect(differences == [], "\(wire.rawValue)/\(fault.name)")
    }
  }
}
