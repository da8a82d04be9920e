import CoachModel
import TestKit
import Testing

@testable import CoachDuties

@Suite("Where duties apply")
struct DutyPlacesTests {
  private func file(_ id: String, _ places: [String]) throws -> JurisdictionDuties {
    let day = try #require(CalendarDay("2027-01-01"))
    return JurisdictionDuties(
      id: id, name: id, places: places,
      lookedUp: JurisdictionDuties.LookUp(date: day, pages: ["https://law.example"]), law: "Act",
      from: day)
  }

  @Test(
    "a country includes its parts, a part not its country, and a place without a file has no duties",
    arguments: [
      ("US-NY", ["us", "us-ny"]), ("us-ny", ["us", "us-ny"]), ("US-CA", ["us"]), ("US", ["us"]),
      ("DE", ["eu"]), ("DE-BY", ["eu"]), ("GB", []), ("New York", []), (nil, []),
    ] as [(String?, [String])])
  func places(place: String?, ids: [String]) throws {
    let set = DutySet([
      try file("us-ny", ["US-NY"]), try file("us", ["US"]), try file("eu", ["AT", "DE"]),
    ])
    expect(
      set.duties(in: place, age: .adult, zone: nil).jurisdictions.map(\.id), equals: ids)
    #expect(DutySet().isEmpty && !set.isEmpty)
  }
}
