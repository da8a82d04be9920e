import CoachDuties
import CoachEngine
import CoachModel
import CoachSafety
import Documents
import SafetyRules
import Testing
import TestKit

@Suite("The report that a law asks for")
struct CrisisReportFormTests {
  /// A turn of a person in a place, read as a backend stores it.
  private func outcome(in place: String?, crisis: Bool = false, concern: String? = nil) throws
    -> TurnOutcome
  {
    let safety =
      #","safety":{"categories":["self_harm"],"severity":"high","subject":"writer","evidence":{"text":"x","start":0,"end":1,"messages_back":0},"is_follow_up":false,"stage":"linguistic_screen"}"#
    let text =
      #"{"request_id":"r-77","person_id":"p-88","route":"coaching","updates":{}"#
      + (place.map { #","jurisdiction":"\#($0)""# } ?? "")
      + (crisis ? safety : "")
      + (concern.map { #","concern":{"source":"\#($0)","categories":["self_harm"]}"# } ?? "")
      + #","trace":{"timings":{"access_ms":1,"assembly_ms":1,"total_ms":2}}}"#
    return try TurnOutcome(json: JSONValue(parsing: text))
  }

  private func counts() throws -> CrisisCounts {
    var counts = CrisisCounts()
    counts.add(try outcome(in: "US-CA", crisis: true))
    counts.add(try outcome(in: "US-CA", crisis: true))
    counts.add(try outcome(in: "US-CA", concern: "screen"))
    counts.add(try outcome(in: "US-CA", concern: "not_read"))
    counts.add(try outcome(in: "US-CA"))
    counts.add(try outcome(in: "US-OR", crisis: true))
    counts.add(try outcome(in: nil, concern: "coach"))
    // The country of the state, and one that is another.
    counts.add(try outcome(in: "US", crisis: true))
    counts.add(try outcome(in: "GB", concern: "screen"))
    return counts
  }

  @Test("referrals are counted by place")
  func places() throws {
    let counts = try counts()
    #expect(counts.referrals == 4)
    expect(
      counts.json["by_place"],
      equals: [
        "GB": ["referrals": 0, "concerns": 1, "unread": 0],
        "US": ["referrals": 1, "concerns": 0, "unread": 0],
        "US-CA": ["referrals": 2, "concerns": 1, "unread": 1],
        "US-OR": ["referrals": 1, "concerns": 0, "unread": 0],
        "unknown": ["referrals": 0, "concerns": 1, "unread": 0],
      ])
  }

  @Test("California's form has its items in order, with the number of its people")
  func california() throws {
    let law = try DutyReviewTests.laws.get().jurisdiction("us-ca")
    let form = try #require(CrisisReportForm(of: law, year: 2027, counts: counts()))
    #expect(form.notifications == 3)
    expect(
      form.entries.map(\.item.section),
      equals: [
        "B&P § 22603(a)(1)", "B&P § 22603(a)(2)", "B&P § 22603(a)(3)", "B&P § 22603(d)",
      ])
    expect(form.entries.first?.answer, equals: "3")
    let remark = form.entries.first?.remark ?? ""
    expect(remark, contains: "people in California: 2 replies to a crisis, and 1 answers")
    expect(
      remark, contains: "only their country, there were 1 and 1, in all places together 4 and 3")
    expect(remark, contains: "Not in the number: 1 answers")
    expect(remark, contains: "could not be read (0 and 1)")
    #expect(form.entries.allSatisfy { !$0.answer.isEmpty && !$0.remark.isEmpty })
  }

  @Test("a form holds no ids")
  func ids() throws {
    for id in ["us-ca", "us-or", "us-wa"] {
      let law = try DutyReviewTests.laws.get().jurisdiction(id)
      let form = try #require(CrisisReportForm(of: law, year: 2027, counts: counts()))
      let text = form.json.text(.compact)
      #expect(!text.contains("r-77") && !text.contains("p-88"), "\(id)")
      expect(form.json["year"], equals: 2027)
    }
  }

  @Test("a law without a report has no form")
  func none() throws {
    let law = try DutyReviewTests.laws.get().jurisdiction("us-ny")
    #expect(CrisisReportForm(of: law, year: 2027, counts: CrisisCounts()) == nil)
  }
}
