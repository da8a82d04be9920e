import CoachAccess
import Testing
import TestKit

@Suite("Validation of access policies")
struct AccessPolicyTests {
  @Test("the standard policy matches the product's promise")
  func standard() throws {
    let policy = AccessPolicy.standard
    #expect(policy.paidLimit == 800 && policy.trialLimit == 100)
    #expect(policy.trialLength == 259_200 && policy.renewalGrace == 86_400)
    #expect(policy.rateWindows.map(\.count) == [12, 120])
    #expect(policy.rateWindows.map(\.seconds) == [60, 3600])
    #expect(policy.gentlePercent == 80 && policy.prominentPercent == 95)
    try expect(AccessPolicy(), equals: policy)
  }

  @Test("an invalid policy is rejected with advice")
  func nonsense() {
    let makers: [() throws -> Void] = [
      { _ = try AccessPolicy(paidLimit: 0) },
      { _ = try AccessPolicy(trialLimit: -1) },
      { _ = try AccessPolicy(trialLength: 0) },
      { _ = try AccessPolicy(trialLength: .nan) },
      { _ = try AccessPolicy(trialLength: .infinity) },
      { _ = try AccessPolicy(trialLength: 1e30) },
      { _ = try AccessPolicy(renewalGrace: 1e30) },
      { _ = try AccessPolicy(renewalGrace: -1) },
      { _ = try AccessPolicy(renewalGrace: .infinity) },
      { _ = try AccessPolicy(gentlePercent: 0) },
      { _ = try AccessPolicy(gentlePercent: 96) },
      { _ = try AccessPolicy(prominentPercent: 101) },
      { _ = try RateWindow(count: 0, seconds: 60) },
      { _ = try RateWindow(count: 1, seconds: 0) },
      { _ = try RateWindow(count: 1, seconds: .infinity) },
    ]
    for (place, make) in makers.enumerated() {
      let error = #expect(throws: AccessError.self, "\(place)") { try make() }
      #expect(error?.code == .invalidPolicy && error?.advice.isEmpty == false, "\(place)")
    }
  }

  @Test("the most extreme valid values are accepted")
  func outermost() throws {
    let window = try RateWindow(count: 1, seconds: 0.001)
    let policy = try AccessPolicy(
      paidLimit: 1, trialLimit: .max, trialLength: 0.001, renewalGrace: 0, rateWindows: [],
      gentlePercent: 1, prominentPercent: 100)
    #expect(policy.rateWindows.isEmpty && window.count == 1)
    try expect(AccessPolicy(gentlePercent: 95).gentlePercent, equals: 95)
    // What is not given comes from the policy that is adjusted.
    let adjusted = try AccessPolicy(policy, paidLimit: 7)
    #expect(adjusted.paidLimit == 7 && adjusted.trialLimit == .max && adjusted.rateWindows == [])
  }
}
