import CoachModel
import CommandLineSupport
import LanguageModels
import ModelProviders
import NamedModels
import PromptEvals

/// Measures how fast a server on this machine answers, by a few short questions.
struct ModelSpeed {
  private let model: any LanguageModel
  private let clock: CallClock

  /// The words of a question, and the tokens of an answer: enough to tell reading from writing, and short on a slow machine.
  private static let words = 200
  private static let replyTokens = 24
  /// More calls than this at once show nothing more.
  private static let maximumAtOnce = 8
  /// How many calls a server is asked at once that does not say how many it takes.
  private static let usualAtOnce = 4

  init(_ model: any LanguageModel, clock: CallClock = .system) {
    self.model = model
    self.clock = clock
  }

  /// Returns the pace for calls of a size; nil if the server does not answer.
  ///
  /// - Parameters:
  ///   - input: The tokens of a prompt.
  ///   - output: The tokens of a reply.
  ///   - slots: How many calls the server says that it answers at once; nil if it does not say.
  ///   - concurrency: How many calls there will be at once.
  func pace(input: Int, output: Int, slots: Int?, concurrency: Int) async -> CallPace? {
    guard let alone = await answer(0) else { return nil }
    let reading = alone.first / Double(alone.input) * Double(input)
    let writing = (alone.total - alone.first) / Double(max(1, alone.output - 1)) * Double(output)
    let atOnce = min(concurrency, slots ?? Self.usualAtOnce, Self.maximumAtOnce)
    return CallPace(
      secondsPerCall: reading + writing,
      atOnce: atOnce > 1 ? await speedUp(over: alone.total, atOnce: atOnce) : 1,
      source: "measured just now")
  }

  /// Returns how many times as much a server answers per second if it gets several calls at once.
  private func speedUp(over seconds: Double, atOnce count: Int) async -> Double {
    let started = clock.now()
    let answered = await withTaskGroup(of: Bool.self) { group in
      for number in 1...count { group.addTask { await answer(number) != nil } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    let together = started.duration(to: clock.now()) / .seconds(1)
    guard together > 0 else { return 1 }
    return min(Double(count), max(1, Double(answered) * seconds / together))
  }

  private struct Answer {
    /// The seconds until the first word, and until the last.
    var first: Double
    var total: Double
    /// The tokens of the question and of the answer.
    var input: Int
    var output: Int
  }

  private func answer(_ number: Int) async -> Answer? {
    // A number in front of it, so that no cache of the server has read it already.
    let text = ["\(number)", "Go on counting:"] + (1...Self.words).map { "\(number + $0)" }
    let request = ModelRequest(
      messages: [ModelMessage(Message(.user, text.joined(separator: " ")))],
      parameters: ModelParameters(maximumTokens: Self.replyTokens, temperature: 0))
    guard let measured = try? await model.measuredReply(to: request, clock: clock),
      let first = measured.firstContent, let total = measured.total
    else { return nil }
    let usage = measured.reply.usage
    return Answer(
      first: first / .seconds(1), total: total / .seconds(1),
      input: max(1, usage?.input ?? Self.words * 2),
      output: max(1, usage?.output ?? Self.replyTokens))
  }
}
