package import Documents

/// A paywall as a person saw it, for comparing versions of its texts.
public struct PaywallImpression: Sendable, Hashable {
  /// When the screen is shown.
  public enum Presentation: String, Sendable, Hashable, CaseIterable {
    /// After discovery.
    case first
    /// Again, after the person left it.
    case returning
    /// To a person whose subscription has ended.
    case lapsed
  }

  /// The version of the prompt whose texts were shown, such as `v4`; ``fixed`` for those that no model wrote.
  public var version: String
  /// When the screen was shown.
  public var presentation: Presentation
  /// The experiment that assigned the version to the person; `nil` if there was none.
  public var experiment: String?

  /// The version of the prompt for which the fixed texts stood in, since the model failed or was not asked; `nil` if none did.
  ///
  /// Comparisons of versions count such an impression under it: failures are part of what a version brings.
  public var assigned: String?

  /// The version of the texts that no model wrote.
  public static let fixed = "fixed"

  /// Creates an impression.
  public init(
    version: String, presentation: Presentation, experiment: String? = nil, assigned: String? = nil
  ) {
    self.version = version
    self.presentation = presentation
    self.experiment = experiment
    self.assigned = assigned
  }
}

/// How often a person saw a paywall, and after which version of it they bought something.
///
/// Reports may be repeated and late. The last impressions are kept with their times, so that a late one counts, a repeated one
/// does not, and a purchase belongs to the impression before it, once. What is reported later than
/// that many others is dropped, since nothing tells whether it was counted.
public struct PaywallLog: Sendable, Hashable {
  /// A purchase after a paywall.
  public struct Purchase: Sendable, Hashable {
    /// The paywall that was last shown before.
    public var impression: PaywallImpression
    /// The time of the purchase, in seconds since 1970.
    public var time: Double

    /// Creates a purchase at a time in seconds since 1970.
    public init(after impression: PaywallImpression, at time: Double) {
      self.impression = impression
      self.time = time
    }
  }

  /// The number of impressions by version; those of a report that names no version are under ``unknown``.
  public private(set) var impressions: [String: Int]
  /// The number of impressions of fixed texts that stood in for a version, by that version. They are in ``impressions``
  /// under ``PaywallImpression/fixed``.
  public private(set) var fallbacks: [String: Int] = [:]
  /// The last impressions, in the order of their times.
  private var recent: [Seen]
  /// The time up to which impressions were counted that are not kept, in seconds since 1970; `nil` if all are.
  private var countedUntil: Double?
  /// The first purchase after the last paywall that led to one; `nil` before.
  public private(set) var purchase: Purchase?

  /// The version of impressions whose report named none.
  public static let unknown = "unknown"

  /// The number of impressions that are kept with their times.
  private static let maximumRecent = 6
  /// How much later than a purchase the paywall before it may be by its clock, in seconds.
  private static let clockDifference = 2.0

  /// The time of the last impression, in seconds since 1970; `nil` before the first.
  public var lastTime: Double? { recent.last?.time }
  /// The last impression; `nil` before the first, and if its report named no version.
  public var last: PaywallImpression? { recent.last?.impression }

  /// Creates a log without impressions.
  public init() { self.init(impressions: [:], recent: [], countedUntil: nil, purchase: nil) }

  private init(
    impressions: [String: Int], recent: [Seen], countedUntil: Double?, purchase: Purchase?
  ) {
    self.impressions = impressions
    self.recent = recent
    self.countedUntil = countedUntil
    self.purchase = purchase
  }

  /// Counts an impression, unless this version was counted at this time. A purchase that is credited to an earlier one, but
  /// came after this one, is this one's.
  mutating func note(_ impression: PaywallImpression?, at time: Double) {
    let seen = Seen(impression: impression, time: time)
    if let countedUntil, time <= countedUntil { return }
    guard !recent.contains(where: { $0.time == time && $0.version == seen.version }) else { return }
    impressions[seen.version] = min(
      (impressions[seen.version] ?? 0) + 1, JSONForm<Int>.largestCount)
    if let assigned = impression?.assigned {
      fallbacks[assigned] = min((fallbacks[assigned] ?? 0) + 1, JSONForm<Int>.largestCount)
    }
    if let purchase, let impression, time <= purchase.time,
      credited(at: purchase.time).map({ $0.time < time }) ?? false
    {
      self.purchase?.impression = impression
    }
    recent.append(seen)
    recent.sort { ($0.time, $0.version) < ($1.time, $1.version) }
    while recent.count > Self.maximumRecent { countedUntil = recent.removeFirst().time }
  }

  /// Credits a purchase to the last impression before it. Of several after one impression the first counts, and of several
  /// credited ones that after the last impression.
  ///
  /// - Parameter earliest: The time before which no impression led to it, in seconds since 1970.
  mutating func notePurchase(at time: Double, since earliest: Double? = nil) {
    guard let seen = credited(at: time), let impression = seen.impression,
      seen.time >= earliest ?? seen.time
    else { return }
    if let purchase, let known = credited(at: purchase.time),
      known.time > seen.time || known.time == seen.time && purchase.time <= time
    {
      return
    }
    purchase = Purchase(after: impression, at: time)
  }

  /// The last impression before a purchase, up to the difference of clocks.
  private func credited(at time: Double) -> Seen? {
    recent.last { $0.time <= time + Self.clockDifference }
  }

  /// An impression with its time.
  fileprivate struct Seen: Sendable, Hashable {
    /// What was seen; `nil` if the report named no version.
    var impression: PaywallImpression?
    /// The time, in seconds since 1970.
    var time: Double

    var version: String { impression?.version ?? PaywallLog.unknown }
  }
}

extension PaywallImpression {
  /// The JSON form, in an event and in a record.
  package static let members = JSONObjectForm<PaywallImpression>(
    "a paywall impression", .required("version", \.version, .filledText),
    .required("presentation", \.presentation, .choice),
    .optional("experiment", \.experiment, .text), .optional("assigned", \.assigned, .filledText)
  ) {
    PaywallImpression(
      version: $0.version, presentation: $0.presentation, experiment: $0.experiment,
      assigned: $0.assigned)
  }
}

extension PaywallLog {
  static let members = JSONObjectForm<PaywallLog>(
    "the paywalls that were shown",
    .optional("impressions", \.impressions, .map(.integer()), default: [:]),
    .optional("fallbacks", \.fallbacks, .map(.integer()), default: [:]),
    .optional("last_at", \.lastTime, .unixTime),
    .optional("last", \.last, PaywallImpression.members.form),
    .list("earlier", \.earlier, Seen.members.form),
    .optional("counted_until", \.countedUntil, .unixTime),
    .optional("purchase", \.purchase, Purchase.members.form)
  ) { object in
    let last = object.lastTime.map { Seen(impression: object.last, time: $0) }
    let recent = (object.earlier + [last].compactMap(\.self)).suffix(maximumRecent)
    // Logs from before do not have the times of the earlier ones.
    let isComplete =
      object.impressions.values.allSatisfy { $0 <= 1 } && object.impressions.count <= recent.count
      || !object.earlier.isEmpty
    var log = PaywallLog(
      impressions: object.impressions,
      recent: recent.sorted { ($0.time, $0.version) < ($1.time, $1.version) },
      countedUntil: object.countedUntil ?? (isComplete ? nil : object.lastTime),
      purchase: object.purchase)
    log.fallbacks = object.fallbacks
    return log
  }

  private var earlier: [Seen] { recent.dropLast() }
}

extension PaywallLog.Seen {
  static let members = JSONObjectForm<PaywallLog.Seen>(
    "a paywall that was shown", .optional("paywall", \.impression, PaywallImpression.members.form),
    .required("at", \.time, .unixTime)
  ) { PaywallLog.Seen(impression: $0.impression, time: $0.time) }
}

extension PaywallLog.Purchase {
  static let members = JSONObjectForm<PaywallLog.Purchase>(
    "a purchase after a paywall",
    .required("paywall", \.impression, PaywallImpression.members.form),
    .required("at", \.time, .unixTime)
  ) { PaywallLog.Purchase(after: $0.impression, at: $0.time) }
}
