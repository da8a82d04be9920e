import CoachModel
@testable import LanguageModels
@testable import ModelLayers
import ModelTestKit
import Synchronization
import Testing
import TestKit

@Suite("Budget of a run")
struct RunBudgetTests {
  private let clock = ManualClock()

  /// A cent for each token of the model `m`.
  private static let cent = PriceTable([
    PriceEntry(
      provider: "fake", model: "m", price: TokenPrice(input: 10_000, output: 10_000))
  ])

  private func budget(
    _ limits: BudgetLimits, _ prices: PriceTable = RunBudgetTests.cent,
    _ reservation: Reservation = .expected
  ) -> RunBudget {
    RunBudget(limits, prices: prices, reserving: reservation)
  }

  private func spending(_ model: FakeModel, _ budget: RunBudget) -> LayeredModel {
    model.with(budget, clock: clock.clock)
  }

  /// A model that replies to ten tokens with this number.
  private func replying(with output: Int) -> FakeModel {
    FakeModel(answers: .reply("Hi", usage: TokenUsage(input: 10, output: output)))
  }

  private let ten = asking(tokens: 10)

  private func error(_ model: some LanguageModel, _ request: ModelRequest? = nil) async
    -> ModelError?
  {
    await outcome(model.stream(request ?? ten)).error
  }

  private func isNear(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 1e-8 }

  // MARK: Limits

  @Test(
    "calls are admitted while their expected cost fits, and the rejection says why",
    arguments: [
      (
        1.0, 5,
        "the budget of $1.00 is used up: $1.00 spent, $0.00 reserved for calls in progress (0), "
          + "$0.20 needed"
      ),
      (
        0.99, 4,
        "the budget of $0.99 is used up: $0.80 spent, $0.00 reserved for calls in progress (0), "
          + "$0.20 needed"
      ),
      (
        0.1, 1,
        "the budget of $0.10 is used up: $0.20 spent, $0.00 reserved for calls in progress (0), "
          + "$0.20 needed"
      ),
      (
        0.0999, 0,
        "the budget of $0.0999 is used up: $0.00 spent, $0.00 reserved for calls in progress (0), "
          + "$0.10 needed"
      ),
      (
        0, 0,
        "the budget of $0.00 is used up: $0.00 spent, $0.00 reserved for calls in progress (0), "
          + "$0.10 needed"
      ),
    ])
  func money(dollars: Double, calls: Int, reason: String) async {
    let budget = budget(BudgetLimits(dollars: dollars))
    let model = replying(with: 10)
    let layered = spending(model, budget)
    for _ in 0..<calls { #expect(await error(layered) == nil) }
    let refusal = await error(layered)
    #expect(refusal?.code == .budget && refusal?.isRetryable == false)
    #expect(refusal?.message == reason)
    #expect(refusal?.attempts.map(\.isSent) == [false] && model.calls == calls)
    let report = budget.report
    #expect(isNear(report.dollars, 0.2 * Double(calls)) && report.tokens == 20 * calls)
    #expect(report.calls == calls && report.refused == 1 && report.isUsedUp)
    #expect(report.underWay == 0 && report.guessed == 0 && report.unpriced == 0)
  }

  @Test("tokens are limited in the same way")
  func tokens() async {
    let budget = budget(BudgetLimits(tokens: 100))
    let model = replying(with: 10)
    let layered = spending(model, budget)
    for _ in 0..<5 { #expect(await error(layered) == nil) }
    let refusal = await error(layered)
    #expect(refusal?.code == .budget && model.calls == 5)
    #expect(
      refusal?.message
        == "the budget of 100 tokens is used up: 100 spent, 0 reserved for calls in progress (0), "
        + "about 20 needed")
    #expect(budget.report.tokens == 100 && budget.report.tokensOver == 0)
    #expect(
      budget.report.description == "$1.00 spent, 100 of 100 tokens, 5 calls; 1 call refused")
  }

  @Test("the limit that is reached first counts")
  func bothLimits() async {
    let model = replying(with: 10)
    let budget = budget(BudgetLimits(dollars: 0.5, tokens: 1000))
    let layered = spending(model, budget)
    for _ in 0..<2 { #expect(await error(layered) == nil) }
    await expect(error(layered)?.message.hasPrefix("the budget of $0.50 is used up"), equals: true)
    // A smaller one still fits.
    let small = asking(tokens: 8, ModelParameters(maximumTokens: 1))
    await expect(error(layered, small), equals: nil)
  }

  @Test("a run's time starts with its first call and ends exactly")
  func time() async {
    let budget = budget(BudgetLimits(time: .seconds(60)))
    let layered = spending(replying(with: 1), budget)
    clock.advance(by: .seconds(1000))
    await expect(error(layered), equals: nil)
    clock.advance(by: .milliseconds(59_999))
    await expect(error(layered), equals: nil)
    clock.advance(by: .milliseconds(1))
    let refusal = await error(layered)
    #expect(refusal?.code == .budget && refusal?.message == "the run's time of 60 s is over")
    #expect(budget.report.elapsed == .seconds(60) && budget.report.refused == 1)
  }

  @Test("a money budget needs a price")
  func unknownPrice() async {
    let noOutput = PriceTable([
      PriceEntry(provider: "fake", model: "m", price: TokenPrice(TokenPrice.Rates(input: 1)))
    ])
    for prices in [PriceTable.empty, .builtIn, noOutput] {
      let model = replying(with: 1)
      let budget = budget(BudgetLimits(dollars: 1), prices)
      let refusal = await error(spending(model, budget))
      #expect(refusal?.code == .budget && model.calls == 0)
      #expect(
        refusal?.message
          == "the price of fake:m is not known, so a money budget cannot be enforced")
      #expect(refusal?.attempts.map(\.isSent) == [false])
      #expect(budget.report.calls == 0 && budget.report.underWay == 0)
    }
  }

  @Test("a money budget needs the price of the requested service tier, and counts it")
  func serviceTier() async throws {
    var request = ten
    request.parameters.serviceTier = .fast
    let model = replying(with: 1)
    let refusal = await error(spending(model, budget(BudgetLimits(dollars: 1))), request)
    #expect(
      refusal?.message
        == "the price of fake:m at the tier 'fast' is not known, so a money budget cannot be"
        + " enforced")
    #expect(refusal?.code == .budget && model.calls == 0)
    let twice = PriceTable([
      PriceEntry(
        provider: "fake", model: "m",
        price: TokenPrice(
          TokenPrice.Rates(input: 10_000, output: 10_000), serviceTiers: [.fast: 2]))
    ])
    let known = budget(BudgetLimits(dollars: 1), twice)
    await expect(error(spending(replying(with: 10), known), request), equals: nil)
    // 20 tokens at two cents each
    #expect(isNear(known.report.dollars, 0.4))
  }

  @Test("other budgets work without a price, and report it")
  func unpriced() async {
    let budget = budget(BudgetLimits(tokens: 100), .empty)
    await expect(error(spending(replying(with: 10), budget)), equals: nil)
    #expect(budget.report.unpriced == 1 && budget.report.dollars == 0)
    #expect(
      budget.report.description
        == "20 of 100 tokens, 1 call; 1 call without a known price, not in the sum")
  }

  @Test("the price is that of the day on which a call starts")
  func dayOfPrice() async throws {
    let day = try #require(CalendarDay("2026-11-21"))
    let prices = PriceTable([
      PriceEntry(
        provider: "fake", model: "m", until: day, price: TokenPrice(input: 10_000, output: 0)),
      PriceEntry(
        provider: "fake", model: "m", from: day, price: TokenPrice(input: 30_000, output: 0)),
    ])
    let budget = budget(BudgetLimits(dollars: 100), prices)
    let layered = spending(replying(with: 0), budget)
    clock.unixTime = day.unixTime - 1
    var call = layered.stream(ten).makeAsyncIterator()
    _ = try await call.next()
    clock.unixTime = day.unixTime
    while try await call.next() != nil {}
    #expect(isNear(budget.report.dollars, 0.1))
    await expect(error(layered), equals: nil)
    #expect(isNear(budget.report.dollars, 0.4))
  }

  // MARK: What calls cost

  @Test("failures before content cost nothing, and their reservation is released")
  func failures() async {
    let model = FakeModel { number, _ in
      switch number {
      case 1...3: .failure(.planned(.overloaded, status: 529))
      case 4: .failure(.planned(.transport))
      case 5: .failure(.planned(.quota))
      default: .reply("Hi", usage: TokenUsage(input: 10, output: 0))
      }
    }
    let budget = budget(BudgetLimits(dollars: 0.1, tokens: 10))
    let layered = spending(model, budget)
    for _ in 0..<5 { #expect(await error(layered)?.code != .budget) }
    #expect(budget.report.dollars == 0 && budget.report.tokens == 0 && budget.report.calls == 5)
    await expect(error(layered), equals: nil)
    #expect(model.calls == 6 && budget.report.refused == 0 && budget.report.guessed == 0)
    #expect(isNear(budget.report.dollars, 0.1) && budget.report.tokens == 10)
    await expect(error(layered)?.code, equals: .budget)
  }

  @Test("a failure before content with a count from the provider costs that count")
  func countedFailure() async {
    var partial = ModelReply()
    partial.add(.started(ModelStart()))
    partial.add(.usage(TokenUsage(input: 30, output: 0)))
    var failure = ModelError.planned(.truncated)
    failure.partial = partial
    let budget = budget(BudgetLimits(dollars: 10))
    _ = await error(spending(FakeModel(answers: .failure(failure)), budget))
    #expect(isNear(budget.report.dollars, 0.3) && budget.report.tokens == 30)
    #expect(budget.report.guessed == 1)
  }

  private static let long = TokenUsage(input: 10, output: 90)
  private static let short = TokenUsage(input: 10, output: 1)

  @Test(
    "a reply without its end or its count costs at least its reservation",
    arguments: [
      (FakeModel.Answer.failure(.planned(.truncated), after: "H"), nil, 60, 1),
      (.failure(.planned(.truncated), after: "H", usage: short), nil, 60, 1),
      (.failure(.planned(.truncated), after: "H", usage: long), nil, 100, 1),
      (.reply("Hi"), nil, 60, 1), (.reply("Hi", usage: TokenUsage(input: 10)), nil, 60, 1),
      (.reply("Hi", usage: short), 1, 60, 1), (.reply("Hi", usage: long), 1, 60, 1),
      // With the count and without the end.
      (.reply("Hi", usage: short), 5, 60, 1), (.reply("Hi", usage: long), 5, 100, 1),
      // With the end.
      (.reply("Hi", usage: short), 6, 11, 0), (.reply("Hi", usage: long), nil, 100, 0),
    ])
  func unfinished(answer: FakeModel.Answer, read: Int?, tokens: Int, guessed: Int) async throws {
    let model = FakeModel { number, _ in
      number == 1 ? .reply("Hi", usage: TokenUsage(input: 10, output: 50)) : answer
    }
    let budget = budget(BudgetLimits(dollars: 100))
    let layered = spending(model, budget)
    // After the first call, it reserves 60 for the second.
    _ = await error(layered)
    if let read {
      try await abandon(layered.stream(ten), after: read)
    } else {
      _ = await error(layered)
    }
    let report = budget.report
    #expect(report.tokens == 60 + tokens && isNear(report.dollars, 0.6 + Double(tokens) / 100))
    #expect(report.guessed == guessed && report.calls == 2 && report.underWay == 0)
  }

  @Test("a reply that was processed and never arrived costs its reservation")
  func unseen() async {
    for code in [ModelError.Code.timeout, .truncated, .decoding] {
      let budget = budget(BudgetLimits(dollars: 1))
      let layered = spending(FakeModel(answers: .failure(.planned(code))), budget)
      await expect(error(layered)?.code, equals: code)
      #expect(isNear(budget.report.dollars, 0.1) && budget.report.guessed == 1)
    }
  }

  @Test("a call that is cancelled while a model works on it counts as spent")
  func stopped() async {
    let budget = budget(BudgetLimits(dollars: 0.1))
    let model = FakeModel(answers: .endless([]), .reply("Hi"))
    let layered = spending(model, budget)
    let stream = layered.stream(ten)
    let task = Task { await outcome(stream).error }
    await until { model.calls == 1 }
    #expect(budget.report.underWay == 1)
    await expect(
      error(layered)?.message,
      equals:
        "the budget of $0.10 is used up: $0.00 spent, $0.10 reserved for calls in progress (1), "
        + "$0.10 needed")
    task.cancel()
    await expect(task.value?.code, equals: .cancelled)
    #expect(budget.report.underWay == 0 && isNear(budget.report.dollars, 0.1))
    #expect(budget.report.guessed == 1)
    await expect(error(layered)?.code, equals: .budget)
  }

  @Test("each retry is a separate call")
  func retries() async {
    let budget = budget(BudgetLimits(dollars: 0.15))
    let model = FakeModel(
      answers: .failure(.planned(.overloaded)), .failure(.planned(.overloaded)),
      .reply("Hi", usage: TokenUsage(input: 10, output: 0)))
    let layered = model.with(budget).with(Retry(RetryPolicy(jitter: 0)), clock: clock.clock)
    await expect(error(layered), equals: nil)
    #expect(budget.report.calls == 3 && isNear(budget.report.dollars, 0.1))
    let refusal = await error(layered)
    #expect(refusal?.code == .budget && refusal?.attempts.count == 1)
  }

  @Test("models with different prices share one budget")
  func sharing() async {
    let prices = PriceTable([
      PriceEntry(provider: "fake", model: "dear", price: TokenPrice(input: 50_000, output: 0)),
      PriceEntry(provider: "fake", model: "cheap", price: TokenPrice(input: 10_000, output: 0)),
    ])
    let budget = budget(BudgetLimits(dollars: 1), prices)
    let usage = TokenUsage(input: 10, output: 0)
    let dear = FakeModel("dear", answers: .reply("Hi", usage: usage))
    let cheap = FakeModel("cheap", answers: .reply("Hi", usage: usage))
    await expect(error(spending(dear, budget)), equals: nil)
    await expect(error(spending(cheap, budget)), equals: nil)
    await expect(error(spending(dear, budget))?.code, equals: .budget)
    for _ in 0..<4 { #expect(await error(spending(cheap, budget)) == nil) }
    await expect(error(spending(cheap, budget))?.code, equals: .budget)
    #expect(isNear(budget.report.dollars, 1))
  }

  // MARK: Reports

  @Test("a report states by how much the budget was exceeded")
  func over() async {
    let money = budget(BudgetLimits(dollars: 1))
    await expect(error(spending(replying(with: 200), money)), equals: nil)
    #expect(isNear(money.report.dollarsOver, 1.1) && money.report.tokensOver == 0)
    #expect(!money.report.isUsedUp)
    #expect(money.report.description == "$2.10 of $1.00 spent ($1.10 over), 210 tokens, 1 call")
    let tokens = budget(BudgetLimits(tokens: 100))
    await expect(error(spending(replying(with: 200), tokens)), equals: nil)
    #expect(tokens.report.tokensOver == 110 && tokens.report.dollarsOver == 0)
    #expect(
      tokens.report.description == "$2.10 spent, 210 of 100 tokens (110 over), 1 call")
  }

  @Test("a report lists rejected, estimated and unpriced calls")
  func notes() async {
    let both = PriceTable([
      PriceEntry(provider: "fake", model: "m", price: TokenPrice(input: 10_000, output: 0))
    ])
    let budget = budget(BudgetLimits(tokens: 25), both)
    let unpriced = FakeModel("other", answers: .reply("Hi"))
    await expect(error(spending(unpriced, budget)), equals: nil)
    await expect(error(spending(replying(with: 0), budget)), equals: nil)
    await expect(error(spending(replying(with: 0), budget))?.code, equals: .budget)
    #expect(
      budget.report.description
        == "$0.10 spent, 20 of 25 tokens, 2 calls; 1 call refused; "
        + "1 call not counted by the provider, guessed; "
        + "1 call without a known price, not in the sum")
  }

  @Test("a report without calls is valid")
  func nothing() {
    #expect(
      budget(BudgetLimits(dollars: 1)).report.description
        == "$0.00 of $1.00 spent, 0 tokens, 0 calls")
    #expect(budget(BudgetLimits()).report.description == "$0.00 spent, 0 tokens, 0 calls")
    #expect(budget(BudgetLimits()).report.elapsed == .zero)
  }

  @Test(
    "small amounts have as many decimals as necessary",
    arguments: [
      (0, "$0.00"), (0.1, "$0.10"), (0.0999, "$0.0999"), (0.0034, "$0.0034"),
      (0.000_012, "$0.000012"), (1.2, "$1.20"), (1.999, "$2.00"), (12.345, "$12.35"),
      (1234.5, "$1234.50"), (0.000_000_42, "$0.000000420"), (0.004, "$0.0040"), (0.99, "$0.99"),
      (2.05, "$2.05"),
    ])
  func dollars(amount: Double, text: String) {
    #expect(amount.asDollars == text)
  }

  @Test("sums of money are exact for any amount")
  func moneySums() {
    var sum = Money.zero
    for _ in 0..<10 { sum += Money(dollars: 0.1) }
    #expect(sum == Money(dollars: 1) && sum.dollars == 1)
    for _ in 0..<10 { sum -= Money(dollars: 0.1) }
    #expect(sum == .zero)
    #expect(Money(dollars: -1) == .zero && Money(dollars: .infinity) > Money(dollars: 1e9))
  }

  // MARK: Many at once

  /// Reads a call to its end, and yields between events.
  private static func read(_ stream: ModelStream) async -> ModelError? {
    var events = stream.makeAsyncIterator()
    do throws(ModelError) {
      while try await events.next() != nil { await Task.yield() }
      return nil
    } catch {
      return error
    }
  }

  /// Sends all requests with limited concurrency; returns the errors.
  private static func ask(
    _ model: LayeredModel, _ requests: [ModelRequest], atOnce: Int
  ) async -> [ModelError?] {
    let waiting = Shared(requests[...])
    return await withTaskGroup(of: [ModelError?].self) { group in
      for _ in 0..<atOnce {
        group.addTask {
          var errors: [ModelError?] = []
          while let request = waiting.withLock({ $0.popFirst() }) {
            errors.append(await read(model.stream(request)))
          }
          return errors
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }

  @Test(
    "reservations for the worst case keep every limit, if each request limits its tokens",
    arguments: [1, 2, 3])
  func worstCase(seed: Int) async {
    var generator = SplitMix(seed: UInt64(seed))
    let rates = TokenPrice.Rates(
      input: 10, cachedInput: 1, cacheWrite: 12.5, hourCacheWrite: 20, output: 50)
    let price = TokenPrice(
      rates, tiers: [TokenPrice.Tier(above: 400, rates: TokenPrice.Rates(input: 30, output: 90))])
    let prices = PriceTable([PriceEntry(provider: "fake", model: "m", price: price)])
    var usages: [String: TokenUsage] = [:]
    var requests: [ModelRequest] = []
    for number in 0..<200 {
      let size = Int.random(in: 8...200, using: &generator)
      var request = asking(tokens: size, ModelParameters(maximumTokens: 300))
      request.label = "\(number)"
      // A third needs its maximum, written to the cache for an hour.
      let isWorst = number % 3 == 0
      let most = request.inputTokensAtMost
      let input = isWorst ? most : Int.random(in: 0...most, using: &generator)
      usages["\(number)"] = TokenUsage(
        input: input, cacheWrites: input, hourCacheWrites: isWorst ? input : 0,
        output: isWorst ? 300 : Int.random(in: 0...300, using: &generator))
      requests.append(request)
    }
    let usage = usages
    let model = FakeModel { _, request in
      .reply("a", "b", "c", usage: request.label.flatMap { usage[$0] })
    }
    let limits = BudgetLimits(dollars: 1, tokens: 40_000)
    let budget = budget(limits, prices, .worstCase)
    let errors = await Self.ask(spending(model, budget), requests, atOnce: 50)
    let report = budget.report
    #expect(report.dollars <= 1 && report.dollarsOver == 0)
    #expect(report.tokens <= 40_000 && report.tokensOver == 0)
    let asked = model.requests.compactMap { $0.label.flatMap { usage[$0] } }
    let cost = asked.compactMap { price.cost(of: $0) }.reduce(0, +)
    let tokens = asked.compactMap { TokenUsage.sum($0.input, $0.output) }.reduce(0, +)
    #expect(isNear(report.dollars, cost) && report.tokens == tokens)
    #expect(errors.count == 200 && errors.allSatisfy { $0 == nil || $0?.code == .budget })
    #expect(report.refused == errors.count { $0 != nil } && report.refused > 0)
    #expect(report.calls == model.calls && report.calls > 0)
    #expect(report.underWay == 0 && report.guessed == 0)
  }

  /// The duration of a call, in ticks, and its cost.
  private struct Span {
    var started: Int
    var ended: Int
    var cost: Double
  }

  /// Records the calls that a budget admits, from before the check until the cost is known.
  private struct Spans: ModelMiddleware {
    let noted = Journal<Span>()
    let ticks = Ticks()
    let price: TokenPrice

    final class Ticks: Sendable {
      private let count = Mutex(0)

      func next() -> Int {
        count.withLock { count in
          count += 1
          return count
        }
      }
    }

    func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
      -> OpenedReply
    {
      let started = ticks.next()
      let (noted, ticks, price) = (noted, ticks, price)
      var reply = try await next.open(call)
      reply.whenEnded(call) { end in
        let cost = end.usage.flatMap { price.cost(of: $0) } ?? 0
        noted.note(Span(started: started, ended: ticks.next(), cost: cost))
      }
      return reply
    }

    /// The maximum total cost of calls in progress at one moment.
    var peak: Double {
      let spans = noted.entries
      let changes = spans.map { ($0.started, $0.cost) } + spans.map { ($0.ended, -$0.cost) }
      var (sum, peak) = (0.0, 0.0)
      for (_, change) in changes.sorted(by: { $0.0 < $1.0 }) {
        sum += change
        peak = max(peak, sum)
      }
      return peak
    }
  }

  @Test(
    "200 calls of unknown length exceed a dollar by no more than the concurrent calls",
    arguments: [1, 8, 40, 200], [5, 6])
  func unknownLength(atOnce: Int, seed: Int) async {
    var generator = SplitMix(seed: UInt64(seed))
    // A tenth of a cent per token: three cents per call, and thus six dollars in total.
    let price = TokenPrice(input: 1000, output: 1000)
    let prices = PriceTable([PriceEntry(provider: "fake", model: "m", price: price)])
    let outputs = (0..<200).map { _ in Int.random(in: 0...40, using: &generator) }
    let model = FakeModel { number, _ in
      .reply("a", "b", "c", usage: TokenUsage(input: 10, output: outputs[number - 1]))
    }
    let budget = budget(BudgetLimits(dollars: 1), prices)
    let spans = Spans(price: price)
    let layered = model.with(budget).with(spans, clock: clock.clock)
    let errors = await Self.ask(layered, Array(repeating: ten, count: 200), atOnce: atOnce)
    let report = budget.report
    let spent = spans.noted.entries.reduce(0) { $0 + $1.cost }
    #expect(isNear(report.dollars, spent))
    #expect(isNear(report.dollarsOver, max(0, spent - 1)))
    #expect(report.dollarsOver <= spans.peak + 1e-8)
    #expect(report.calls == spans.noted.entries.count && report.calls + report.refused == 200)
    #expect(report.refused == errors.count { $0?.code == .budget } && report.underWay == 0)
    if report.dollarsOver > 0 {
      #expect(report.description.contains(" (\(report.dollarsOver.asDollars) over), "))
    }
    // With 200 at once, all of them may be admitted before anything is known.
    if atOnce < 200 { #expect(report.refused > 0) }
    if atOnce == 1 { #expect(report.dollars > 0.9 && report.dollarsOver <= 0.05) }
  }

  @Test("200 concurrent calls without estimates cost their actual sum")
  func sameMoment() async throws {
    let price = TokenPrice(input: 1000, output: 1000)
    let prices = PriceTable([PriceEntry(provider: "fake", model: "m", price: price)])
    let budget = budget(BudgetLimits(dollars: 1), prices)
    let layered = spending(replying(with: 20), budget)
    var calls: [ModelStream.AsyncIterator] = []
    var refused = 0
    for _ in 0..<200 {
      var call = layered.stream(ten).makeAsyncIterator()
      do throws(ModelError) {
        _ = try await call.next()
        calls.append(call)
      } catch {
        #expect(
          error.message
            == "the budget of $1.00 is used up: $0.00 spent, $1.00 reserved for calls "
            + "in progress (100), $0.0100 needed")
        refused += 1
      }
    }
    #expect(calls.count == 100 && refused == 100 && budget.report.underWay == 100)
    for var call in calls {
      while try await call.next() != nil {}
    }
    // Three cents each, of which one was reserved: a hundred calls in progress, two dollars over.
    let report = budget.report
    #expect(isNear(report.dollars, 3) && isNear(report.dollarsOver, 2))
    #expect(
      report.description
        == "$3.00 of $1.00 spent ($2.00 over), 3000 tokens, 100 calls; 100 calls refused")
  }
}
