@testable import LanguageModels
@testable import ModelLayers
import ModelTestKit
import Testing
import TestKit

@Suite("The state of a circuit breaker")
struct CircuitTests {
  /// A circuit with its own clock, in seconds.
  private struct Course {
    var circuit = Circuit()
    var policy = BreakerPolicy()
    private let origin = ContinuousClock.now

    init(_ policy: BreakerPolicy = BreakerPolicy()) {
      self.policy = policy
    }

    mutating func admit(_ seconds: Double) -> Circuit.Admission {
      circuit.admit(at: origin + .seconds(seconds), policy)
    }

    mutating func end(_ outcome: Circuit.Outcome, _ seconds: Double, isTrial: Bool = false) {
      circuit.end(outcome, isTrial: isTrial, at: origin + .seconds(seconds), policy: policy)
    }

    /// Reports outcomes: `+`, `-` and `0`.
    mutating func end(_ outcomes: String, _ seconds: Double) {
      for word in outcomes {
        end(word == "+" ? .good : word == "-" ? .bad : .neither, seconds)
      }
    }

    /// Opens the circuit at a time and fails trial after trial, as soon as each is admitted.
    mutating func coolDowns(_ count: Int) -> [Duration] {
      var time = 0.0
      var waits: [Duration] = []
      end(String(repeating: "-", count: policy.minimumCalls), time)
      for _ in 0..<count {
        guard case .refused(let wait) = admit(time) else { break }
        waits.append(wait)
        time += wait / .seconds(1)
        guard admit(time) == .admitted(isTrial: true) else { break }
        end(.bad, time, isTrial: true)
      }
      return waits
    }
  }

  private static let free = Circuit.Admission.admitted(isTrial: false)
  private static let trial = Circuit.Admission.admitted(isTrial: true)

  private static func refused(_ seconds: Double) -> Circuit.Admission {
    .refused(.seconds(seconds))
  }

  @Test(
    "it opens above the failure share, not at it, and never below the minimum number of calls",
    arguments: [
      ("", false), ("----", false), ("-----", true), ("----0", false), ("0000-----", true),
      ("----+", true), ("++---", true), ("+++---", false), ("+++----", true), ("+++++-----", false),
      ("+++++------", true), ("0000000000", false), ("+++++++++----", false),
    ])
  func opening(outcomes: String, isOpen: Bool) {
    var course = Course()
    course.end(outcomes, 0)
    #expect(course.admit(0) == (isOpen ? Self.refused(10) : Self.free))
  }

  @Test(
    "the policy sets the share and the minimum number",
    arguments: [
      (0.0, 1, "-", true), (0, 1, "+", false), (0, 10, "+++++++++", false),
      (0, 10, "+++++++++-", true), (1, 1, "----------", false), (0.9, 1, "-", true),
      (0.8, 5, "+----", false), (0.79, 5, "+----", true), (0.5, 0, "-", true),
    ])
  func policy(share: Double, minimum: Int, outcomes: String, isOpen: Bool) {
    var course = Course(BreakerPolicy(failureShare: share, minimumCalls: minimum))
    course.end(outcomes, 0)
    #expect(course.admit(0) == (isOpen ? Self.refused(10) : Self.free))
  }

  @Test("the remaining time decreases, and then one call is admitted as a trial")
  func coolDown() {
    var course = Course()
    course.end("-----", 0)
    #expect(course.admit(0) == Self.refused(10))
    #expect(course.admit(4) == Self.refused(6))
    #expect(course.admit(9.75) == Self.refused(0.25))
    #expect(course.admit(10) == Self.trial)
    #expect(course.admit(10) == Self.refused(120))
    #expect(course.admit(100) == Self.refused(30))
  }

  @Test("each failed trial doubles the time, up to the maximum")
  func doubling() {
    var course = Course()
    #expect(course.coolDowns(7) == [10, 20, 40, 80, 120, 120, 120].map { .seconds($0) })
    var short = Course(
      BreakerPolicy(minimumCalls: 1, coolDown: .seconds(9), maximumCoolDown: .seconds(4)))
    #expect(short.coolDowns(3) == [4, 4, 4].map { .seconds($0) })
  }

  @Test("a successful trial closes it and resets the history and the time")
  func closing() {
    var course = Course()
    _ = course.coolDowns(3)
    #expect(course.admit(70) == Self.refused(80))
    #expect(course.admit(150) == Self.trial)
    course.end(.good, 151, isTrial: true)
    #expect(course.admit(151) == Self.free)
    course.end("----", 151)
    #expect(course.admit(151) == Self.free)
    course.end("-", 151)
    #expect(course.admit(151) == Self.refused(10))
  }

  @Test("after an inconclusive trial, the next call is the trial, without a longer wait")
  func silentTrial() {
    var course = Course()
    course.end("-----", 0)
    #expect(course.admit(10) == Self.trial)
    course.end(.neither, 12, isTrial: true)
    #expect(course.admit(12) == Self.trial)
    #expect(course.admit(12) == Self.refused(120))
    course.end(.bad, 13, isTrial: true)
    #expect(course.admit(13) == Self.refused(20))
  }

  @Test("a trial whose end is never reported does not block calls forever")
  func lostTrial() {
    var course = Course()
    course.end("-----", 0)
    #expect(course.admit(10) == Self.trial)
    #expect(course.admit(129.5) == Self.refused(0.5))
    #expect(course.admit(130) == Self.trial)
    #expect(course.admit(130) == Self.refused(120))
  }

  @Test("calls that were in progress when it opened change nothing when they end")
  func lateEnds() {
    var course = Course()
    course.end("-----", 0)
    course.end("++++++++++", 1)
    #expect(course.admit(2) == Self.refused(8))
    course.end("-----", 3)
    #expect(course.admit(3) == Self.refused(7))
    #expect(course.admit(10) == Self.trial)
    course.end("+-", 10)
    #expect(course.admit(10) == Self.refused(120))
    course.end(.good, 11, isTrial: true)
    #expect(course.admit(11) == Self.free)
  }

  @Test("a trial's end after its content closed the circuit counts like any other")
  func trialAfterContent() {
    var course = Course(BreakerPolicy(minimumCalls: 1))
    course.end("-", 0)
    #expect(course.admit(10) == Self.trial)
    course.circuit.close()
    #expect(course.admit(10) == Self.free)
    course.end(.bad, 15, isTrial: true)
    #expect(course.admit(15) == Self.refused(10))
  }

  @Test(
    "calls older than a minute are forgotten, to within five seconds",
    arguments: [
      (0.0, 54.0, true), (0, 59.75, true), (0, 60, false), (4.75, 59, true), (4.75, 65, false),
    ])
  func forgetting(first: Double, last: Double, isOpen: Bool) {
    var course = Course(BreakerPolicy(minimumCalls: 6))
    // The circuit's clock starts with the first call.
    course.end("+", 0)
    course.end("----", first)
    course.end("-", last)
    #expect((course.admit(last) != Self.free) == isOpen)
  }

  @Test("old successes do not hide that all current calls fail")
  func oldSuccesses() {
    var course = Course()
    course.end(String(repeating: "+", count: 100), 0)
    course.end("-----", 30)
    #expect(course.admit(30) == Self.free)
    course.end("-", 61)
    #expect(course.admit(61) == Self.refused(10))
  }

  @Test("after hours without calls, the old ones are gone")
  func silence() {
    var course = Course()
    course.end("----", 0)
    course.end("-", 36_000)
    #expect(course.admit(36_000) == Self.free)
    course.end("----", 36_000)
    #expect(course.admit(36_000) == Self.refused(10))
  }

  @Test("ends that are reported slightly late still count")
  func outOfOrder() {
    var course = Course()
    course.end("--", 20)
    course.end("---", 14)
    #expect(course.admit(20) != Self.free)
  }

  @Test("the counts agree with a plain count of the last minute, for random calls")
  func plainCount() {
    var generator = SplitMix(seed: 41)
    for _ in 0..<200 {
      var course = Course(BreakerPolicy(minimumCalls: 8))
      var ends: [(slice: Int, isBad: Bool)] = []
      var time = 0.0
      for _ in 0..<60 {
        let isBad = Bool.random(using: &generator)
        course.end(isBad ? .bad : .good, time)
        let slice = Int(time / 5)
        ends.append((slice, isBad))
        let counted = ends.filter { $0.slice > slice - 12 }
        let bad = counted.count { $0.isBad }
        let isOpen = counted.count >= 8 && bad * 2 > counted.count
        #expect((course.admit(time) != Self.free) == isOpen)
        if isOpen { break }
        time += Double(Int.random(in: 0...40, using: &generator)) / 4
      }
    }
  }
}
