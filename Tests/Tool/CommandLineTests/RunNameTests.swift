import CommandLineSupport
@testable import EvalCommands
import Foundation
import Testing
import TestKit

@Suite("Ids of runs")
struct RunNameTests {
  private let time = Timestamp(Date(timeIntervalSince1970: 1_774_952_430))

  private func name(_ suite: String, seed: UInt64) -> String {
    var random = SplitMix(seed: seed)
    return RunName(suite: suite, at: time, using: &random).description
  }

  @Test("begin with time and suite, and differ on two machines that start in the same second")
  func names() {
    let names = (1...2_000).map { name("a-suite", seed: $0) }
    #expect(names.allSatisfy { $0.hasPrefix("20260331-102030-a-suite-") && $0.utf8.count == 30 })
    #expect(Set(names).count == names.count)
    #expect(name("a", seed: 7) == name("a", seed: 7))
    #expect(name(String(repeating: "ü", count: 200), seed: 1).utf8.count < 200)
  }
}
