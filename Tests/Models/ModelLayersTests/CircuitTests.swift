@testable import LanguageModels
@testable import ModelLayers
import ModelTestKit
import Testing
import TestKit

@Suite("The state of a circuit breaker")
struct CircuitTests {
  /// What a call meets.
  private enum Met: Equatable {
    case letThrough
    case probe
    /// The seconds until the next probe.
    case refused(Double)
  }

  /// A circuit with its own clock, in seconds.
  private struct Course {
    var circuit = Circuit()
    var policy = BreakerPolicy()
    private let origin = ContinuousClock.now
    /// The last calls that were let through.
    private(set) var probe = Circuit.Pass(number: 0, isProbe: true)
    private(set) var call = Circuit.Pass(number: 0, isProbe: false)

    init(_ policy: BreakerPolicy = BreakerPolicy()) {
      self.policy = policy
    }

    mutating func ask(_ seconds: Double) -> Met {
      switch circuit.admit(at: origin + .seconds(seconds), policy) {
      case .refused(let wait): return .refused(wait / .seconds(1))
      case .admitted(let pass) where pass.isProbe:
        probe = pass
        return .probe
      case .admitted(let pass):
        call = pass
        return .letThrough
      }
    }

    @discardableResult
    mutating func end(_ outcome: Circuit.Outcome, of pass: Circuit.Pass, _ seconds: Double)
      -> Circuit.Change?
    {
      circuit.end(outcome, of: pass, at: origin + .seconds(seconds), policy)
    }

    @discardableResult
    mutating func answer(_ pass: Circuit.Pass, _ seconds: Double) -> Circuit.Change? {
      circuit.answer(pass, at: origin + .seconds(seconds))
    }

    /// The last probe ends.
    @discardableResult
    mutating func endProbe(_ outcome: Circuit.Outcome, _ seconds: Double) -> Circuit.Change? {
      end(outcome, of: probe, seconds)
    }

    /// The last probe has content.
    @discardableResult
    mutating func answerProbe(_ seconds: Double) -> Circuit.Change? { answer(probe, seconds) }

    /// Makes calls and ends them at once, as long as they are let through: `+`, `-` and `0`.
    mutating func make(_ outcomes: String, _ seconds: Double) {
      for word in outcomes where ask(seconds) == .letThrough {
        end(word == "+" ? .good : word == "-" ? .bad : .neither, of: call, seconds)
      }
    }

    /// Opens the circuit, and returns the waits for the probes, each of which fails at once.
    mutating func waits(_ count: Int) -> [Double] {
      var time = 0.0
      var waits: [Double] = []
      make(String(repeating: "-", count: policy.minimumCalls), time)
      while waits.count < count {
        guard case .refused(let wait) = ask(time) else { break }
        waits.append(wait)
        time += wait
        guard ask(time) == .probe else { break }
        endProbe(.bad, time)
      }
      return waits
    }
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
    course.make(outcomes, 0)
    #expect(course.ask(0) == (isOpen ? .refused(1) : .letThrough))
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
    course.make(outcomes, 0)
    #expect(course.ask(0) == (isOpen ? .refused(1) : .letThrough))
  }

  @Test("the remaining time decreases, and then one call becomes the probe")
  func coolDown() {
    var course = Course()
    course.make("-----", 0)
    #expect(course.ask(0) == .refused(1))
    #expect(course.ask(0.25) == .refused(0.75))
    #expect(course.ask(1) == .probe)
    #expect(course.ask(1) == .refused(1.5))
    #expect(course.ask(2) == .refused(0.5))
  }

  @Test("each wait for a probe is half as long again, up to the maximum")
  func growing() {
    var course = Course()
    #expect(course.waits(7) == [1, 1.5, 2.25, 3.375, 4, 4, 4])
    var short = Course(
      BreakerPolicy(minimumCalls: 1, coolDown: .seconds(9), maximumCoolDown: .seconds(4)))
    #expect(short.waits(3) == [4, 4, 4])
    var long = Course(BreakerPolicy(coolDown: .seconds(20), maximumCoolDown: .seconds(50)))
    #expect(long.waits(4) == [20, 30, 45, 50])
  }

  @Test("the next probe is due after the wait, however late the one before it fails")
  func slowFailure() {
    var course = Course()
    course.make("-----", 0)
    #expect(course.ask(1) == .probe)
    course.endProbe(.bad, 2.25)
    #expect(course.ask(2.25) == .refused(0.25))
    #expect(course.ask(2.5) == .probe)
  }

  @Test("content of a probe closes it and resets the history and the waits")
  func closing() {
    var course = Course()
    _ = course.waits(5)
    #expect(course.ask(16.125) == .probe)
    #expect(course.answerProbe(17) == .closed(after: .seconds(17)))
    #expect(course.ask(17) == .letThrough)
    course.make("----", 18)
    #expect(course.ask(18) == .letThrough)
    course.make("-", 18)
    #expect(course.ask(18) == .refused(1))
  }

  @Test("a probe that the provider answers without content closes it, too")
  func closingWithoutContent() {
    var course = Course()
    course.make("-----", 0)
    #expect(course.ask(1) == .probe)
    #expect(course.endProbe(.good, 2) == .closed(after: .seconds(2)))
    #expect(course.ask(2) == .letThrough)
  }

  @Test("after an inconclusive probe, the next call is the probe, without a wait")
  func inconclusive() {
    var course = Course()
    course.make("-----", 0)
    #expect(course.ask(1) == .probe)
    course.endProbe(.neither, 1.25)
    #expect(course.ask(1.25) == .probe)
    #expect(course.ask(1.25) == .refused(2.25))
    // An earlier one that ends only now does not change when the next is due.
    let first = course.probe
    #expect(course.ask(3.5) == .probe)
    course.end(.neither, of: first, 3.75)
    #expect(course.ask(3.75) == .refused(3.125))
  }

  @Test("silent probes do not delay the next one, and content of any of them closes it")
  func silentProbes() {
    var course = Course()
    course.make("-----", 0)
    var probes: [Circuit.Pass] = []
    for time in [1, 2.5, 4.75, 8.125, 12.125, 16.125] {
      #expect(course.ask(time - 0.125) == .refused(0.125))
      #expect(course.ask(time) == .probe)
      probes.append(course.probe)
    }
    #expect(course.answer(probes[1], 17) == .closed(after: .seconds(17)))
    #expect(course.ask(17) == .letThrough)
    // What becomes of the others says nothing about the provider as it is now.
    for probe in probes { #expect(course.answer(probe, 18) == nil) }
    for probe in probes where probe != probes[1] { course.end(.bad, of: probe, 60) }
    course.make("++", 60)
    #expect(course.ask(60) == .letThrough)
  }

  @Test("calls that were in progress when it opened change nothing when they end")
  func lateEnds() {
    var course = Course()
    var early: [Circuit.Pass] = []
    for _ in 0..<20 {
      #expect(course.ask(0) == .letThrough)
      early.append(course.call)
    }
    course.make("-----", 0)
    for pass in early.prefix(10) { #expect(course.end(.good, of: pass, 0.5) == nil) }
    #expect(course.answer(early[11], 0.5) == nil)
    #expect(course.ask(0.5) == .refused(0.5))
    #expect(course.ask(1) == .probe)
    course.answerProbe(1)
    for pass in early.suffix(10) { #expect(course.end(.bad, of: pass, 2) == nil) }
    #expect(course.ask(2) == .letThrough)
  }

  @Test("the end of the probe that closed the circuit counts like any other")
  func probeAfterContent() {
    var course = Course(BreakerPolicy(minimumCalls: 1))
    course.make("-", 0)
    #expect(course.ask(1) == .probe)
    course.answerProbe(1)
    #expect(course.ask(1) == .letThrough)
    #expect(course.endProbe(.bad, 6) == .opened)
    #expect(course.ask(6) == .refused(1))
  }

  @Test("the state names the times of the opening and of the next probe")
  func state() {
    var course = Course()
    #expect(course.circuit.state == .closed)
    course.make("-----", 0)
    guard case .open(let since, let next) = course.circuit.state else {
      Issue.record("\(course.circuit.state)")
      return
    }
    #expect(since.duration(to: next) == .seconds(1))
    #expect(course.ask(1) == .probe)
    #expect(
      course.circuit.state
        == .probing(since: since, nextProbe: next + .seconds(1.5)))
    course.endProbe(.bad, 2)
    #expect(course.circuit.state == .open(since: since, nextProbe: next + .seconds(1.5)))
    #expect(course.ask(2.5) == .probe)
    course.answerProbe(3)
    #expect(course.circuit.state == .closed)
  }

  @Test(
    "calls older than a minute are forgotten, to within five seconds",
    arguments: [
      (0.0, 54.0, true), (0, 59.75, true), (0, 60, false), (4.75, 59, true), (4.75, 65, false),
    ])
  func forgetting(first: Double, last: Double, isOpen: Bool) {
    var course = Course(BreakerPolicy(minimumCalls: 6))
    // The circuit's clock starts with the first end.
    course.make("+", 0)
    course.make("----", first)
    course.make("-", last)
    #expect((course.ask(last) != .letThrough) == isOpen)
  }

  @Test("old successes do not hide that all current calls fail")
  func oldSuccesses() {
    var course = Course()
    course.make(String(repeating: "+", count: 100), 0)
    course.make("-----", 30)
    #expect(course.ask(30) == .letThrough)
    course.make("-", 61)
    #expect(course.ask(61) == .refused(1))
  }

  @Test("after hours without calls, the old ones are gone")
  func silence() {
    var course = Course()
    course.make("----", 0)
    course.make("-", 36_000)
    #expect(course.ask(36_000) == .letThrough)
    course.make("----", 36_000)
    #expect(course.ask(36_000) == .refused(1))
  }

  @Test("ends that are reported slightly late still count")
  func outOfOrder() {
    var course = Course()
    course.make("--", 20)
    course.make("---", 14)
    #expect(course.ask(20) != .letThrough)
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
        course.make(isBad ? "-" : "+", time)
        let slice = Int(time / 5)
        ends.append((slice, isBad))
        let counted = ends.filter { $0.slice > slice - 12 }
        let bad = counted.count { $0.isBad }
        let isOpen = counted.count >= 8 && bad * 2 > counted.count
        #expect((course.ask(time) != .letThrough) == isOpen)
        if isOpen { break }
        time += Double(Int.random(in: 0...40, using: &generator)) / 4
      }
    }
  }

  /// The behaviour of a provider during an outage.
  enum Outage: CaseIterable, Sendable {
    case failsAtOnce
    case failsLate
    case isSilent
  }

  @Test(
    "the first answer comes at most five seconds after the provider's return, whatever the outage",
    arguments: Outage.allCases, [3.0, 5, 17, 40, 130, 1000])
  func recovery(outage: Outage, length: Double) {
    var course = Course()
    course.make("-----", 0)
    var pending: [(end: Double, pass: Circuit.Pass)] = []
    var time = 0.0
    while true {
      for (_, pass) in pending.filter({ $0.end <= time }) { course.end(.bad, of: pass, time) }
      pending.removeAll { $0.end <= time }
      if course.ask(time) == .probe {
        if time >= length {
          #expect(course.answerProbe(time) == .closed(after: .seconds(time)))
          break
        }
        let delay = outage == .failsAtOnce ? 0 : outage == .failsLate ? 2.5 : 60.0
        pending.append((time + delay, course.probe))
        // A probe in each wait, and none that does not end.
        #expect(pending.count <= 20)
      }
      time += 0.25
    }
    #expect(time - length <= 5, "\(time - length) s after the provider's return")
  }
}
