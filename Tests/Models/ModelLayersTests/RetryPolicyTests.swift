import CoachModel
import LanguageModels
import ModelLayers
import ModelProviders
import ModelTestKit
import Testing
import TestKit

@Suite("Retry policy: when and after what wait")
struct RetryPolicyTests {
  @Test(
    "a wait doubles up to the maximum, and jitter shortens it by a share",
    arguments: [
      (1, 0, 0.5), (1, 0.5, 0.4375), (1, 1, 0.375), (2, 0, 1), (2, 1, 0.75), (3, 0, 2), (4, 0, 4),
      (5, 0, 8), (5, 0.5, 7), (6, 0, 8), (6, 1, 6), (40, 0, 8), (90, 1, 6),
    ])
  func ownWaits(failures: Int, random: Double, seconds: Double) {
    let policy = RetryPolicy(attempts: 100)
    let wait = policy.wait(after: failures, .planned(.overloaded), random: random)
    #expect(wait == .seconds(seconds))
  }

  @Test(
    "the server's wait is respected, plus a share of the computed wait",
    arguments: [
      (2, 1, 0, 2.0), (2, 1, 1, 2.125), (2, 2, 1, 2.25), (2, 2, 0.5, 2.125), (0, 1, 0, 0),
      (0, 1, 1, 0.125), (60, 1, 0, 60), (60, 1, 1, 60.125), (60.5, 1, 0, nil), (86_400, 1, 0, nil),
    ])
  func serverWaits(asked: Double, failures: Int, random: Double, seconds: Double?) {
    let error = ModelError.planned(.rateLimit, retryAfter: .seconds(asked))
    let wait = RetryPolicy().wait(after: failures, error, random: random)
    #expect(wait == seconds.map { .seconds($0) })
  }

  @Test("jitter never makes a wait shorter than the server's, nor longer than a share")
  func neverLess() throws {
    var generator = SplitMix(seed: 7)
    let policy = RetryPolicy(attempts: 10, maximumServerWait: .seconds(100))
    for _ in 0..<1000 {
      let asked = Duration.milliseconds(Int.random(in: 0...100_000, using: &generator))
      let failures = Int.random(in: 1...9, using: &generator)
      let random = Double.random(in: 0...1, using: &generator)
      let error = ModelError.planned(.overloaded, retryAfter: asked)
      let wait = try #require(policy.wait(after: failures, error, random: random))
      #expect(wait >= asked && wait <= asked + .seconds(2))
      let own = try #require(policy.wait(after: failures, .planned(.timeout), random: random))
      #expect(own > .zero && own <= .seconds(8))
    }
  }

  @Test("the policy sets the maximum wait for a server")
  func maximumServerWait() {
    let policy = RetryPolicy(jitter: 0, maximumServerWait: .seconds(5))
    let allowed = ModelError.planned(.rateLimit, retryAfter: .seconds(5))
    let tooLong = ModelError.planned(.rateLimit, retryAfter: .milliseconds(5001))
    #expect(policy.wait(after: 1, allowed, random: 1) == .seconds(5))
    #expect(policy.wait(after: 1, tooLong, random: 1) == nil)
  }

  @Test(
    "the number of attempts includes the first",
    arguments: [(1, 1, false), (2, 1, true), (2, 2, false), (3, 2, true), (3, 3, false)])
  func attempts(attempts: Int, failures: Int, isAskedAgain: Bool) {
    let policy = RetryPolicy(attempts: attempts)
    #expect((policy.wait(after: failures, .planned(.timeout), random: 0) != nil) == isAskedAgain)
  }

  @Test("jitter is a share", arguments: [(-1.0, 0.0, 1.0), (0, 0, 1), (1, 1, 0), (7, 1, 0)])
  func jitter(given: Double, kept: Double, seconds: Double) {
    let policy = RetryPolicy(firstWait: .seconds(1), jitter: given)
    #expect(policy.jitter == kept)
    #expect(policy.wait(after: 1, .planned(.timeout), random: 1) == .seconds(seconds))
  }

  @Test("a first wait above the maximum is the maximum")
  func firstWait() {
    let policy = RetryPolicy(firstWait: .seconds(30), maximumWait: .seconds(3))
    #expect(policy.wait(after: 1, .planned(.timeout), random: 0) == .seconds(3))
  }

  /// The failures that are retried without a provider's header, and those that never are.
  private static let passing: Set<ModelError.Code> = [
    .rateLimit, .overloaded, .timeout, .transport, .truncated, .emptyReply,
  ]
  private static let undecided: Set<ModelError.Code> = [.notFound, .invalidRequest, .decoding]

  @Test("the kind of failure decides, and the provider's header if both are possible")
  func codes() {
    for code in ModelError.Code.allCases {
      let isPassing = Self.passing.contains(code)
      let canPass = isPassing || Self.undecided.contains(code)
      for (word, expected) in [(nil, isPassing), (true, canPass), (false, false)] {
        let error = ModelError.planned(code, allowsRetry: word)
        let isAskedAgain = RetryPolicy().wait(after: 1, error, random: 0) != nil
        #expect(isAskedAgain == expected, "\(code), x-should-retry: \(String(describing: word))")
      }
    }
  }
}
