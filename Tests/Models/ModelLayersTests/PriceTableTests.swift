import CoachModel
import Documents
@testable import LanguageModels
@testable import ModelLayers
import Testing
import TestKit

private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

private func table(_ prices: String) throws(ModelError) -> PriceTable {
  try PriceTable(parsing: Array("{\"format\": 1, \"prices\": [\(prices)]}".utf8))
}

private func isNear(_ cost: Double?, _ dollars: Double) -> Bool {
  cost.map { abs($0 - dollars) < 1e-12 } ?? false
}

@Suite("Built-in prices of models")
struct BuiltInPriceTests {
  @Test("the table is valid, and each entry is found on its days")
  func reads() throws {
    let table = PriceTable.builtIn
    let updated = try #require(table.updated)
    #expect(!table.entries.isEmpty)
    for entry in table.entries {
      // Two entries for one model on one day would hide one of them.
      let lastDay = entry.until.map { CalendarDay(unixTime: $0.unixTime - 1) }
      let found = [entry.from, lastDay, updated].compactMap { $0 }
        .filter { entry.holds(on: $0) }
        .map { table.entry(for: entry.model, provider: entry.provider, on: $0) }
      #expect(!found.isEmpty, "\(entry.model)")
      #expect(found.allSatisfy { $0 == entry }, "\(entry.model)")
      #expect(entry.source?.isEmpty == false, "\(entry.model)")
      let rates = entry.price.rates
      #expect(rates.input > 0 && rates.cachedInput ?? 0 <= rates.input, "\(entry.model)")
      #expect(rates.cacheWrite ?? rates.input >= rates.input, "\(entry.model)")
      for (tier, factor) in entry.price.serviceTiers {
        #expect(!tier.isStandard && factor != 1, "\(entry.model)")
        #expect(0.25...10 ~= factor, "\(entry.model)")
        #expect((factor < 1) == [.batch, .flex].contains(tier), "\(entry.model)")
      }
      for tier in entry.price.tiers {
        #expect(tier.above >= 1000 && tier.rates.input >= rates.input, "\(entry.model)")
      }
    }
  }

  @Test("counts that nobody can have used have no cost, and never a negative one")
  func absurdCounts() {
    let price = TokenPrice(input: 1, output: 2)
    for count in [Int.min, -1, (1 << 53) + 1, .max] {
      #expect(price.cost(of: TokenUsage(input: count, output: 1)) == nil)
      #expect(price.cost(of: TokenUsage(input: 1, output: count)) == nil)
      let cached = TokenUsage(
        input: 1_000_000, cachedInput: count, cacheWrites: count, hourCacheWrites: count, output: 0)
      #expect(price.cost(of: cached) == 1)
    }
  }

  @Test("no call costs more than its upper bound")
  func atMost() throws {
    let inputs = [0, 1, 50_000, 100_000, 100_001, 272_001, 1_000_000]
    for entry in PriceTable.builtIn.entries where entry.price.rates.output != nil {
      for bound in inputs {
        let most = try #require(entry.price.costAtMost(input: bound, output: 700))
        var dearest = 0.0
        for input in inputs where input <= bound {
          for share in [0, input / 3, input] {
            let usages = [
              TokenUsage(input: input, cachedInput: share, output: 700),
              TokenUsage(input: input, cacheWrites: share, output: 0),
              TokenUsage(input: input, cacheWrites: share, hourCacheWrites: share, output: 700),
            ]
            dearest = usages.compactMap { entry.price.cost(of: $0) }.reduce(dearest, max)
          }
        }
        #expect(dearest > 0 && dearest <= most + 1e-9, "\(entry.model)")
      }
    }
  }
}

@Suite("Prices of tokens")
struct TokenPriceTests {
  private let price = TokenPrice(
    TokenPrice.Rates(input: 4, cachedInput: 0.5, cacheWrite: 5, hourCacheWrite: 8, output: 20))

  @Test(
    "each kind has its own price, and none is counted twice",
    arguments: [
      // 1,000 · 4 + 100 · 20
      (TokenUsage(input: 1000, output: 100), 0.006),
      // 400 · 4 + 600 · 0.5 + 100 · 20
      (TokenUsage(input: 1000, cachedInput: 600, output: 100), 0.0039),
      // 700 · 4 + 300 · 5
      (TokenUsage(input: 1000, cacheWrites: 300, output: 0), 0.0043),
      // 700 · 4 + 300 · 8
      (TokenUsage(input: 1000, cacheWrites: 300, hourCacheWrites: 300, output: 0), 0.0052),
      // 100 · 4 + 600 · 0.5 + 200 · 5 + 100 · 8 + 10 · 20
      (
        TokenUsage(
          input: 1000, cachedInput: 600, cacheWrites: 300, hourCacheWrites: 100, output: 10,
          reasoning: 10), 0.0027
      ),
      // Counts of nothing change nothing: 1,000 · 4
      (TokenUsage(input: 1000, cachedInput: 0, cacheWrites: 0, output: 0), 0.004),
      (.zero, 0),
      // A provider that counts more cached tokens than tokens: all of them are cached, 10 · 0.5.
      (TokenUsage(input: 10, cachedInput: 20, output: 0), 0.000005),
      // 5 cached and the other 5 written: 5 · 0.5 + 5 · 5
      (TokenUsage(input: 10, cachedInput: 5, cacheWrites: 20, output: 0), 0.0000275),
      // No more of them for an hour than were written: 8 · 4 + 2 · 8
      (TokenUsage(input: 10, cacheWrites: 2, hourCacheWrites: 9, output: 0), 0.000048),
      // Those for an hour are a part of those that were written.
      (TokenUsage(input: 10, hourCacheWrites: 9, output: 0), 0.00004),
    ])
  func kinds(usage: TokenUsage, dollars: Double) {
    #expect(isNear(price.cost(of: usage), dollars))
  }

  @Test("a kind without a price costs the same as input")
  func noPriceOfItsOwn() {
    let usage = TokenUsage(
      input: 1000, cachedInput: 500, cacheWrites: 300, hourCacheWrites: 100, output: 0)
    #expect(isNear(TokenPrice(input: 3, output: 9).cost(of: usage), 0.003))
    // 200 · 3 + 500 · 3 + 300 · 4, those for an hour included
    let written = TokenPrice(TokenPrice.Rates(input: 3, cacheWrite: 4, output: 9))
    #expect(isNear(written.cost(of: usage), 0.0033))
  }

  @Test("without a count or a price, the cost is unknown")
  func unknown() {
    #expect(price.cost(of: TokenUsage()) == nil)
    #expect(price.cost(of: TokenUsage(input: 1)) == nil)
    #expect(price.cost(of: TokenUsage(output: 1)) == nil)
    let embedding = TokenPrice(TokenPrice.Rates(input: 2))
    #expect(embedding.cost(of: TokenUsage(input: 10, output: 1)) == nil)
    #expect(isNear(embedding.cost(of: TokenUsage(input: 10, output: 0)), 0.00002))
    #expect(embedding.costAtMost(input: 1, output: 0) == nil)
  }

  @Test(
    "above its limit, not at it, a tier applies to the complete request",
    arguments: [
      // (100,000 · 0.10 + 1,000 · 0.50) / 1,000,000
      (100_000, 0, 0.0105),
      // (100,001 · 0.50 + 1,000 · 2.50) / 1,000,000
      (100_001, 0, 0.0525005),
      // What is read from a cache counts towards the limit: (1 · 0.50 + 100,000 · 0.05 + 2,500) / 1,000,000
      (100_001, 100_000, 0.0075005),
      (100_000, 100_000, 0.0015),
    ])
  func limits(input: Int, cached: Int, dollars: Double) {
    let long = TokenPrice.Rates(input: 0.5, cachedInput: 0.05, output: 2.5)
    let price = TokenPrice(
      TokenPrice.Rates(input: 0.1, cachedInput: 0.01, output: 0.5),
      tiers: [TokenPrice.Tier(above: 100_000, rates: long)])
    let usage = TokenUsage(input: input, cachedInput: cached, output: 1000)
    #expect(isNear(price.cost(of: usage), dollars))
  }

  @Test(
    "a service tier multiplies all rates",
    arguments: [
      // 400 · 4 + 600 · 0.5 + 100 · 20, and half of it, and so on
      (ServiceTier?.none, 0.0039), (.standard, 0.0039), (.automatic, 0.0039),
      (ServiceTier(rawValue: "default"), 0.0039), (.flex, 0.00195), (.fast, 0.0078),
    ])
  func serviceTiers(tier: ServiceTier?, dollars: Double) {
    let usage = TokenUsage(input: 1000, cachedInput: 600, output: 100)
    var price = price
    price.serviceTiers = [.flex: 0.5, .fast: 2]
    #expect(isNear(price.cost(of: usage, at: tier), dollars))
  }

  @Test("a tier without a price has an unknown cost")
  func unknownTier() {
    let usage = TokenUsage(input: 1000, output: 100)
    for tier in [ServiceTier.flex, .priority, .ultrafast, ServiceTier(rawValue: "novel")] {
      #expect(price.cost(of: usage, at: tier) == nil)
      #expect(price.costAtMost(input: 1, output: 1, at: tier) == nil)
    }
    // A provider may state that a tier costs the same.
    var same = price
    same.serviceTiers = [.flex: 1]
    #expect(same.cost(of: usage, at: .flex) == price.cost(of: usage))
  }

  @Test("a cheaper tier does not lower what a call costs at most: it may not be the one served")
  func cheaperTier() throws {
    var price = price
    price.serviceTiers = [.flex: 0.5, .fast: 2]
    let most = try #require(price.costAtMost(input: 100, output: 10))
    #expect(isNear(price.costAtMost(input: 100, output: 10, at: .flex), most))
    #expect(isNear(price.costAtMost(input: 100, output: 10, at: .fast), 2 * most))
  }

  @Test(
    "the highest tier below a prompt's length applies, in any order of tiers",
    arguments: [(0, 1.0), (100, 1), (101, 2), (200, 2), (201, 3), (.max, 3)])
  func tiers(prompt: Int, input: Double) {
    let tiers = [
      TokenPrice.Tier(above: 200, rates: TokenPrice.Rates(input: 3)),
      TokenPrice.Tier(above: 100, rates: TokenPrice.Rates(input: 2)),
    ]
    let price = TokenPrice(TokenPrice.Rates(input: 1, output: 1), tiers: tiers)
    #expect(price.rates(forPrompt: prompt).input == input)
    #expect(price.tiers.map(\.above) == [100, 200])
  }
}

@Suite("Price tables")
struct PriceTableTests {
  private func entry(_ model: String) -> PriceEntry {
    PriceEntry(provider: "p", model: model, price: TokenPrice(input: 1, output: 1))
  }

  @Test(
    "a model's name covers its snapshots",
    arguments: [
      "m-1", "m-1-20251001", "m-1-2025-10-01", "m-1-001", "m-1-0613", "m-1-latest",
      "m-1@20251001", "m-1@latest",
    ])
  func snapshots(name: String) {
    #expect(entry("m-1").covers(name))
  }

  @Test(
    "a model's name does not cover related models",
    arguments: [
      "", "m", "m-", "m-10", "m-1.5", "m-1-5", "m-1-05", "m-1-mini", "m-1-32k", "m-1-001b", "M-1",
      "x-m-1", "p/m-1", "m-1-", "m-1@", "m-1-2025-10-01-preview", "m-1-preview-2025-10-01",
      "m-1-latest-mini", "m-1--latest", "m-1:latest", "m-1 ", "m-1\u{301}", "m-1-20251001@2",
      "m-1-١٢٣", "m-1-newest",
    ])
  func siblings(name: String) {
    #expect(!entry("m-1").covers(name))
  }

  @Test("the longest name wins, then the first entry, and each provider has its own")
  func choice() throws {
    let table = try table(
      """
      {"provider": "openai", "model": "m", "input": 1}, {"provider": "openai", "model": "m-0513", "input": 2},
      {"provider": "openai", "model": "m", "input": 3}, {"provider": "q", "model": "m", "input": 4}
      """)
    func input(_ model: String, _ provider: String) throws -> Double? {
      try table.entry(for: model, provider: provider, on: day("2026-11-21"))?.price.rates.input
    }
    try expect(input("m", "openai"), equals: 1)
    try expect(input("m-0513", "openai"), equals: 2)
    try expect(input("m-0514", "openai"), equals: 1)
    try expect(input("m", "q"), equals: 4)
    try expect(input("m", "openai-chat"), equals: 1)
    try expect(input("m-mini", "openai"), equals: nil)
    try expect(input("m", "openrouter"), equals: nil)
    try expect(PriceTable.empty.entry(for: "m", provider: "q", on: day("2026-11-21")), equals: nil)
  }

  @Test("a lookup does not depend on earlier lookups")
  func repeated() throws {
    let table = try table(
      """
      {"provider": "p", "model": "m", "until": "2026-01-02", "input": 1},
      {"provider": "p", "model": "m", "from": "2026-01-02", "input": 2},
      {"provider": "q", "model": "m", "input": 3}
      """)
    func input(_ model: String, _ provider: String, _ date: String) throws -> Double? {
      try table.entry(for: model, provider: provider, on: day(date))?.price.rates.input
    }
    for _ in 0..<2 {
      for _ in 0..<2 {
        try expect(input("m", "p", "2026-01-01"), equals: 1)
        try expect(input("m", "p", "2026-01-02"), equals: 2)
        try expect(input("m", "q", "2026-01-01"), equals: 3)
        try expect(input("n", "p", "2026-01-01"), equals: nil)
      }
      for number in 1000..<2000 {
        try expect(input("m-\(number)", "p", "2026-01-03"), equals: 2)
        try expect(input("n-\(number)", "p", "2026-01-03"), equals: nil)
      }
    }
  }

  @Test("the first day is included, and the end day is not")
  func days() throws {
    let entry = PriceEntry(
      provider: "p", model: "m", from: try day("2026-02-28"), until: try day("2026-03-02"),
      price: TokenPrice(input: 1, output: 1))
    let dates = ["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02", "2027-03-01"]
    try expect(
      dates.map { entry.holds(on: try day($0)) }, equals: [false, true, true, false, false])
    #expect(try self.entry("m").holds(on: day("0001-01-01")))
  }

  @Test("a custom file overrides the built-in prices, on its days and for its models")
  func overriding() throws {
    let own = try PriceTable(
      parsing: Array(
        """
        {"format": 1, "currency": "USD", "updated": "2027-02-03", "prices": [
          {"provider": "anthropic", "model": "claude-haiku-4-5", "from": "2026-12-01", "input": 9,
           "output": 99, "source": "our contract", "seen": "2026-11-30"},
          {"provider": "vllm", "model": "ours", "input": 0, "output": 0}]}
        """.utf8))
    let table = PriceTable.builtIn.overridden(by: own)
    #expect(table.entries.count == PriceTable.builtIn.entries.count + 2)
    #expect(table.updated == CalendarDay("2027-02-03"))
    #expect(PriceTable.builtIn.overridden(by: .empty).updated == PriceTable.builtIn.updated)
    func cost(_ provider: String, _ model: String, _ date: String) throws -> Double? {
      table.cost(
        of: TokenUsage(input: 1_000_000, output: 0),
        by: ModelIdentity(provider: provider, model: model), on: try day(date))
    }
    func builtIn(_ model: String, _ date: String) throws -> Double? {
      PriceTable.builtIn.cost(
        of: TokenUsage(input: 1_000_000, output: 0),
        by: ModelIdentity(provider: "anthropic", model: model), on: try day(date))
    }
    try expect(
      cost("anthropic", "claude-haiku-4-5", "2026-11-30"),
      equals: builtIn("claude-haiku-4-5", "2026-11-30"))
    try expect(cost("anthropic", "claude-haiku-4-5", "2026-12-01"), equals: 9)
    try expect(cost("anthropic", "claude-haiku-4-5-20251001", "2026-12-01"), equals: 9)
    try expect(
      cost("anthropic", "claude-opus-5-5", "2026-12-01"),
      equals: builtIn("claude-opus-5-5", "2026-12-01"))
    try expect(cost("vllm", "ours", "2026-12-01"), equals: 0)
    try expect(cost("vllm", "theirs", "2026-12-01"), equals: nil)
  }

  @Test("a tier inherits the figures that it does not state")
  func tierOfFile() throws {
    let table = try table(
      """
      {"provider": "p", "model": "m", "input": 1, "cached_input": 0.5, "output": 3,
       "above": [{"prompt": 20, "output": 7}, {"prompt": 10, "input": 2, "hour_cache_write": 4}]}
      """)
    let price = try #require(table.entries.first).price
    #expect(price.rates(forPrompt: 10) == .init(input: 1, cachedInput: 0.5, output: 3))
    #expect(
      price.rates(forPrompt: 11)
        == .init(input: 2, cachedInput: 0.5, hourCacheWrite: 4, output: 3))
    #expect(price.rates(forPrompt: 21) == .init(input: 1, cachedInput: 0.5, output: 7))
  }

  @Test("service tiers are read and written, and both protocols of a service share its prices")
  func serviceTiersOfFile() throws {
    let table = try table(
      """
      {"provider": "gemini", "model": "m", "input": 1, "output": 3,
       "service_tiers": {"flex": 0.5, "priority": 1.8}}
      """)
    let entry = try #require(table.entries.first)
    #expect(entry.price.serviceTiers == [.flex: 0.5, .priority: 1.8])
    #expect(entry.json["service_tiers"] == ["flex": 0.5, "priority": 1.8])
    let model = ModelIdentity(provider: "gemini-interactions", model: "m")
    let usage = TokenUsage(input: 1_000_000, output: 0)
    #expect(try table.cost(of: usage, by: model, on: day("2026-11-30"), at: .flex) == 0.5)
    #expect(try table.cost(of: usage, by: model, on: day("2026-11-30")) == 1)
  }

  @Test(
    "an error names its entry",
    arguments: [
      (
        #"{"provider": "p", "model": "m", "input": 1, "service_tiers": 0.5}"#,
        "(m): 'service_tiers' is an object"
      ),
      (
        #"{"provider": "p", "model": "m", "input": 1, "service_tiers": {"flex": "half"}}"#,
        "(m): the service tier 'flex' is a factor"
      ),
      (
        #"{"provider": "p", "model": "m", "input": 1, "service_tiers": {"flex": -1}}"#,
        "(m): the service tier 'flex' is a factor"
      ),
      (#"{"model": "m", "input": 1}"#, "(m): 'provider' and 'model' are needed"),
      (#"{"provider": "p", "input": 1}"#, ": 'provider' and 'model' are needed"),
      (#"{"provider": 1, "model": "m", "input": 1}"#, "(m): 'provider' and 'model' are needed"),
      (#"{"provider": "p", "model": "m"}"#, "(m): 'input' is needed"),
      (#"{"provider": "p", "model": "m", "output": 1}"#, "(m): 'input' is needed"),
      (#"{"provider": "p", "model": "m", "inptu": 1}"#, "(m): there is no member 'inptu'; known: "),
      (#"{"provider": "p", "model": "m", "input": -1}"#, "(m): 'input' is dollars"),
      (#"{"provider": "p", "model": "m", "input": "1"}"#, "(m): 'input' is dollars"),
      (#"{"provider": "p", "model": "m", "input": null}"#, "(m): 'input' is dollars"),
      (
        #"{"provider": "p", "model": "m", "input": 1, "output": true}"#, "(m): 'output' is dollars"
      ),
      (
        #"{"provider": "p", "model": "m", "input": 1, "cached_input": -0.1}"#,
        "(m): 'cached_input' is dollars"
      ),
      (
        #"{"provider": "p", "model": "m", "input": 1, "cache_write": []}"#,
        "(m): 'cache_write' is dollars"
      ),
      (
        #"{"provider": "p", "model": "m", "input": 1, "hour_cache_write": "2"}"#,
        "(m): 'hour_cache_write' is dollars"
      ),
      (#"{"provider": "p", "model": "m", "input": 1, "from": "2026-2-1"}"#, "(m): 'from' is a day"),
      (
        #"{"provider": "p", "model": "m", "input": 1, "from": "2026-02-29"}"#,
        "(m): 'from' is a day"
      ),
      (#"{"provider": "p", "model": "m", "input": 1, "until": 2026}"#, "(m): 'until' is a day"),
      (#"{"provider": "p", "model": "m", "input": 1, "until": null}"#, "(m): 'until' is a day"),
      (
        #"{"provider": "p", "model": "m", "input": 1, "above": [{"input": 2}]}"#,
        "(m): each of 'above' needs 'prompt'"
      ),
      (
        #"{"provider": "p", "model": "m", "input": 1, "above": [{"prompt": -1, "input": 2}]}"#,
        "(m): each of 'above' needs 'prompt'"
      ),
      (
        #"{"provider": "p", "model": "m", "input": 1, "above": [{"prompt": 1, "input": "2"}]}"#,
        "(m): 'input' is dollars"
      ),
      (#"{"provider": "p", "model": "m", "input": 1, "above": [2]}"#, "(m): a tier of 'above'"),
      (#""m""#, ": it is not an object"), ("[]", ": it is not an object"),
    ])
  func mistakes(entry: String, message: String) {
    let good = #"{"provider": "p", "model": "good", "input": 1}"#
    for (prices, number) in [(entry, 1), ("\(good), \(entry), \(good)", 2)] {
      let error = #expect(throws: ModelError.self) { try table(prices) }
      #expect(error?.code == .decoding)
      let space = message.hasPrefix("(") ? " " : ""
      #expect(error?.message.contains("entry \(number)\(space)\(message)") ?? false)
    }
  }

  @Test(
    "an error in a tier is reported",
    arguments: [
      #"{"prompt": 1, "input": 2}"#, "2", #""none""#, "null", #"[{"prompt": 1, "inptu": 2}]"#,
      #"[{"prompt": 1, "input": 2, "until": "2026-01-01"}]"#,
    ])
  func tierMistakes(above: String) {
    let error = #expect(throws: ModelError.self) {
      try table(#"{"provider": "p", "model": "m", "input": 1, "above": \#(above)}"#)
    }
    #expect(error?.message.contains("entry 1 (m): ") ?? false)
  }

  @Test(
    "anything but a table of dollars is rejected",
    arguments: [
      ("", "this is not JSON: "), ("{\"format\": 1, \"prices\": [}", "this is not JSON: "),
      ("[]", "it has no \"format\": 1"), ("{}", "it has no \"format\": 1"),
      ("{\"prices\": []}", "it has no \"format\": 1"),
      ("{\"format\": 2, \"prices\": []}", "it has no \"format\": 1"),
      ("{\"format\": \"1\", \"prices\": []}", "it has no \"format\": 1"),
      ("{\"format\": 1}", "no list \"prices\""),
      ("{\"format\": 1, \"prices\": {}}", "no list \"prices\""),
      ("{\"format\": 1, \"currency\": \"EUR\", \"prices\": []}", "its currency is not USD"),
      ("{\"format\": 1, \"currency\": \"usd\", \"prices\": []}", "its currency is not USD"),
      ("{\"format\": 1, \"currency\": 978, \"prices\": []}", "its currency is not USD"),
    ])
  func noTable(text: String, message: String) {
    let error = #expect(throws: ModelError.self) { try PriceTable(parsing: Array(text.utf8)) }
    #expect(error?.code == .decoding)
    #expect(error?.message.hasPrefix("the table of prices cannot be used: ") ?? false)
    #expect(error?.message.contains(message) ?? false)
  }

  @Test("an empty table is valid")
  func nothing() throws {
    let table = try table("")
    #expect(table.entries.isEmpty && table.updated == nil)
    let usage = TokenUsage(input: 1, output: 1)
    let model = ModelIdentity(provider: "openai", model: "gpt-6-luna")
    expect(table.cost(of: usage, by: model, on: try day("2026-11-21")), equals: nil)
    #expect(PriceTable.builtIn.cost(of: usage, by: model, on: try day("2026-11-21")) != nil)
    expect(
      PriceTable.builtIn.cost(
        of: TokenUsage(input: 1), by: model, on: try day("2026-11-21")), equals: nil)
  }

  @Test("the written built-in table reads back to the same prices")
  func written() throws {
    let entries = PriceTable.builtIn.entries
    let prices = entries.map { JSONValue.object($0.json).text() }.joined(separator: ",")
    try expect(table(prices).entries, equals: entries)
  }
}
