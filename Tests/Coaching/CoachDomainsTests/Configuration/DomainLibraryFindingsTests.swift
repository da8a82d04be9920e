@testable import CoachDomains
import SourceFiles
import Testing
import TestKit

@Suite("Warnings about domains")
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

  @Test("domains without shared words have no warnings")
  func nothing() throws {
    try expect(findings(SampleDomain.library), equals: [])
  }

  @Test(
    "a keyword in two files, inflected or of an outcome, gives a warning",
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
    #expect(found.first?.hint == "make it a hint in both, or remove it from one")
  }

  @Test("a hint of two domains and a repeated keyword in one file give no warning")
  func hint() throws {
    var garden = SampleDomain.garden
    garden.signals.keywords.append("Roses")
    garden.signals.hints += ["board", "salt"]
    try expect(findings([garden, .kitchen, .chess]), equals: [])
  }

  @Test("an example in two files, including an outcome's, gives a warning")
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
    #expect(found.map(\.hint) == ["remove it from one of them", "remove it from one of them"])
  }

  @Test("thresholds fitted to other words give a warning")
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

  @Test("an unedited template gives a warning")
  func placeholder() throws {
    let template = try DomainTemplate(id: "sleep")
    let found = try findings(SampleDomain.library, ["D/sleep.yaml": template.text])
    #expect(found.map(\.code) == ["domain.placeholder"])
    #expect(
      found.first?.message == "nothing is routed to sleep: all its examples are the template's")
    #expect(found.first?.hint == "replace them with messages as people write them")
    // One that was forgotten is enough; a domain with its own words is none.
    var forgotten = SampleDomain.garden
    forgotten.signals.examples.append(
      "garden example 3: a message as somebody would really type it")
    let mixed = try findings([forgotten])
    #expect(mixed.map(\.message) == ["garden still has examples of the template"])
  }

  @Test("an unedited template attracts no messages and does not make thresholds stale")
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

  @Test("a missing outcome, a file with nearly its name, and a threshold of no class give warnings")
  func folder() throws {
    var files = SampleDomain.files
    files["D/_clinical.yaml"] = nil
    files["D/tennis.yml"] = "id: tennis"
    files["D/_thresholds.yaml"] = "slope: 1\nusual: 0.5\nby_class: {gardn: 0.5}"
    let found = try DomainLibrary(folder: "D", files: InMemoryFileSystem(files)).findings
    #expect(
      found.map(\.message) == [
        "there is no '_clinical.yaml': messages that need a professional are routed to a domain",
        "'D/tennis.yml' is ignored",
        "'D/_thresholds.yaml' has a threshold for 'gardn', which is not a domain of this folder",
      ])
    #expect(
      found.dropFirst().map(\.hint) == ["name the file 'tennis.yaml'", "did you mean 'garden'?"])
  }

  @Test("the files stay usable despite warnings")
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
