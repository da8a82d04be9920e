import CoachEngine
import CoachModel
import LanguageModels
import ModelLayers
import PromptTemplates
import SourceFiles
import Testing
import TestKit

/// One token per byte, so that the figures can be checked by hand.
private struct ByteCounter: TokenCounter {
  let method = "bytes"
  func count(_ bytes: ArraySlice<UInt8>) -> Int { bytes.count }
}

@Suite("Simulated prompt caches")
struct PromptCacheSimulationTests {
  private static let rules = PromptCacheRules(
    match: .breakpoints(lookBack: 20, writes: 4), minimum: 50, lifetime: .seconds(300))

  /// A request with a marked system text of 100 bytes, a conversation, and a note for the turn.
  private static func request(
    _ turns: Int, note: String = "note", marksConversation: Bool = true, system: String? = nil
  ) -> ModelRequest {
    var messages = [
      ModelMessage(
        role: .system,
        parts: [
          .text(system ?? String(repeating: "s", count: 100)), .cacheBreakpoint(.minutes),
        ])
    ]
    for turn in 1...turns {
      messages.append(ModelMessage(Message(.user, "user \(turn)")))
      if turn < turns { messages.append(ModelMessage(Message(.assistant, "coach \(turn)"))) }
    }
    if marksConversation { messages[messages.count - 1].parts.append(.cacheBreakpoint(.minutes)) }
    messages.append(ModelMessage(Message(.system, note)))
    return ModelRequest(messages: messages)
  }

  private func usage(
    of requests: [ModelRequest], rules: PromptCacheRules = rules, pace: Int = 60
  ) -> [TokenUsage] {
    var cache = PromptCacheSimulation(rules, counter: ByteCounter())
    return requests.enumerated().map { cache.usage(of: $1, at: .seconds(pace * $0)) }
  }

  @Test("the first request is written, the next reads all that it shares with it")
  func grows() {
    let found = usage(of: [Self.request(1), Self.request(2), Self.request(3)])
    // 4 per message: 104 of the system message, 10 of the first message.
    #expect(found[0] == TokenUsage(input: 120, cachedInput: 0, cacheWrites: 114))
    #expect(found[1].cachedInput == 114)
    #expect(found[2].cachedInput == 114 + 11 + 10)
  }

  @Test("a text that changes before the conversation leaves only what stands before it")
  func changesEarly() {
    func request(_ turns: Int) -> ModelRequest {
      var request = Self.request(turns)
      request.messages[0].parts.append(.text("message \(turns)"))
      return request
    }
    let found = usage(of: [request(1), request(2), request(3)])
    #expect(found.map(\.cachedInput) == [0, 104, 104])
  }

  @Test("without a breakpoint in the conversation, only the instructions are read")
  func unmarked() {
    let found = usage(of: (1...3).map { Self.request($0, marksConversation: false) })
    #expect(found.map(\.cachedInput) == [0, 104, 104])
  }

  @Test("nothing is kept below the minimum, nor longer than its lifetime after the last use")
  func limits() {
    var rules = Self.rules
    rules.minimum = 110
    let short = usage(of: [Self.request(1), Self.request(1, note: "other")], rules: rules)
    #expect(short[1].cachedInput == 114, "the longer of two prefixes reaches the minimum")
    rules.minimum = 115
    #expect(usage(of: [Self.request(1), Self.request(1)], rules: rules)[1].cachedInput == 0)
    let requests = [Self.request(1), Self.request(2), Self.request(3)]
    #expect(usage(of: requests, pace: 300)[2].cachedInput == 135, "each use renews it")
    #expect(usage(of: requests, pace: 301).map(\.cachedInput) == [0, 0, 0])
  }

  @Test("a breakpoint is compared with so many blocks before it")
  func lookBack() {
    var rules = Self.rules
    rules.match = .breakpoints(lookBack: 2, writes: 4)
    // Two messages later, the conversation's last breakpoint is two blocks back; four messages later, too far.
    #expect(usage(of: [Self.request(1), Self.request(2)], rules: rules)[1].cachedInput == 114)
    #expect(usage(of: [Self.request(1), Self.request(3)], rules: rules)[1].cachedInput == 104)
  }

  @Test("only the last breakpoints of a request are written")
  func writes() {
    var rules = Self.rules
    rules.match = .breakpoints(lookBack: 0, writes: 1)
    let other = Self.request(1)
    var changed = Self.request(1)
    changed.messages[1] = ModelMessage(
      role: .user, parts: [.text("else"), .cacheBreakpoint(.minutes)])
    #expect(usage(of: [other, changed], rules: rules)[1].cachedInput == 0)
    rules.match = .breakpoints(lookBack: 0, writes: 2)
    #expect(usage(of: [other, changed], rules: rules)[1].cachedInput == 104)
  }

  @Test("the longest shared prefix is found without breakpoints, also within a text, in steps")
  func longestPrefix() {
    let rules = PromptCacheRules(
      match: .longestPrefix(step: 1), minimum: 50, lifetime: .seconds(300),
      takesLateInstructions: true)
    let found = usage(of: (1...3).map { Self.request($0, marksConversation: false) }, rules: rules)
    #expect(found.map(\.cachedInput) == [0, 114, 135])
    let half = String(repeating: "s", count: 60) + String(repeating: "t", count: 40)
    let other = usage(of: [Self.request(1), Self.request(1, system: half)], rules: rules)
    #expect(other[1].cachedInput == 60)
    var steps = rules
    steps.match = .longestPrefix(step: 50)
    #expect(usage(of: [Self.request(1), Self.request(2)], rules: steps)[1].cachedInput == 100)
  }
}

/// What the shipped prompts let providers cache, for conversations of ordinary length.
@Suite("Forecasts of what is cached")
struct PromptCacheForecastTests {
  private static let anthropic = PromptCacheRules(
    match: .breakpoints(lookBack: 20, writes: 4), minimum: 512, lifetime: .seconds(300))
  private static let openAI = PromptCacheRules(
    match: .longestPrefix(step: 128), minimum: 1024, lifetime: .seconds(300),
    takesLateInstructions: true)

  private func forecast(
    _ prompt: String, coachMessages: Int, rules: PromptCacheRules, person: String = "new",
    domain: String? = nil
  ) throws -> PromptCacheForecast {
    let messages = TypicalConversation.messages(
      coachMessages: coachMessages, coachBegins: prompt.hasPrefix("discovery"))
    let forecasts = try PromptCacheForecast.forecasts(
      of: messages, by: [rules],
      for: AssemblyRequest(
        prompt: try #require(PromptReference(prompt)), person: try Workspace.person(person),
        domain: domain.map(Workspace.domain), domains: Workspace.domains()),
      assembler: PromptAssembler(library: Workspace.library()))
    return try #require(forecasts.first)
  }

  @Test("of 30 messages of coaching at least 85 % of the input is read from a cache")
  func coaching() throws {
    for rules in [Self.anthropic, Self.openAI] {
      let share = try forecast(
        "coaching@v3", coachMessages: 30, rules: rules, person: "ines", domain: "career"
      ).readShare
      #expect(share >= 0.85, "\(share)")
    }
    let before = try forecast(
      "coaching@v2", coachMessages: 30, rules: Self.anthropic, person: "ines", domain: "career")
    #expect(before.readShare < 0.6)
  }

  @Test("a discovery costs at most $0.035 at $0.80 and $4, cached or not")
  func discovery() throws {
    let price = TokenPrice(
      TokenPrice.Rates(input: 0.80, cachedInput: 0.08, cacheWrite: 1.00, output: 4))
    for minimum in [2048, 4096] {
      var rules = Self.anthropic
      rules.minimum = minimum
      let forecast = try forecast("discovery", coachMessages: 14, rules: rules)
      // The closing message carries the signal, about 350 tokens more than an ordinary one.
      let cost = try #require(forecast.cost(at: price)) + 350 * 4 / 1e6
      #expect(cost <= 0.035, "\(minimum): \(cost)")
    }
  }

  @Test("the prefix up to the end of the conversation starts with that of the message before")
  func prefixes() throws {
    let assembler = PromptAssembler(library: try Workspace.library())
    let messages = TypicalConversation.messages(coachMessages: 6, coachBegins: false)
    var digests: [String] = []
    var earlier: [ModelMessage] = []
    for index in messages.indices where messages[index].role == .assistant {
      let prompt = try assembler.assemble(
        AssemblyRequest(
          prompt: PromptReference(name: "coaching", version: "v3"),
          person: try Workspace.person("kenji"), domain: try Workspace.domain("leadership"),
          history: Array(messages[..<index])))
      let person = try #require(prompt.sections.first { $0.declaration.name == "patterns" })
      digests.append(prompt.prefixDigest(through: person).hexadecimal)
      let request = ModelRequest(prompt)
      #expect(request.messages.last?.role == .system)
      let kept = request.messages.dropLast()
      #expect(zip(kept, earlier).allSatisfy { $0.text == $1.text })
      #expect(kept.count >= earlier.count)
      #expect(kept.last?.parts.last == .cacheBreakpoint(.minutes))
      earlier = Array(kept)
    }
    #expect(Set(digests).count == 1)
  }
}
