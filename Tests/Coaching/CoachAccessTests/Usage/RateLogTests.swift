@testable import CoachAccess
import Testing
import TestKit

@Suite("Rate windows")
struct RateLogTests {
  @Test("no interval of the window's length contains more than the limit")
  func exact() throws {
    let windows = [try RateWindow(count: 3, seconds: 10), try RateWindow(count: 7, seconds: 60)]
    var random = SplitMix(seed: 3)
    var log = RateLog(horizon: 60)
    var sent: [Double] = []
    var now = 0.0
    for _ in 0..<3000 {
      now += Double(random.below(5))
      log.observe(now)
      if let wait = log.wait(for: windows, at: now) {
        #expect(wait > 0)
        var later = log
        later.observe(now + wait)
        #expect(later.wait(for: windows, at: now + wait) == nil)
        #expect(log.wait(for: windows, at: now + wait - 0.25) != nil)
      } else {
        log.add(now)
        sent.append(now)
      }
      #expect(log.times.count <= 7)
    }
    for start in sent {
      for window in windows {
        let count = sent.count { $0 >= start && $0 < start + window.seconds }
        #expect(count <= window.count)
      }
    }
    #expect(sent.count > 500)
  }

  @Test("future times count as now, and past times are kept")
  func observed() {
    var log = RateLog(horizon: 10)
    for time in [1.0, 5, 9] { log.add(time) }
    log.observe(6)
    #expect(log.times == [1, 5, 6])
    log.observe(0)
    #expect(log.times == [0, 0, 0])
  }

  @Test("only entries that no window contains are removed")
  func dropped() {
    var log = RateLog(horizon: 10)
    for time in [1.0, 5, 9] { log.add(time) }
    log.observe(14.5)
    #expect(log.times == [5, 9])
    log.observe(15)
    #expect(log.times == [9])
    log.observe(1)
    #expect(log.times == [1])
  }
}
