import CoachAccess
import CoachDomains
import CoachEngine
import CoachModel
import CoachSignals
package import Documents
import LanguageModels
import PromptTemplates
import SourceFiles
import TestKit

extension OutsideReader {
  /// Readers of requests and records whose numbers and dates were replaced by extreme ones.
  ///
  /// Every three bytes are a change: which number or date, and what it becomes.
  static let figures: [OutsideReader] = [
    OutsideReader("figures.turn", shapes: changes, words: letters, limit: 1_000) { bytes in
      guard var service, let turn = try? TurnRequest(json: turns.changed(bytes.changes)) else {
        return
      }
      // Otherwise the second turn would be one that was answered before.
      service.usage = InMemoryUsageStore()
      for await _ in service.reply(to: turn) {}
    },
    OutsideReader("figures.session", shapes: changes, words: letters, limit: 1_000) { bytes in
      guard let service, let zone = try? TimeZoneRules(named: "Europe/Berlin"),
        let turn = try? TurnRequest(json: turns.changed(bytes.changes)),
        var record = turn.record, let today = turn.today
      else { return }
      let over =
        record.overdue(at: today.unixTime, zone: zone)
        + record.open.map { (session: $0, end: SessionEnd.app) }
      for (session, end) in over.prefix(3) {
        await service.close(session, end: end, in: &record, on: today, zone: zone)
      }
      _ = record.opening(on: today)
      _ = record.learned(on: today)
      _ = record.nudge(on: today, remainingCalls: 1, zone: zone)
      _ = record.merged(with: turn.record ?? record)
      _ = try? PersonRecord(json: record.json)
    },
    OutsideReader("figures.access", shapes: changes, words: letters, limit: 1_000) { bytes in
      guard let record = try? AccessRecord(json: access.changed(bytes.changes)) else { return }
      for events in events {
        guard let event = try? AccessChange(json: events.changed(bytes.changes)) else { continue }
        for time in [0, 1_795_000_000, 253_402_300_799] as [Double] {
          let changed = (try? record.after(event, at: time)) ?? record
          _ = changed.stage(at: time)
          _ = changed.trialDay(at: time)
          _ = AccessPolicy.standard.decision(for: changed, at: time)
        }
      }
    },
    OutsideReader("figures.ledger", shapes: changes, words: letters, limit: 1_000) { bytes in
      guard var ledger = try? UsageLedger(json: ledgers.changed(bytes.changes)) else { return }
      for time in [0, 1_795_000_000, 253_402_300_799] as [Double] {
        let reservation = UsageReservation(
          id: "a\(time)", person: "p", purpose: UsagePurpose(rawValue: "career"), at: time,
          windows: AccessPolicy.standard.rateWindows,
          allowance: Allowance(key: "career", limit: .max, isTrial: false))
        _ = ledger.reserve(reservation)
        _ = ledger.begin(
          "r", digest: ContentDigest(of: "r"), attempt: "a", lease: 30, at: time)
        ledger.refund("career")
        ledger.withdraw("a\(time)")
        ledger.advance(to: time)
        ledger.noticeClock.noteMessage(at: time, silence: 1800)
      }
      _ = try? UsageLedger(json: ledger.json)
    },
  ]

  private static let changes = [Shape("changes", "a%b%c")]
  private static let letters = (0..<128).map { String(UnicodeScalar(UInt8($0))) }

  // MARK: Examples

  /// Members of requests that need a particular value; null for those that are left out.
  package static let knownMembers: JSONObject = [
    "language": "en", "time_zone": "Europe/Berlin", "zone": "Europe/Berlin", "region": "DE",
    "jurisdiction": "DE",
    "domain": "career", "is_opening": .null, "person": .null, "persona": .null, "inputs": .null,
    "session_start": 0, "kind": "coaching", "vector": "f4GA", "words": .null,
    "assignments.person": "p-1", "record.id": "p-1", "category": "values", "check": "diagnosis",
    "journey": "coach",
    "what.kind": "monthly",
    "reservations.career": ["key": "career", "used": 1, "at": 1_795_000_000],
    "style.career": .array((0..<16).map { .integer($0) }),
    // A subscription under which the person may write, also long after this test was written.
    "trial": .null, "subscription.ended_at": .null, "previous": .null, "counted_from": .null,
    "period_start": 1_795_000_000,
    "period_end": 4_000_000_000,
  ]

  /// Words that make a reader of dates add to the day of the message in every direction.
  package static let datedText = """
    See you next year, next month, last December, in December, in 400 years, 400 months ago, on the 31st, this \
    weekend, the other day, on February 29, in 2199
    """

  /// Returns an example of a document for the changes.
  private static func example(_ schema: JSONValue, _ index: Int = 0) -> FigureChange {
    FigureChange(SchemaExample(of: schema, text: datedText, known: knownMembers).value(index))
  }

  private static let turns = example(TurnRequest.document.schema)
  private static let access = example(AccessRecord.document.schema)
  private static let ledgers = example(UsageLedger.document.schema)
  private static let events = (0..<9).map { example(AccessChange.document.schema, $0) }

  /// The service that answers such requests, with the project's prompts and a model that repeats what it reads.
  private static let service: ChatService? = {
    guard let library = try? PromptLibrary(folder: "\(ProjectFolder.path)/Prompts"),
      let domains = try? DomainLibrary(folder: "\(ProjectFolder.path)/DomainConfigs")
    else { return nil }
    let set = DomainSet(domains)
    let route = ModelRoute(EchoModel())
    return ChatService(
      prompts: { library }, domains: { set }, models: ModelRoutes(discovery: route, coaching: route)
    )
  }()
}

extension [UInt8] {
  /// The changes of numbers and dates that the bytes stand for.
  fileprivate var changes: [(site: Int, extreme: Int)] {
    stride(from: 0, to: count - 2, by: 3).prefix(6).map {
      (Int(self[$0]) << 7 + Int(self[$0 + 1]), Int(self[$0 + 2]))
    }
  }
}
