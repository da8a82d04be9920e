import CoachDuties
import CoachModel
import SourceFiles
import Testing
import TestKit

@Suite("The shipped duties")
struct ShippedDutiesTests {
  @Test("all files can be read, and none has a probable mistake")
  func readable() throws {
    let set = try ShippedDuties.set()
    expectEmpty(set.diagnostics)
    expect(set.jurisdictions.map(\.id), equals: ShippedDuties.ids)
    let day = try #require(CalendarDay("2026-12-02"))
    expectEmpty(set.findings(on: day))
  }

  @Test("a law that was looked up more than a year ago is a warning")
  func old() throws {
    let set = try ShippedDuties.set()
    let day = try #require(set.jurisdictions.map(\.lookedUp.date).min())
    expectEmpty(set.findings(on: day.adding(days: 365)))
    let findings = set.findings(on: day.adding(days: 366))
    #expect(!findings.isEmpty && findings.allSatisfy { $0.code == "duties.looked-up" })
  }

  @Test("a law that was looked up in the future is a warning, at the line of the look-up")
  func future() throws {
    let text = """
      id: garden
      name: Garden
      places: [US-CA]
      law: The act of the garden
      from: 2026-01-01
      looked_up: {date: 2028-12-01, seen: text, pages: ["https://example.org/act"]}
      """
    let set = try DutySet(folder: "D", files: InMemoryFileSystem(["D/garden.yaml": text]))
    expectEmpty(set.diagnostics)
    let findings = set.findings(on: try #require(CalendarDay("2026-12-02")))
    expect(findings.map(\.code), equals: ["duties.looked-up"])
    #expect(findings.first?.message.contains("2028-12-01, which is in the future") == true)
    #expect(findings.first?.location?.line == 6)
    expectEmpty(set.findings(on: try #require(CalendarDay("2028-12-01"))))
  }

  @Test("a file of which only summaries were read says what is not verified")
  func unverified() throws {
    for jurisdiction in try ShippedDuties.set().jurisdictions
    where jurisdiction.lookedUp.seen == .summary {
      #expect(!jurisdiction.lookedUp.unverified.isEmpty, "\(jurisdiction.id)")
    }
  }

  @Test("the page about the format names everything that can be forbidden")
  func prohibitions() throws {
    let page = String(
      decoding: try DiskFileSystem().read("\(ShippedDuties.folder)/README.md").bytes, as: UTF8.self)
    let row = try #require(page.split(separator: "\n").first { $0.hasPrefix("| `minors` |") })
    let words = row.split(separator: "`").filter { $0.allSatisfy { $0.isLetter || $0 == "_" } }
    expect(
      Set(words.map(String.init)).subtracting(["minors"]),
      equals: Set(MinorDuty.Prohibition.allCases.map(\.rawValue)))
  }

  @Test("sections that were not read in the text of the law are marked")
  func marked() throws {
    let set = try ShippedDuties.set()
    let newYork = try set.jurisdiction("us-ny")
    #expect(newYork.crisisProtocol?.section.hasSuffix("not verified") == true)
    let california = try set.jurisdiction("us-ca")
    #expect(california.lookedUp.unverified.contains { $0.contains("AB 489") })
  }

  @Test("the European Union has 27 members")
  func members() throws {
    let places = try ShippedDuties.set().jurisdiction("eu").places
    #expect(places.count == 27 && !places.contains("GB"))
  }

  @Test("Washington's protocol names eating disorders, and the others do not")
  func eatingDisorders() throws {
    let named = try ShippedDuties.set().jurisdictions.filter {
      $0.crisisProtocol?.categories.contains(.eatingDisorder) == true
    }
    expect(named.map(\.id), equals: ["us-wa"])
  }

  @Test("California, Oregon and Washington ask for the number of referrals")
  func reports() throws {
    let reporting = try ShippedDuties.set().jurisdictions.filter { $0.report != nil }
    expect(reporting.map(\.id), equals: ["us-ca", "us-or", "us-wa"])
    #expect(reporting.allSatisfy { $0.report?.figures.first?.figure == .crisisReferrals })
  }
}
