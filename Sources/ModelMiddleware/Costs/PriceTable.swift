import SourceFiles
public import CoachModel
import JSON
public import LanguageModels
import Synchronization

/// What models cost, as data: a file of this form adds to what is built in and goes before it, so that a
/// new price, or one of your own contract, needs no new version of this library.
public struct PriceTable: Sendable {
  /// The entries; of those that fit a model equally well the first one counts.
  public let entries: [PriceEntry]
  /// The day on which the file was last gone through.
  public let updated: CalendarDay?
  /// What was looked up: a run asks for the same price with every call.
  private let found = FoundPrices()

  /// A table of nothing: no cost is known.
  public static let empty = PriceTable([])

  /// The list prices that this version knows.
  public static let builtIn: PriceTable = {
    // Unreadable data would be found by this module's tests.
    (try? PriceTable(parsing: embeddedFiles.file("Costs/prices.json").bytes)) ?? .empty
  }()

  /// Creates a table.
  public init(_ entries: [PriceEntry], updated: CalendarDay? = nil) {
    self.entries = entries
    self.updated = updated
  }

  /// Reads a table. Throws ``ModelError`` with code `decoding` that names the entry.
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

  /// This table with another's entries before its own.
  public func overridden(by other: PriceTable) -> PriceTable {
    PriceTable(other.entries + entries, updated: other.updated ?? updated)
  }

  /// The entry for a model on a day; nil when there is none.
  ///
  /// An entry's name stands for the model and its dated snapshots: `claude-haiku-4-5` also for
  /// `claude-haiku-4-5-20251001`, but never for a sibling such as `claude-haiku-4-5-mini`, whose price would
  /// be a guess. A service with several protocols, such as `openai-chat`, has the prices of its maker.
  public func entry(for model: String, provider: String, on day: CalendarDay) -> PriceEntry? {
    found.entry(FoundPrices.Question(model: model, provider: provider, day: day)) {
      find(model, Self.maker(provider), day)
    }
  }

  private static func maker(_ provider: String) -> String {
    provider == "openai-chat" ? "openai" : provider
  }

  private func find(_ model: String, _ provider: String, _ day: CalendarDay) -> PriceEntry? {
    var best: PriceEntry?
    for entry in entries
    where Self.maker(entry.provider) == provider && entry.covers(model) && entry.holds(on: day) {
      if entry.model.utf8.count > best?.model.utf8.count ?? -1 { best = entry }
    }
    return best
  }

  /// What a call to a model cost in dollars on a day; nil when its price or its usage is not known.
  public func cost(of usage: TokenUsage, by model: ModelIdentity, on day: CalendarDay) -> Double? {
    entry(for: model.model, provider: model.provider, on: day)?.price.cost(of: usage)
  }

  /// What a reply cost in dollars on a day; nil when its price or its usage is not known.
  ///
  /// One from a cache or a recording costs nothing: it was paid for when it was made.
  public func cost(
    of usage: TokenUsage?, opened start: ModelStart, by model: ModelIdentity, on day: CalendarDay
  ) -> Double? {
    start.isCached || model.isReplay ? 0 : usage.flatMap { cost(of: $0, by: model, on: day) }
  }
}

/// Remembers which entry was found for what.
private final class FoundPrices: Sendable {
  struct Question: Hashable {
    var model: String
    var provider: String
    var day: CalendarDay
  }

  /// Names come from callers, so there could be any number of them.
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
