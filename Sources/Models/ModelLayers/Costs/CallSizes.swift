import CoachModel
import LanguageModels
import Synchronization

/// How much is set aside for a call before the length of its reply is known.
public enum Reservation: Sendable, Hashable {
  /// The average that calls have needed so far.
  ///
  /// Uses limits fully. Calls that turn out longer than expected can exceed a limit, by at most the calls in
  /// progress.
  case expected
  /// The maximum that a call can need: one token per byte of the prompt, and all of
  /// ``ModelParameters/maximumTokens``.
  ///
  /// If every request sets that limit, text never exceeds a budget or rate limit, and fewer calls run
  /// concurrently. Not covered, because they are unknown here: text that a provider adds to a prompt, images
  /// of more than 2,000 tokens, and limits that ``ModelParameters/extra`` overrides.
  case worstCase
}

/// The number of tokens of a call.
struct CallSize: Sendable, Hashable {
  /// An upper bound that no call reaches and whose sums do not overflow.
  static let maximum = 1 << 40

  let input: Int
  let output: Int
  /// The prompt's estimated tokens, before the estimate is corrected by past calls.
  let rough: Int
  var total: Int { input + output }

  init(input: Int, output: Int, rough: Int = 0) {
    self.input = min(max(input, 0), Self.maximum)
    self.output = min(max(output, 0), Self.maximum)
    self.rough = rough
  }

  /// Creates the size that the provider reported; nil if it did not report both counts.
  init?(_ usage: TokenUsage?) {
    guard let input = usage?.input, let output = usage?.output else { return nil }
    self.init(input: input, output: output)
  }
}

/// Estimates the size of calls, and learns from the usage of completed calls.
final class CallSizes: Sendable {
  /// Sums over the calls for which the provider reported usage.
  private struct Learned {
    var calls = 0.0
    var output = 0.0
    var input = 0.0
    var roughInput = 0.0
  }

  let reservation: Reservation
  private let learned = Mutex(Learned())

  init(_ reservation: Reservation) {
    self.reservation = reservation
  }

  /// Returns the size to set aside for a request.
  func size(of request: ModelRequest) -> CallSize {
    let limit = request.parameters.maximumTokens
    let learned = learned.withLock { $0 }
    // The first calls must be admitted, so their replies are estimated as empty.
    let usual = learned.calls > 0 ? Int((learned.output / learned.calls).rounded(.up)) : 0
    switch reservation {
    case .worstCase:
      return CallSize(input: request.inputTokensAtMost, output: limit ?? usual)
    case .expected:
      let rough = request.roughInputTokens
      let ratio = learned.roughInput > 0 ? learned.input / learned.roughInput : 1
      return CallSize(
        input: Int(min(Double(rough) * ratio, Double(CallSize.maximum)).rounded(.up)),
        output: min(usual, limit ?? .max),
        rough: rough)
    }
  }

  /// Adjusts the estimate by the usage of a completed call.
  func learn(_ size: CallSize, usage: TokenUsage) {
    guard let counted = CallSize(usage) else { return }
    let rough = size.rough
    learned.withLock { learned in
      // Old calls lose weight, so that the estimate follows a change of prompts.
      if learned.calls >= 200 {
        learned.calls /= 2
        learned.output /= 2
        learned.input /= 2
        learned.roughInput /= 2
      }
      learned.calls += 1
      learned.output += Double(counted.output)
      learned.input += Double(counted.input)
      learned.roughInput += Double(rough)
    }
  }
}
