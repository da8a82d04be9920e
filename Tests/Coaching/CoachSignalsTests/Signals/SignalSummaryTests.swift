import CoachModel
import CoachSignals
import TestKit
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("What the signals of a person add up to")
struct SignalSummaryTests {
  private let start = 1_795_219_200.0

  /// A log with a completed session for each depth, a week apart.
  private func log(depths: [Double]) -> SignalLog {
    SignalLog(
      depths.enumerated().map { number, depth in
        DatedSignal(
          id: "s\(number)", time: start + Double(number) * 7 * 86_400, session: "s\(number)",
          signal: .sessionCompleted(
            SessionFigures(
              messages: 6, averageLength: 12, duration: 900, depth: depth, domain: "career")))
      })
  }

  @Test("sessions a week are counted from the first session to today")
  func frequency() throws {
    let summary = SignalSummary(log(depths: [0.5, 0.5, 0.5, 0.5]), at: start + 14 * 86_400)
    expect(summary.sessions, equals: 4)
    expect(summary.sessionsPerWeek, equals: 2)
    // In the first week, it is the number of sessions.
    expect(SignalSummary(log(depths: [0.5]), at: start + 60).sessionsPerWeek, equals: 1)
    expect(SignalSummary(SignalLog(), at: start).sessionsPerWeek, equals: nil)
  }

  @Test("the trend compares the depth of the last five sessions with those before")
  func trend() throws {
    let deeper = SignalSummary(
      log(depths: [0.2, 0.2, 0.6, 0.6, 0.6, 0.6, 0.6]), at: start + 50 * 86_400)
    #expect(abs(try #require(deeper.depthTrend) - 0.4) < 1e-9)
    #expect(abs(try #require(deeper.depth) - 3.4 / 7) < 1e-9)
    expect(SignalSummary(log(depths: [0.1, 1, 1, 1, 1]), at: start).depthTrend, equals: nil)
  }

  @Test("the domains have their shares of the turns, the most frequent first")
  func domains() {
    let used = ["career", "life", "career", "career"].enumerated().map { number, domain in
      DatedSignal(id: "t\(number)", time: start, signal: .domainUsed(domain))
    }
    let domains = SignalSummary(SignalLog(used), at: start).domains
    expect(domains.map(\.domain), equals: ["career", "life"])
    expect(domains.map(\.share), equals: [0.75, 0.25])
  }

  @Test("five years of signals are added up within 200 ms of the processor's time")
  func quick() {
    let figures = SessionFigures(
      messages: 9, averageLength: 12, duration: 900, depth: 0.5, domain: "career")
    var signals: [DatedSignal] = []
    for number in 0..<20_000 {
      let signal: LearningSignal =
        number % 10 == 0 ? .sessionCompleted(figures) : .domainUsed("career")
      signals.append(
        DatedSignal(id: "t\(number)", time: start + Double(number) * 7_900, signal: signal))
    }
    let log = SignalLog(signals)
    let today = start + 20_000 * 7_900
    var milliseconds: [Double] = []
    for _ in 0..<5 {
      let before = processorTime()
      expect(SignalSummary(log, at: today).sessions, equals: 2_000)
      milliseconds.append(processorTime() - before)
    }
    #expect(milliseconds.min() ?? .infinity < 200)
  }

  /// The milliseconds that this thread has been running, which other work of the machine does not add to.
  private func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}
