import CoachModel
import LanguageModels
import Synchronization

/// How much room is set aside for a call of which nobody knows yet how long its reply will be.
public enum Reservation: Sendable, Hashable {
  /// What calls have needed so far on average. Uses limits fully; calls that are longer than expected can go
  /// beyond a limit, at most those that are under way.
  case expected
  /// The most that a call can need: a token for every byte of the prompt, and all of
  /// ``ModelParameters/maximumTokens``. Where that is set no limit is exceeded by text, and fewer calls run at
  /// once. What nobody can see from here is not in it: what a provider adds to a prompt of its own, images
  /// beyond 2,000 tokens, and limits that ``ModelParameters/extra`` overrides.
  case worstCase
}

/// The tokens of a call.
struct CallSize: Sendable, Hashable {
  /// More than any call can be, and little enough that sums of many do not overflow.
  static let most = 1 << 40

  let input: Int
  let output: Int
  /// The prompt's tokens before anything was learned.
  let rough: Int
  var total: Int { input + output }

  init(input: Int, output: Int, rough: Int = 0) {
    self.input = min(max(input, 0), Self.most)
    self.output = min(max(output, 0), Self.most)
    self.rough = rough
  }

  /// What a call came to; nil when it was not counted.
  init?(_ usage: TokenUsage?) {
    guard let input = usage?.input, let output = usage?.output else { return nil }
    self.init(input: input, output: output)
  }
}

/// Guesses the size of calls, and learns from those that ended.
final class CallSizes: Sendable {
  /// Sums over the calls that ended with a count.
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

  /// The size to set aside.
  func size(of request: ModelRequest) -> CallSize {
    let limit = request.parameters.maximumTokens
    let learned = learned.withLock { $0 }
    // Before anything is known a reply counts as nothing: the first calls have to be let go.
    let usual = learned.calls > 0 ? Int((learned.output / learned.calls).rounded(.up)) : 0
    switch reservation {
    case .worstCase:
      return CallSize(input: request.inputTokensAtMost, output: limit ?? usual)
    case .expected:
      let rough = request.roughInputTokens
      let ratio = learned.roughInput > 0 ? learned.input / learned.roughInput : 1
      return CallSize(
        input: Int((Double(rough) * ratio).rounded(.up)), output: min(usual, limit ?? .max),
        rough: rough)
    }
  }

  /// Takes a call that ended into account.
  func learn(_ size: CallSize, _ usage: TokenUsage) {
    guard let counted = CallSize(usage) else { return }
    let rough = size.rough
    learned.withLock { learned in
      // Old calls fade, so that a change of prompts is noticed.
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
