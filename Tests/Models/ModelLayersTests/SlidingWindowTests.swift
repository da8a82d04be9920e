@testable import LanguageModels
@testable import ModelLayers
import ModelTestKit
import Testing
import TestKit

@Suite("The sliding window of the last minute")
struct SlidingWindowTests {
  private static let minute = Duration.seconds(60)

  /// The same window as a plain list, by number.
  private struct PlainWindow {
    var entries: [Int: (time: ContinuousClock.Instant, tokens: Int)] = [:]

    mutating func forget(at now: ContinuousClock.Instant) {
      entries = entries.filter { $0.value.time + minute > now }
    }

    var tokens: Int { entries.values.reduce(0) { $0 + $1.tokens } }

    /// The shortest wait after which there is space, tried one by one.
    func wait(
      for size: Int, requestLimit: Int, tokenLimit: Int, at now: ContinuousClock.Instant
    ) -> Duration? {
      let ends = entries.values.map { now.duration(to: $0.time + minute) }
      return ([.zero] + ends.sorted()).first { wait in
        let left = entries.values.filter { $0.time + minute > now + wait }
        return left.count < requestLimit
          && left.reduce(0) { $0 + $1.tokens } + size <= tokenLimit
      }
    }
  }

  @Test(
    "waits, counts and sums equal those of a plain list, for random requests",
    arguments: [(1, 20, 100_000), (2, 100_000, 3000), (3, 40, 5000), (4, 150, 9000), (5, 1, 200)])
  func plainList(seed: Int, requestLimit: Int, tokenLimit: Int) {
    var generator = SplitMix(seed: UInt64(seed))
    var window = SlidingWindow()
    var plain = PlainWindow()
    var now = ContinuousClock.now
    var added = 0
    var guesses: [Int] = []
    for _ in 0..<1500 {
      now += .milliseconds(Int.random(in: 0...500, using: &generator))
      let size = Int.random(in: 0...200, using: &generator)
      plain.forget(at: now)
      let wait = window.wait(
        for: size, requestLimit: requestLimit, tokenLimit: tokenLimit, at: now)
      let expected = plain.wait(
        for: size, requestLimit: requestLimit, tokenLimit: tokenLimit, at: now)
      #expect(wait == expected)
      #expect(window.requests == plain.entries.count && window.tokens == plain.tokens)
      if wait == .zero {
        #expect(window.add(size, at: now) == added)
        plain.entries[added] = (now, size)
        guesses.append(size)
        added += 1
      }
      // Old numbers as well, whose requests are forgotten.
      if added > 0, Bool.random(using: &generator) {
        let number = Int.random(in: 0..<added, using: &generator)
        let tokens = Int.random(in: 0...300, using: &generator)
        window.settle(number, tokens: tokens)
        plain.entries[number]?.tokens = tokens
        // The later requests with their estimates; forgotten ones are arbitrary.
        let later = guesses[(number + 1)...]
        let sent = window.sent(after: number)
        let isExact = sent.requests == later.count && sent.tokens == later.reduce(0, +)
        let isForgotten = plain.entries[number] == nil && sent == (0, 0)
        #expect(isExact || isForgotten)
      }
    }
    #expect(added > 3)
  }

  @Test("no minute, wherever it starts, exceeds the limits")
  func everyMinute() {
    var generator = SplitMix(seed: 11)
    var window = SlidingWindow()
    var sent: [(time: ContinuousClock.Instant, tokens: Int)] = []
    var now = ContinuousClock.now
    for _ in 0..<1000 {
      let size = Int.random(in: 1...600, using: &generator)
      now += window.wait(for: size, requestLimit: 30, tokenLimit: 4000, at: now)
      #expect(window.wait(for: size, requestLimit: 30, tokenLimit: 4000, at: now) == .zero)
      _ = window.add(size, at: now)
      sent.append((now, size))
      now += .milliseconds(Int.random(in: 0...2000, using: &generator))
    }
    for index in sent.indices {
      let end = sent[index].time + Self.minute
      let minute = sent[index...].prefix { $0.time < end }
      #expect(minute.count <= 30 && minute.reduce(0) { $0 + $1.tokens } <= 4000)
    }
  }

  @Test("a request counts for exactly one minute")
  func edge() {
    var window = SlidingWindow()
    let now = ContinuousClock.now
    _ = window.add(5, at: now)
    func wait(_ duration: Duration) -> Duration {
      window.wait(for: 1, requestLimit: 1, tokenLimit: .max, at: now + duration)
    }
    #expect(wait(.zero) == .seconds(60))
    #expect(wait(.milliseconds(59_999)) == .milliseconds(1))
    #expect(wait(.seconds(60)) == .zero)
    #expect(window.requests == 0 && window.tokens == 0)
  }
}
