@testable import CoachDomains
import SourceFiles
import Testing
import TestKit

@Suite("What can be used and is worth a look")
struct DomainLibraryFindingsTests {
  private func findings(
    _ samples: [SampleDomain], _ other: [String: String] = [:]
  ) throws -> [Diagnostic] {
    var files = samples.reduce(into: other) { $0["D/\($1.id).yaml"] = $1.yaml }
    files["D/_none.yaml"] = SampleDomain.none.outcomeYAML
    files["D/_clinical.yaml"] = SampleDomain.clinical.outcomeYAML
    let library = try DomainLibrary(folder: "D", files: InMemoryFileSystem(files))
    #expect(library.diagnostics.isEmpty)
    return library.findings
  }

  @Test("nothing is said of domains that keep to their words")
  func nothing() throws {
    try expect(findings(SampleDomain.library), equals: [])
  }

  @Test(
    "a keyword of two, also in another form and of an outcome",
    arguments: [
      ("chess", "'chess' is a keyword of chess and of garden"),
      ("Cooking!", "'Cooking!' of garden and 'cooking' of kitchen are the same keyword"),
      ("frying pans", "'frying pans' of garden and 'frying pan' of kitchen are the same keyword"),
      ("weather", "'weather' is a keyword of garden and of none"),
    ])
  func keyword(word: String, message: String) throws {
    var garden = SampleDomain.garden
    garden.signals.keywords.append(word)
    let found = try findings([garden, .kitchen, .chess])
    #expect(found.map(\.code).contains("domain.keyword-twice"))
    #expect(found.map(\.message).contains(message))
    #expect(found.first?.hint == "make it a hint in both, or leave it to one")
  }

  @Test("a hint of two and a keyword twice in one file are no finding")
  func hint() throws {
    var garden = SampleDomain.garden
    garden.signals.keywords.append("Roses")
    garden.signals.hints += ["board", "salt"]
    try expect(findings([garden, .kitchen, .chess]), equals: [])
  }

  @Test("an example of two, also of an outcome")
  func example() throws {
    var garden = SampleDomain.garden
    garden.signals.examples += ["the cake sinks in the middle", "tell me a joke"]
    let found = try findings([garden, .kitchen, .chess])
    #expect(
      found.map(\.message) == [
        "garden and kitchen have the example 'the cake sinks in the middle'",
        "garden and none have the example 'tell me a joke'",
      ])
    #expect(Set(found.map(\.code)) == ["domain.example-twice"])
    #expect(found.map(\.hint) == ["leave it to one", "leave it to one"])
  }

  @Test("thresholds that were fitted to other words")
  func thresholds() throws {
    let files = SampleDomain.files
    let library = try DomainLibrary(folder: "D", files: InMemoryFileSystem(files))
    var thresholds = RoutingThresholds()
    // The letter keeps it a text.
    thresholds.digest = "a0000000000f"
    let path = "D/\(RoutingThresholds.fileName)"
    let stale = try DomainLibrary(
      folder: "D", files: InMemoryFileSystem(files.merging([path: thresholds.yaml]) { $1 }))
    #expect(stale.findings.map(\.code) == ["domain.thresholds"])
    #expect(stale.findings.first?.hint == "run 'coachkit domains fit'")
    thresholds.digest = DomainRouter(library).digest.short
    let fitted = try DomainLibrary(
      folder: "D", files: InMemoryFileSystem(files.merging([path: thresholds.yaml]) { $1 }))
    #expect(fitted.diagnostics.isEmpty)
    #expect(fitted.findings == [])
  }

  @Test("a template whose placeholders are still there")
  func placeholder() throws {
    let template = try DomainTemplate(id: "sleep")
    let found = try findings(SampleDomain.library, ["D/sleep.yaml": template.text])
    #expect(found.map(\.code) == ["domain.placeholder"])
    #expect(
      found.first?.message == "nothing is routed to sleep: all its examples are the template's")
    #expect(found.first?.hint == "replace them by what people really write")
    // One that was forgotten is enough; a domain with its own words is none.
    var forgotten = SampleDomain.garden
    forgotten.signals.examples.append(
      "garden example 3: a message as somebody would really type it")
    let mixed = try findings([forgotten])
    #expect(mixed.map(\.message) == ["garden still has examples of the template"])
  }

  @Test("a template draws no message, and does not make thresholds stale")
  func template() throws {
    let path = "D/sleep.yaml"
    let template = try DomainTemplate(id: "sleep").text
    let files = SampleDomain.files
    let before = try DomainLibrary(folder: "D", files: InMemoryFileSystem(files))
    let after = try DomainLibrary(
      folder: "D", files: InMemoryFileSystem(files.merging([path: template]) { $1 }))
    #expect(after.domains.map(\.id).contains("sleep"))
    #expect(DomainRouter(after).digest == DomainRouter(before).digest)
    let words = "sleep example 3: a message as somebody would really type it"
    #expect(DomainRouter(after).decide(words).domain != "sleep")
  }

  @Test("an outcome that is missing, a file that is nearly one, and a threshold of nobody")
  func folder() throws {
    var files = SampleDomain.files
    files["D/_clinical.yaml"] = nil
    files["D/tennis.yml"] = "id: tennis"
    files["D/_thresholds.yaml"] = "slope: 1\nusual: 0.5\nby_class: {gardn: 0.5}"
    let found = try DomainLibrary(folder: "D", files: InMemoryFileSystem(files)).findings
    #expect(
      found.map(\.message) == [
        "there is no '_clinical.yaml': what belongs to professionals is routed to a domain like anything else",
        "'D/tennis.yml' is not read",
        "'D/_thresholds.yaml' has a threshold for 'gardn', which is no domain here",
      ])
    #expect(found.dropFirst().map(\.hint) == ["call it 'tennis.yaml'", "did you mean 'garden'?"])
  }

  @Test("a finding is a warning: the files can be used")
  func severity() throws {
    var garden = SampleDomain.garden
    garden.signals.keywords.append("chess")
    garden.signals.examples.append("the cake sinks in the middle")
    let template = try DomainTemplate(id: "sleep")
    let found = try findings(
      [garden, .kitchen, .chess],
      [
        "D/sleep.yaml": template.text,
        "D/_thresholds.yaml": "slope: 1\nusual: 0.5\nby_class: {}\nfitted_to: other",
      ])
    #expect(Set(found.map(\.code)).count == 4)
    #expect(found.allSatisfy { $0.severity == .warning })
  }
}
