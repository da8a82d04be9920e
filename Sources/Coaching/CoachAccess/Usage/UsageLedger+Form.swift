import CoachModel
public import Documents
public import SourceFiles

extension UsageLedger: JSONConvertible {
  package static let document = JSONDocumentForm(
    JSONObjectForm<UsageLedger>(
      "a usage ledger", .required("updated_at", \.updatedAt, .finite),
      .optional("counters", \.counters, .counters, default: [:]),
      .list("requests", \.requests, RequestEntry.members.form),
      .optional("notices", \.noticeClock, NoticeClock.members.form, default: NoticeClock())
    ) { object in
      var ledger = UsageLedger()
      ledger.updatedAt = object.updatedAt
      ledger.counters = object.counters
      ledger.requests = object.requests
      ledger.noticeClock = object.noticeClock
      return ledger
    })

  /// The ledger as JSON, as a store keeps it.
  public var json: JSONValue { Self.document.json(self) }

  /// Reads a ledger from JSON. Throws ``SourceError`` with the kind and the location of the problem.
  public init(json: JSONValue) throws(SourceError) { self = try Self.document.read(json) }
}

extension JSONForm where Value == [UsagePurpose: UsageCounter] {
  fileprivate static var counters: JSONForm {
    let words = JSONForm<[String: UsageCounter]>.map(UsageCounter.members.form)
    return JSONForm(
      schema: words.schema,
      write: { counters in
        words.write(
          Dictionary(uniqueKeysWithValues: counters.map { ($0.key.rawValue, $0.value) }))
      }
    ) { (node, what) throws(SourceError) in
      let counters = try words.read(node, what)
      return Dictionary(
        uniqueKeysWithValues: counters.map { (UsagePurpose(rawValue: $0.key), $0.value) })
    }
  }
}

extension UsageCounter {
  static let members = JSONObjectForm<UsageCounter>(
    "a usage counter", .optional("horizon", \.rates.horizon, .finite, default: 0),
    .list("times", \.rates.times, .finite),
    .optional("counts", \.counts, .map(.integer()), default: [:]),
    .optional("reservations", \.reservations, .map(Counted.members.form), default: [:])
  ) {
    UsageCounter(
      rates: RateLog(horizon: $0[\.rates.horizon], times: $0[\.rates.times].sorted()),
      counts: $0.counts, reservations: $0.reservations)
  }
}

extension UsageCounter.Counted {
  static let members = JSONObjectForm<UsageCounter.Counted>(
    "a reservation", .optional("key", \.key, .text), .optional("used", \.used, .integer()),
    .required("at", \.at, .finite)
  ) { UsageCounter.Counted(key: $0.key, used: $0.used, at: $0.at) }
}

extension RequestEntry {
  static let members = JSONObjectForm<RequestEntry>(
    "a request", .required("id", \.id, .text), .required("digest", \.digest, .text),
    .required("attempt", \.attempt, .text),
    .required("started_at", \.startedAt, .finite), .required("renewed_at", \.renewedAt, .finite),
    .required("lease", \.lease, .finite),
    .optional("is_released", \.isReleased, .bool, default: false),
    .optional("message_id", \.messageID, .text)
  ) {
    RequestEntry(
      id: $0.id, digest: $0.digest, attempt: $0.attempt, startedAt: $0.startedAt,
      renewedAt: $0.renewedAt, lease: $0.lease,
      isReleased: $0.isReleased, messageID: $0.messageID)
  }
}
