import CoachModel
import CoachSafety
public import Documents
import SafetyRules

/// How often the crisis protocol was used in a period: counts, without ids and without anybody's words.
///
/// Some laws ask operators for such counts every year, California's for the number of times that they referred a person
/// to a crisis service (Business and Professions Code, section 22603, first due on 1 July 2027). Add the outcomes that
/// ``ChatService/onOutcome`` delivers, as they come or from where they are stored. `coachkit safety report --form` puts them
/// into the form of a law.
///
/// ```swift
/// var counts = CrisisCounts()
/// for outcome in outcomesOfTheYear { counts.add(outcome) }
/// print(counts.referrals, counts.bySeverity["imminent"] ?? 0)
/// ```
public struct CrisisCounts: Sendable, Hashable {
  /// How often people in one place were shown crisis services.
  public struct Place: Sendable, Hashable {
    /// The number of turns in which the person was referred to crisis services.
    public var referrals = 0
    /// The number of turns that were answered with care because of signs of danger, with a line of help below the answer.
    public var concerns = 0
    /// The number of turns with a line of help only because no one could read the language of the message.
    public var unread = 0

    /// Creates counts of nothing.
    public init() {}
  }

  /// The number of turns with a message that was screened.
  public private(set) var screened = 0
  /// The number of turns in which the person was referred to crisis services.
  public private(set) var referrals = 0
  /// The number of referrals that carried over from a message shortly before.
  public private(set) var followUps = 0
  /// The number of referrals by severity.
  public private(set) var bySeverity: [String: Int] = [:]
  /// The number of referrals by category; one that belongs to several is counted in each.
  public private(set) var byCategory: [String: Int] = [:]
  /// The number of referrals by who is in danger.
  public private(set) var bySubject: [String: Int] = [:]
  /// The number of referrals by the stage that decided.
  public private(set) var byStage: [String: Int] = [:]
  /// The number of screened messages by the verdict of the screen.
  public private(set) var byVerdict: [String: Int] = [:]
  /// The number of turns in which a model was asked for a second opinion.
  public private(set) var secondOpinions = 0
  /// The number of turns in which a second opinion was needed and could not be had.
  public private(set) var missingOpinions = 0

  /// The number of turns that were answered with care because of a concern, by what raised it.
  public private(set) var concerns: [String: Int] = [:]

  /// The counts by where people are under the law, such as `US-CA`; ``unknownPlace`` for those whose place is not known.
  public private(set) var byPlace: [String: Place] = [:]

  /// The key of ``byPlace`` for people whose place is not known.
  public static let unknownPlace = "unknown"

  /// Creates counts of nothing.
  public init() {}

  /// Counts a turn. `secondOpinion` is the name of the prompt of second opinions.
  public mutating func add(_ outcome: TurnOutcome, secondOpinion: String = "crisis-check") {
    if let screening = outcome.trace.screening {
      screened += 1
      byVerdict[screening.verdict.rawValue, default: 0] += 1
    }
    let purpose = "\(secondOpinion)@"
    if outcome.trace.calls.contains(where: { $0.purpose.hasPrefix(purpose) }) {
      secondOpinions += 1
    }
    if let result = outcome.trace.secondOpinion, [.unanswered, .limited].contains(result) {
      missingOpinions += 1
    }
    let place = outcome.jurisdiction ?? Self.unknownPlace
    if let concern = outcome.concern {
      concerns[concern.source.rawValue, default: 0] += 1
      if concern.source == .notRead {
        byPlace[place, default: Place()].unread += 1
      } else {
        byPlace[place, default: Place()].concerns += 1
      }
    }
    guard let safety = outcome.safety else { return }
    referrals += 1
    byPlace[place, default: Place()].referrals += 1
    if safety.isFollowUp { followUps += 1 }
    bySeverity[safety.severity.rawValue, default: 0] += 1
    bySubject[safety.subject.rawValue, default: 0] += 1
    byStage[safety.stage.rawValue, default: 0] += 1
    for category in safety.categories { byCategory[category.rawValue, default: 0] += 1 }
  }

  /// The counts as JSON: `screened`, `referrals`, `follow_ups`, `second_opinions`, `missing_opinions`, and
  /// objects of counts `concerns` (by source), `by_severity`, `by_category`, `by_subject`, `by_stage`, `by_verdict`; and
  /// `by_place`, with `referrals`, `concerns` and `unread` of each place.
  public var json: JSONValue {
    func counts(_ counts: [String: Int]) -> JSONValue {
      .object(
        counts.sorted { $0.key < $1.key }.reduce(into: JSONObject()) {
          $0[$1.key] = .integer($1.value)
        })
    }
    return [
      "screened": .integer(screened), "referrals": .integer(referrals),
      "follow_ups": .integer(followUps), "second_opinions": .integer(secondOpinions),
      "missing_opinions": .integer(missingOpinions), "concerns": counts(concerns),
      "by_severity": counts(bySeverity), "by_category": counts(byCategory),
      "by_subject": counts(bySubject), "by_stage": counts(byStage),
      "by_verdict": counts(byVerdict),
      "by_place": .object(
        byPlace.sorted { $0.key < $1.key }.reduce(into: JSONObject()) {
          $0[$1.key] = [
            "referrals": .integer($1.value.referrals), "concerns": .integer($1.value.concerns),
            "unread": .integer($1.value.unread),
          ]
        }),
    ]
  }
}
