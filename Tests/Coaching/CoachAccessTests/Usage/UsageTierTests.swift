import CoachAccess
import CoachModel
import Testing

@Suite("Usage notices")
struct UsageTierTests {
  @Test(
    "the thresholds, in whole percent, rounded down",
    arguments: [
      (0, 800, UsageTier.silent), (1, 800, .silent), (639, 800, .silent), (640, 800, .gentle),
      (759, 800, .gentle), (760, 800, .prominent), (799, 800, .prominent), (800, 800, .exhausted),
      (801, 800, .exhausted), (79, 100, .silent), (80, 100, .gentle), (94, 100, .gentle),
      (95, 100, .prominent), (99, 100, .prominent), (100, 100, .exhausted),
      // 2 of 3 are 66 %, 4 of 5 are 80 %.
      (2, 3, .silent), (4, 5, .gentle), (1, 1, .exhausted), (0, 1, .silent),
    ])
  func borders(used: Int, limit: Int, tier: UsageTier) {
    #expect(UsageTier(used: used, limit: limit) == tier)
  }

  @Test("no number is too large or too small")
  func extremes() {
    #expect(UsageTier(used: .max - 1, limit: .max) == .prominent)
    #expect(UsageTier(used: .max / 2, limit: .max) == .silent)
    #expect(UsageTier(used: .max, limit: .max) == .exhausted)
    #expect(UsageTier(used: .min, limit: .min) == .exhausted)
    #expect(UsageTier(used: .min, limit: -1) == .silent)
    #expect(UsageTier(used: 0, limit: 0) == .exhausted)
  }

  @Test("the policy sets the thresholds")
  func policy() throws {
    let policy = try AccessPolicy(gentlePercent: 50, prominentPercent: 60)
    let tiers = [49, 50, 59, 60, 99, 100].map { UsageTier(used: $0, limit: 100, policy: policy) }
    #expect(tiers == [.silent, .gentle, .gentle, .prominent, .prominent, .exhausted])
  }

  @Test("a trial always shows its count, a subscription from the first threshold on")
  func shown() {
    let trial = Allowance(key: "trial:d", limit: 100, isTrial: true)
    let paid = Allowance(key: "paid:d", limit: 800, resetsAt: 9, isTrial: false)
    #expect(UsageNotice(trial, used: 1).showsCount)
    #expect(!UsageNotice(paid, used: 639).showsCount)
    #expect([640, 760, 800].allSatisfy { UsageNotice(paid, used: $0).showsCount })
  }

  @Test("a notice contains everything that the message needs")
  func notice() {
    let paid = Allowance(key: "paid:d", limit: 800, resetsAt: 9, isTrial: false)
    let notice = UsageNotice(paid, used: 760)
    #expect(notice.tier == .prominent && notice.used == 760 && notice.limit == 800)
    #expect(notice.remaining == 40 && notice.resetsAt == 9 && !notice.isTrial)
    #expect(UsageNotice(paid, used: 900).remaining == 0)
  }

  @Test("the raw values are stable")
  func words() {
    #expect(
      UsageTier.allCases.map(\.rawValue) == ["silent", "gentle", "prominent", "blocked"])
  }
}
