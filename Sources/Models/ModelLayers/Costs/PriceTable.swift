public import CoachModel
import Documents
public import LanguageModels
import SourceFiles
import Synchronization

/// The prices of models, as data.
///
/// A file in the same format extends and overrides the built-in table, so that a new price, or a negotiated
/// one, needs no new version of this library:
///
/// ```swift
/// let contract = PriceEntry(
///   provider: "anthropic", model: "claude-haiku-4-5", price: TokenPrice(input: 0.8, output: 4))
/// let prices = PriceTable.builtIn.overridden(by: PriceTable([contract]))
///
/// let usage = TokenUsage(input: 1200, output: 300)
/// let model = ModelIdentity(provider: "anthropic", model: "claude-haiku-4-5")
/// let today = CalendarDay(unixTime: CallClock.system.unixTime())
/// print(prices.cost(of: usage, by: model, on: today) ?? 0)  // 0.00216 dollars
/// ```
public struct PriceTable: Sendable {
  /// The entries; the first one wins among those that match a model equally well.
  public let entries: [PriceEntry]
  /// The day on which the prices were last verified; nil if the file does not say.
  public let updated: CalendarDay?
  /// Cached lookups: the calls of a run keep asking for the same prices.
  private let found = FoundPrices()

  /// A table without entries, by which every cost is unknown.
  public static let empty = PriceTable([])

  /// The list prices included in this version.
  public static let builtIn: PriceTable = {
    // The tests of this module detect invalid data.
    (try? PriceTable(parsing: embeddedFiles.file("Costs/prices.json").bytes)) ?? .empty
  }()

  /// Creates a table from entries, the ones with precedence first.
  public init(_ entries: [PriceEntry], updated: CalendarDay? = nil) {
    self.entries = entries
    self.updated = updated
  }

  /// Reads a table from JSON. Throws a ``ModelError`` with code `decoding` that names the invalid entry.
  public init(parsing bytes: [UInt8]) throws(ModelError) {
    let table = try DataTable(of: "prices", parsing: bytes)
    let value = table.value
    guard value["currency"].map({ $0 == "USD" }) ?? true else {
      throw table.unreadable("its currency is not USD, and others are not converted")
    }
    var entries: [PriceEntry] = []
    for (position, price) in table.entries.enumerated() {
      do throws(PriceEntry.Problem) {
        entries.append(try PriceEntry(price))
      } catch {
        let name = price["model"]?.string.map { " (\($0))" } ?? ""
        throw table.unreadable("entry \(position + 1)\(name): \(error.message)")
      }
    }
    let updated = value["updated"]?.string.flatMap { CalendarDay($0) }
    if value["updated"] != nil, updated == nil {
      throw table.unreadable("'updated' is a day such as \"2026-11-21\"")
    }
    self.init(entries, updated: updated)
  }

  /// Returns a table in which the entries of `other` take precedence over these.
  public func overridden(by other: PriceTable) -> PriceTable {
    PriceTable(other.entries + entries, updated: other.updated ?? updated)
  }

  /// Returns the entry for a model on a day; nil if the table has none.
  ///
  /// An entry applies to the model it names and to its dated snapshots: `claude-haiku-4-5` also covers
  /// `claude-haiku-4-5-20251001`, but not a related model such as `claude-haiku-4-5-mini`, whose price would
  /// be a guess. `openai-chat` and `openai` are one service with two protocols and share their prices, as do
  /// `gemini-interactions` and `gemini`.
  public func entry(for model: String, provider: String, on day: CalendarDay) -> PriceEntry? {
    found.entry(FoundPrices.Question(model: model, provider: provider, day: day)) {
      find(model, of: Self.maker(provider), on: day)
    }
  }

  private static func maker(_ provider: String) -> String {
    switch provider {
    case "openai-chat": "openai"
    case "gemini-interactions": "gemini"
    default: provider
    }
  }

  private func find(_ model: String, of provider: String, on day: CalendarDay) -> PriceEntry? {
    var best: PriceEntry?
    for entry in entries
    where Self.maker(entry.provider) == provider && entry.covers(model) && entry.holds(on: day) {
      if entry.model.utf8.count > best?.model.utf8.count ?? -1 { best = entry }
    }
    return best
  }

  /// Returns the cost of a call in dollars on a day; nil if the price or the usage is unknown.
  ///
  /// - Parameter tier: The service tier that served the call; nil for the standard one.
  public func cost(
    of usage: TokenUsage, by model: ModelIdentity, on day: CalendarDay, at tier: ServiceTier? = nil
  ) -> Double? {
    entry(for: model.model, provider: model.provider, on: day)?.price.cost(of: usage, at: tier)
  }

  /// Returns the cost of a reply in dollars on a day; nil if the price or the usage is unknown.
  ///
  /// A reply from a cache or a recording costs 0: it was paid for when it was generated.
  public func cost(
    of usage: TokenUsage?, opened start: ModelStart, by model: ModelIdentity, on day: CalendarDay,
    at tier: ServiceTier? = nil
  ) -> Double? {
    start.isCached || model.isReplay
      ? 0 : usage.flatMap { cost(of: $0, by: model, on: day, at: tier) }
  }
}

/// A cache of price lookups.
private final class FoundPrices: Sendable {
  struct Question: Hashable {
    var model: String
    var provider: String
    var day: CalendarDay
  }

  /// Names come from callers, so their number is unbounded.
  private static let limit = 500
  private let answers = Mutex<[Question: PriceEntry?]>([:])

  func entry(_ question: Question, find: () -> PriceEntry?) -> PriceEntry? {
    if let known = answers.withLock({ $0[question] }) { return known }
    let entry = find()
    answers.withLock { answers in
      if answers.count >= Self.limit { answers = [:] }
      answers[question] = .some(entry)
    }
    return entry
  }
}
