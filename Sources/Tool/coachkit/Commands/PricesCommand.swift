import ArgumentParser
import CoachModel
import CommandLineSupport
import Documents
import LanguageModels
import ModelLayers
import SourceFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct PricesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prices",
    abstract: "Show the prices of models, or the cost of a call.",
    discussion: """
      Prices are list prices in dollars per million tokens. Some models have higher prices for long prompts, which \
      then apply to the whole request. COACHKIT_PRICES names a file in the format of 'coachkit prices --json' whose entries \
      override the built-in ones, for newer prices or your own contract. An empty cell means unknown; unknown prices \
      of cached input count as those of input.

      Examples:
        coachkit prices
        coachkit prices haiku
        coachkit prices --provider openai --day 2026-06-01
        coachkit prices anthropic:claude-haiku-4-5 --input 12000 --cached 10000 --output 300
      """)

  @Argument(
    help: ArgumentHelp(
      "A part of the model's name; to compute a cost, the whole name, with 'provider:' if several providers list it.",
      valueName: "model"))
  var model: String?

  @Option(help: ArgumentHelp("Show this provider only.", valueName: "name"))
  var provider: String?

  @Option(
    help: ArgumentHelp("The day for which prices are shown; today by default.", valueName: "day"))
  var day: String?

  @Option(
    help: ArgumentHelp("The number of tokens of the prompt, including cached ones.", valueName: "n")
  )
  var input: Int?

  @Option(
    help: ArgumentHelp(
      "The number of these that are read from the provider's cache.", valueName: "n"))
  var cached: Int?

  @Option(help: ArgumentHelp("The number of these that are written to the cache.", valueName: "n"))
  var cacheWrite: Int?

  @Option(help: ArgumentHelp("The number of tokens of the reply.", valueName: "n"))
  var output: Int?

  @Option(
    help: ArgumentHelp("The service tier of the call, such as flex.", valueName: "tier"))
  var serviceTier: String?

  @Flag(help: "Print the entries as a file of prices.")
  var json = false

  func validate() throws {
    if let day, CalendarDay(day) == nil {
      throw ValidationError("--day is a day such as 2026-11-21.")
    }
    let counts = [input, cached, cacheWrite, output].compactMap { $0 }
    guard counts.allSatisfy({ $0 >= 0 }) else {
      throw ValidationError("Tokens are numbers, 0 or above.")
    }
    guard let parts = TokenUsage.sum(cached ?? 0, cacheWrite ?? 0), parts <= input ?? 0 else {
      throw ValidationError("--cached and --cache-write are parts of --input.")
    }
  }

  func run() throws {
    let table = try ModelFactory(baseURL: nil).prices()
    let day = day.flatMap { CalendarDay($0) } ?? CalendarDay(unixTime: Date().timeIntervalSince1970)
    if input != nil || output != nil { return try printCost(table, on: day) }
    let valid = table.entries.filter { $0.holds(on: day) }
    let entries = valid.filter { entry in
      provider.map { entry.provider == $0 } ?? true && model.map { matches(entry, $0) } ?? true
    }
    guard !entries.isEmpty else {
      let others = model.map { name in Self.reference(name, in: valid) } ?? []
      let names = Set(table.entries.map(\.provider)).sorted()
      throw CommandError(
        "no price is known for \([provider, model].compactMap(\.self).joined(separator: ":")) on \(day)",
        hint: others.isEmpty
          ? "known providers: \(names.joined(separator: ", ")); COACHKIT_PRICES adds a file"
          : "listed by another provider: \(others.joined(separator: ", "))")
    }
    if json {
      for line in table.file(of: entries) { Terminal.print(line) }
    } else {
      printTable(entries)
      let updated = table.updated.map { ", reviewed on \($0)" } ?? ""
      Terminal.print("dollars per million tokens on \(day)\(updated)".inked(.dim))
    }
  }

  /// Returns whether an entry has a text in its name, or is that of the model with this name, such as a dated one.
  private func matches(_ entry: PriceEntry, _ text: String) -> Bool {
    let name = text.split(separator: ":", maxSplits: 1).last.map(String.init) ?? text
    let isOfProvider = !text.contains(":") || text.hasPrefix("\(entry.provider):")
    return "\(entry.provider):\(entry.model)".contains(text.lowercased())
      || isOfProvider && entry.covers(name)
  }

  /// Returns the entries of all providers that cover a model, as `provider:model`.
  private static func reference(_ name: String, in entries: [PriceEntry]) -> [String] {
    let name = name.split(separator: ":", maxSplits: 1).last.map(String.init) ?? name
    return Set(entries.filter { $0.covers(name) }.map { "\($0.provider):\($0.model)" }).sorted()
  }

  private func printTable(_ entries: [PriceEntry]) {
    var table = TextTable([
      ("provider", .left), ("model", .left), ("input", .right), ("cached", .right),
      ("write", .right), ("write 1 h", .right), ("output", .right), ("from", .left),
      ("until", .left),
    ])
    func cells(_ rates: TokenPrice.Rates) -> [String] {
      [rates.input, rates.cachedInput, rates.cacheWrite, rates.hourCacheWrite, rates.output]
        .map { $0.map(Self.figure) ?? "" }
    }
    for entry in entries {
      table.add(
        [entry.provider, entry.model] + cells(entry.price.rates)
          + [entry.from?.description ?? "", entry.until?.description ?? ""])
      for tier in entry.price.tiers {
        table.add(["", "  above \(tier.above)"] + cells(tier.rates) + ["", ""])
      }
    }
    for line in table.lines { Terminal.print(line) }
  }

  /// Formats a number with two decimals, or with more if it has more.
  private static func figure(_ number: Double) -> String {
    var text = "\(number)"
    let decimals = text.split(separator: ".").last?.count ?? 0
    if decimals < 2 { text += "0" }
    return text
  }

  private func printCost(_ table: PriceTable, on day: CalendarDay) throws {
    guard let model else { throw CommandError("which model's cost?", hint: "name a model") }
    var reference = ModelReference(provider: provider ?? "", model: model)
    if model.contains(":"), let whole = ModelReference(model) { reference = whole }
    if reference.provider.isEmpty {
      let listed = Self.reference(model, in: table.entries.filter { $0.holds(on: day) })
      let providers = Set(listed.compactMap { ModelReference($0)?.provider }).sorted()
      guard providers.count < 2 else {
        throw CommandError(
          "several providers list '\(model)'",
          hint: "name one: \(providers.map { "\($0):\(model)" }.joined(separator: ", "))")
      }
      reference.provider = providers.first ?? ""
    }
    guard
      let entry = table.entry(for: reference.model, provider: reference.provider, on: day)
    else {
      let names = table.entries.map { "\($0.provider):\($0.model)" }
      throw CommandError(
        "the price of \(reference.provider.isEmpty ? model : reference.description) is not known",
        hint: names.hint(for: model) ?? "give it in a file that COACHKIT_PRICES names")
    }
    let usage = TokenUsage(
      input: input ?? 0, cachedInput: cached, cacheWrites: cacheWrite, output: output ?? 0)
    let tier = serviceTier.map { ServiceTier(rawValue: $0) }
    guard let cost = entry.price.cost(of: usage, at: tier) else {
      let what =
        entry.price.factor(of: tier) == nil ? "tier '\(serviceTier ?? "")'" : "output"
      throw CommandError(
        "the price of \(reference)'s \(what) is not known",
        hint: "give it in a file that COACHKIT_PRICES names")
    }
    if json {
      Terminal.print(
        JSONValue.object(["model": .string(model), "dollars": .number(cost)]).printed())
    } else {
      let source = entry.source.map { " (\($0))" } ?? ""
      Terminal.print("\(cost.asDollars)  \(reference) on \(day)\(source)")
    }
  }
}

extension PriceTable {
  /// Returns the lines of a price file with these entries, one entry per line.
  fileprivate func file(of entries: [PriceEntry]) -> [String] {
    let updated = updated.map { ", \"updated\": \"\($0)\"" } ?? ""
    let lines = entries.map { JSONValue.object($0.json).text() }.joined(separator: ",\n    ")
    return [
      "{", "  \"format\": 1\(updated), \"currency\": \"USD\",", "  \"prices\": [", "    \(lines)",
      "  ]", "}",
    ]
  }
}
