package import CoachDuties
package import Documents

/// The report that a law asks for, item by item: the counts of a year, what the toolkit does, and what only the operator knows.
///
/// It contains no ids and no words of people. Whether it suffices is for a lawyer to say.
package struct CrisisReportForm: Sendable {
  /// An item of the report.
  package struct Entry: Sendable, Hashable {
    /// The item of the law.
    package var item: ReportDuty.Item
    /// What the toolkit can say.
    package var answer: String
    /// What remains open, for the operator to decide or to write.
    package var remark: String
  }

  package let jurisdiction: JurisdictionDuties
  package let report: ReportDuty
  package let year: Int
  package let entries: [Entry]
  /// The number of times that people were shown crisis services, in a crisis or below an answer with care.
  package let notifications: Int

  /// Fills in the form of a jurisdiction; `nil` if its law asks for no report.
  package init?(of jurisdiction: JurisdictionDuties, year: Int, counts: CrisisCounts) {
    guard let report = jurisdiction.report else { return nil }
    self.jurisdiction = jurisdiction
    self.report = report
    self.year = year
    let figures = PlaceFigures(counts, in: jurisdiction)
    notifications = figures.here.referrals + figures.here.concerns
    entries = report.figures.map { item in
      switch item.figure {
      case .crisisReferrals:
        Entry(item: item, answer: figures.answer, remark: figures.remark)
      case .detectionProtocol:
        Entry(item: item, answer: Self.detection, remark: Self.detectionRemark)
      case .replyProtocol: Entry(item: item, answer: Self.replies, remark: Self.repliesRemark)
      case .measurement:
        Entry(item: item, answer: Self.measurement, remark: Self.measurementRemark)
      }
    }
  }

  private static let detection = """
    Before a model is asked, every message is examined by rules and by a trained model, together with the messages before it. \
    Where they are unsure, a language model may be asked for a second opinion. A message that signals danger is not \
    answered as usual: the person is shown crisis services and the emergency number of their country, from a table with sources \
    and days of checking, and a short reply. Where the signs are weaker, the coach is told and asks, and a line with crisis \
    services is shown below the answer. Later messages of the session are assessed together with these signs.
    """

  private static let detectionRemark = """
    Add your own measures: who reads reports of danger, whether and when a person is called, how the protocol is reviewed. \
    Documentation/safety.md describes the toolkit's part in full. A product may have changed the defaults.
    """

  private static let replies = """
    Sentences of the coach that encourage or romanticise death, suicide or self-harm, or that describe methods, end the reply, and \
    a fixed text takes their place. This holds for all replies, and in a crisis for what would only be replaced otherwise, too. \
    Prompts tell the model what to do about danger.
    """

  private static let repliesRemark = """
    The checks find what is said plainly, not everything: Documentation/safety.md has the shares. Add your own measures.
    """

  private static let measurement = """
    The shares of messages that are found and wrongly found are measured on sets of messages, with intervals by kind and \
    language (SafetyRules/Screening/Model/card.json). No clinical scale is used, and most messages of the sets were written for \
    the purpose.
    """

  private static let measurementRemark = """
    Whether these are evidence-based methods in the sense of the law is left open here: have someone with clinical training say it.
    """

  /// The form as JSON.
  package var json: JSONValue {
    [
      "form": .string(jurisdiction.id), "law": .string(jurisdiction.law),
      "section": .string(report.section), "year": .integer(year),
      "to": .string(report.recipient), "due": .string(report.due),
      "notifications": .integer(notifications),
      "items": .array(
        entries.map {
          [
            "figure": .string($0.item.figure.rawValue), "section": .string($0.item.section),
            "asks": .string($0.item.asks), "answer": .string($0.answer),
            "remark": .string($0.remark),
          ]
        }),
      "unverified": .array(jurisdiction.lookedUp.unverified.map { .string($0) }),
    ]
  }
}

/// The counts of a year for the places of a jurisdiction.
private struct PlaceFigures {
  var here = CrisisCounts.Place()
  var everywhere = CrisisCounts.Place()
  /// People whose place is not known, or known less exactly than the jurisdiction.
  var unknown = CrisisCounts.Place()
  let name: String

  init(_ counts: CrisisCounts, in jurisdiction: JurisdictionDuties) {
    name = jurisdiction.name
    for (place, count) in counts.byPlace {
      everywhere.add(count)
      if jurisdiction.applies(in: place) {
        here.add(count)
      } else if place == CrisisCounts.unknownPlace
        || jurisdiction.places.contains(where: { $0.hasPrefix("\(place)-") })
      {
        unknown.add(count)
      }
    }
  }

  var answer: String { "\(here.referrals + here.concerns)" }

  var remark: String {
    """
    The number counts people in \(name): \(here.referrals) replies to a crisis, and \(here.concerns) answers with crisis \
    services below them because of weaker signs. For people whose place is not known, or only their country, there were \
    \(unknown.referrals) and \(unknown.concerns), in all places together \(everywhere.referrals) and \(everywhere.concerns). \
    Not in the number: \(here.unread) answers with crisis services below them only because the language of the message could \
    not be read (\(unknown.unread) and \(everywhere.unread)). Which of these numbers the law means is for a lawyer to say. A \
    person whose country has no lines in the table of help was shown no service, and is counted all the same.
    """
  }
}

extension CrisisCounts.Place {
  fileprivate mutating func add(_ other: CrisisCounts.Place) {
    referrals += other.referrals
    concerns += other.concerns
    unread += other.unread
  }
}
