@testable import CoachDomains
import SourceFiles
import Testing

@Suite("The shipped domains")
struct ShippedDomainTests {
  @Test("all files are valid, each with its own words")
  func shipped() throws {
    let library = try ShippedDomains.library()
    #expect(library.diagnostics.isEmpty)
    #expect(library.kept.isEmpty)
    #expect(library.domains.map(\.id) == ShippedDomains.ids)
    for domain in library.domains {
      #expect(domain.routing.examples.count >= 15)
      #expect(!domain.guardrails.isEmpty && !domain.starters.isEmpty)
      #expect(domain.promptSection.last?.isNewline == false)
    }
  }

  @Test("the outcomes are valid, too")
  func outcomes() throws {
    let library = try ShippedDomains.library()
    #expect(library.outcomes.map(\.kind) == [.clinical, .none])
    for outcome in library.outcomes {
      #expect(outcome.routing.examples.count >= 15)
      #expect(!outcome.routing.negatives.isEmpty)
    }
  }

  @Test("no keyword and no example occurs in two files, and no example twice in one")
  func findings() throws {
    let library = try ShippedDomains.library()
    // Whether the thresholds are new is for whoever edits the words; it is said by `domains check`.
    let findings = library.findings.filter { $0.code != "domain.thresholds" }
    #expect(findings.map(\.description) == [])
    let signals = library.domains.map(\.routing) + library.outcomes.map(\.routing)
    for examples in signals.map(\.examples) {
      #expect(Set(examples).count == examples.count)
    }
  }

  @Test("there is a threshold for every class, and for nothing else")
  func thresholds() throws {
    let library = try ShippedDomains.library()
    let ids = library.domains.map(\.id) + library.outcomes.map(\.kind.rawValue)
    #expect(Set(library.thresholds.byClass.keys) == Set(ids))
    #expect(library.thresholds.digest != nil)
  }
}
