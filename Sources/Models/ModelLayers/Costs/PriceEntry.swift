public import CoachModel
public import Documents
import LanguageModels

/// The price of a model during a period: one entry of a ``PriceTable``.
public struct PriceEntry: Sendable, Hashable {
  /// The service that offers the model, as in ``ModelIdentity/provider``.
  public var provider: String
  /// The model's name; the entry also covers its snapshots, see ``covers(_:)``.
  public var model: String
  /// The first day on which the price applies; nil if it has no start.
  public var from: CalendarDay?
  /// The first day on which the price no longer applies; nil if it has no end.
  public var until: CalendarDay?
  /// The rates, in dollars per million tokens.
  public var price: TokenPrice
  /// Where the price was published, for example an address.
  public var source: String?

  /// Creates an entry; without `from` and `until` it applies on every day.
  public init(
    provider: String, model: String, from: CalendarDay? = nil, until: CalendarDay? = nil,
    price: TokenPrice, source: String? = nil
  ) {
    self.provider = provider
    self.model = model
    self.from = from
    self.until = until
    self.price = price
    self.source = source
  }

  /// Returns whether the entry applies to a model: the one it names, or a snapshot of it, which has a suffix
  /// such as `-20251001`, `-2025-10-01`, `-001` or `-latest`.
  public func covers(_ name: String) -> Bool {
    guard name.utf8.starts(with: model.utf8) else { return false }
    let rest = name.utf8.dropFirst(model.utf8.count)
    guard let mark = rest.first else { return true }
    guard mark == UInt8(ascii: "-") || mark == UInt8(ascii: "@") else { return false }
    let snapshot = rest.dropFirst()
    let isNumber = snapshot.prefix { (0x30...0x39).contains($0) }.count >= 3
    return snapshot.elementsEqual("latest".utf8)
      || isNumber && snapshot.allSatisfy { (0x30...0x39).contains($0) || $0 == mark }
  }

  /// Returns whether the price applies on a day.
  public func holds(on day: CalendarDay) -> Bool {
    from.map { $0 <= day } ?? true && until.map { day < $0 } ?? true
  }
}

extension PriceEntry {
  /// Why an entry of a file is invalid.
  struct Problem: Error {
    var message: String
  }

  private static let members = [
    "provider", "model", "from", "until", "above", "service_tiers", "source", "seen",
  ]
  private static let figures = [
    "input", "cached_input", "cache_write", "hour_cache_write", "output",
  ]

  private static func check(_ json: JSONValue, members: [String], what: String) throws(Problem) {
    guard let object = json.object else { throw Problem(message: "\(what) is not an object") }
    if let name = object.keys.first(where: { !members.contains($0) }) {
      throw Problem(
        message: "there is no member '\(name)'; known: \(members.joined(separator: ", "))")
    }
  }

  /// Reads an entry and rejects unknown members.
  init(_ json: JSONValue) throws(Problem) {
    try Self.check(json, members: Self.members + Self.figures, what: "it")
    guard let provider = json["provider"]?.string, let model = json["model"]?.string else {
      throw Problem(message: "'provider' and 'model' are needed")
    }
    let rates = try Self.rates(json, default: nil)
    var tiers: [TokenPrice.Tier] = []
    if let list = json["above"], list.array == nil {
      throw Problem(message: "'above' is a list of tiers")
    }
    for tier in json["above"]?.array ?? [] {
      try Self.check(tier, members: ["prompt"] + Self.figures, what: "a tier of 'above'")
      guard let prompt = TokenUsage.count(tier["prompt"]) else {
        throw Problem(message: "each of 'above' needs 'prompt', a number of tokens")
      }
      tiers.append(TokenPrice.Tier(above: prompt, rates: try Self.rates(tier, default: rates)))
    }
    let (from, until) = (try Self.day(json, name: "from"), try Self.day(json, name: "until"))
    if let from, let until, until <= from {
      throw Problem(message: "'until' is not after 'from'")
    }
    self.init(
      provider: provider, model: model, from: from, until: until,
      price: TokenPrice(rates, tiers: tiers, serviceTiers: try Self.serviceTiers(json)),
      source: json["source"]?.string)
  }

  private static func serviceTiers(_ json: JSONValue) throws(Problem) -> [ServiceTier: Double] {
    guard let value = json["service_tiers"] else { return [:] }
    guard let object = value.object else {
      throw Problem(message: "'service_tiers' is an object such as {\"flex\": 0.5}")
    }
    var factors: [ServiceTier: Double] = [:]
    for (name, value) in object {
      guard let factor = value.number, factor >= 0, factor.isFinite else {
        throw Problem(message: "the service tier '\(name)' is a factor of the rates, such as 0.5")
      }
      factors[ServiceTier(rawValue: name)] = factor
    }
    return factors
  }

  private static func day(_ json: JSONValue, name: String) throws(Problem) -> CalendarDay? {
    guard let value = json[name] else { return nil }
    guard let day = value.string.flatMap({ CalendarDay($0) }) else {
      throw Problem(message: "'\(name)' is a day such as \"2026-11-21\"")
    }
    return day
  }

  /// Reads the rates of an entry or a tier; a tier inherits the rates that it does not name.
  private static func rates(_ json: JSONValue, default rates: TokenPrice.Rates?) throws(Problem)
    -> TokenPrice.Rates
  {
    func rate(_ name: String) throws(Problem) -> Double? {
      guard let value = json[name] else { return nil }
      guard let rate = value.number, rate >= 0, rate.isFinite else {
        throw Problem(message: "'\(name)' is dollars for a million tokens")
      }
      return rate
    }
    guard let input = try rate("input") ?? rates?.input else {
      throw Problem(message: "'input' is needed: dollars for a million tokens")
    }
    return TokenPrice.Rates(
      input: input, cachedInput: try rate("cached_input") ?? rates?.cachedInput,
      cacheWrite: try rate("cache_write") ?? rates?.cacheWrite,
      hourCacheWrite: try rate("hour_cache_write") ?? rates?.hourCacheWrite,
      output: try rate("output") ?? rates?.output)
  }
}

extension PriceEntry {
  /// The entry in the format of a price file.
  public var json: JSONObject {
    var object: JSONObject = ["provider": .string(provider), "model": .string(model)]
    object["from"] = from.map { .string($0.description) }
    object["until"] = until.map { .string($0.description) }
    Self.write(price.rates, into: &object)
    let tiers = price.tiers.map { tier in
      var object: JSONObject = ["prompt": .integer(tier.above)]
      Self.write(tier.rates, into: &object)
      return JSONValue.object(object)
    }
    if !tiers.isEmpty { object["above"] = .array(tiers) }
    if !price.serviceTiers.isEmpty {
      object["service_tiers"] = .object(
        price.serviceTiers.sorted { $0.key.rawValue < $1.key.rawValue }
          .reduce(into: [:]) { $0[$1.key.rawValue] = .number($1.value) })
    }
    object["source"] = source.map { .string($0) }
    return object
  }

  private static func write(_ rates: TokenPrice.Rates, into object: inout JSONObject) {
    object["input"] = .number(rates.input)
    object["cached_input"] = rates.cachedInput.map { .number($0) }
    object["cache_write"] = rates.cacheWrite.map { .number($0) }
    object["hour_cache_write"] = rates.hourCacheWrite.map { .number($0) }
    object["output"] = rates.output.map { .number($0) }
  }
}
