import CoachAccess
import CoachModel
import Testing

@Suite("Days of a trial")
struct TrialDayTests {
  private let start = 1_795_219_200.0

  private func day(_ hours: Double, policy: AccessPolicy = .standard) -> String? {
    let record = AccessRecord(trial: AccessRecord.Trial(startedAt: start), updatedAt: start)
    return record.trialDay(at: start + hours * 3_600, policy: policy).map {
      "\($0.day) of \($0.days)\($0.isLast ? ", the last" : "")"
    }
  }

  @Test("days begin at the hour of the purchase")
  func days() throws {
    #expect(day(0) == "1 of 3" && day(23.9) == "1 of 3")
    #expect(day(24) == "2 of 3" && day(48) == "3 of 3, the last" && day(71.9) == "3 of 3, the last")
    #expect(day(72) == nil)
    let short = try AccessPolicy(trialLength: 36 * 3_600)
    #expect(day(30, policy: short) == "2 of 2, the last")
  }

  @Test("there is no day without a running trial; a cancelled one runs to its end")
  func none() {
    #expect(AccessRecord(updatedAt: 0).trialDay(at: start) == nil)
    let cancelled = AccessRecord(
      trial: AccessRecord.Trial(startedAt: start, cancelledAt: start + 10), updatedAt: start)
    #expect(cancelled.trialDay(at: start + 20)?.day == 1)
    #expect(cancelled.trialDay(at: start + 3 * 86_400) == nil)
  }
}
