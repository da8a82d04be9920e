import EvalStatistics
import Testing
import TestKit

@Suite("Pass rates of repeated trials")
struct RepeatedTrialsTests {
  @Test("5 trials, 3 passed, 2 at a time")
  func reference() throws {
    let trials = try #require(RepeatedTrials(trials: 5, passed: 3))
    #expect(isClose(trials.atLeastOne(of: 2), 0.9, 1e-12))
    #expect(isClose(trials.all(of: 2), 0.3, 1e-12))
    #expect(isClose(trials.atLeastOne(of: 1), 0.6, 1e-12))
    #expect(isClose(trials.all(of: 1), 0.6, 1e-12))
    #expect(trials.atLeastOne(of: 3) == 1)
    #expect(trials.all(of: 4) == 0)
  }

  @Test("both rates equal the enumeration of all subsets of trials")
  func enumeration() throws {
    for n in 1...8 {
      for c in 0...n {
        let trials = try #require(RepeatedTrials(trials: n, passed: c))
        for k in 1...n {
          let sets = (0..<(1 << n)).filter { $0.nonzeroBitCount == k }
          let passing = (1 << c) - 1
          let all = Double(sets.count { $0 & passing == $0 }) / Double(sets.count)
          let one = Double(sets.count { $0 & passing != 0 }) / Double(sets.count)
          #expect(isClose(trials.all(of: k), all, 1e-12))
          #expect(isClose(trials.atLeastOne(of: k), one, 1e-12))
        }
      }
    }
  }

  @Test("with too few trials, the rates are nil")
  func undefined() throws {
    let trials = try #require(RepeatedTrials(trials: 2, passed: 2))
    #expect(trials.all(of: 3) == nil && trials.atLeastOne(of: 3) == nil)
    #expect(trials.all(of: 0) == nil)
    #expect(RepeatedTrials(trials: 2, passed: 3) == nil)
    #expect(RepeatedTrials(trials: -1, passed: 0) == nil)
  }
}
