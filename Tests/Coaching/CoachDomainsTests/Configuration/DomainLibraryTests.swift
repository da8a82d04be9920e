@testable import CoachDomains
import SourceFiles
import Testing
import TestKit

@Suite("Reading a folder of domains")
struct DomainLibraryTests {
  private func library(_ other: [String: String] = [:]) throws -> DomainLibrary {
    let files = SampleDomain.files.merging(other) { $1 }
    return try DomainLibrary(folder: "D", files: InMemoryFileSystem(files))
  }

  @Test("each domain is a file; names of outcomes and thresholds start with an underscore")
  func kinds() throws {
    var thresholds = RoutingThresholds()
    thresholds.usual = 0.55
    thresholds.digest = "abc"
    let library = try library(["D/_thresholds.yaml": thresholds.yaml, "D/read-me.md": "# Hello"])
    #expect(library.domains == [SampleDomain.chess, .garden, .kitchen].map(\.config))
    #expect(library.outcomes.map(\.kind) == [.clinical, .none])
    #expect(library.thresholds == thresholds)
    #expect(library.diagnostics.isEmpty && library.kept.isEmpty)
    #expect(library.folder == "D")
  }

  @Test("without outcomes and thresholds, messages are routed among the domains only")
  func domainsOnly() throws {
    let files = InMemoryFileSystem(["D/garden.yaml": SampleDomain.garden.yaml])
    let library = try DomainLibrary(folder: "D", files: files)
    #expect(library.outcomes.isEmpty)
    #expect(library.thresholds == RoutingThresholds())
    #expect(DomainRouter(library).decide("hello there").domain == "garden")
  }

  @Test("an invalid file does not affect the others")
  func others() throws {
    let library = try library(["D/bad.yaml": "id: ["])
    #expect(library.domains.map(\.id) == ["chess", "garden", "kitchen"])
    #expect(library.diagnostics.map(\.location?.file) == ["D/bad.yaml"])
    let broken = #expect(throws: SourceError.self) { try library.domain("bad") }
    #expect(broken?.diagnostics == library.diagnostics)
    try expect(library.domain("chess"), equals: SampleDomain.chess.config)
    let unknown = #expect(throws: SourceError.self) { try library.domain("ches") }
    #expect(unknown?.diagnostics.first?.code == "domain.unknown")
    #expect(unknown?.diagnostics.first?.hint == "did you mean 'chess'?")
    let far = #expect(throws: SourceError.self) { try library.domain("astronomy") }
    #expect(far?.diagnostics.first?.hint == "known: chess, garden, kitchen")
  }

  @Test("an outcome without an underscore is rejected, and so is an unknown outcome with one")
  func misplaced() throws {
    let library = try library([
      "D/none.yaml": SampleDomain.none.yaml,
      "D/_other.yaml": SampleDomain.none.outcomeYAML.replacing("id: none", with: "id: other"),
      "D/_garden.yaml": SampleDomain.garden.yaml,
    ])
    #expect(library.domains.map(\.id) == ["chess", "garden", "kitchen"])
    #expect(library.outcomes.map(\.kind) == [.clinical, .none])
    #expect(
      library.diagnostics.map { "\($0.location?.file ?? "") \($0.code)" } == [
        "D/_garden.yaml domain.outcome", "D/_other.yaml domain.outcome",
        "D/none.yaml domain.reserved",
      ])
  }

  @Test("if the thresholds are invalid, the built-in ones apply")
  func brokenThresholds() throws {
    let library = try library(["D/_thresholds.yaml": "slope: fast"])
    #expect(library.thresholds == RoutingThresholds())
    #expect(library.diagnostics.map(\.location?.file) == ["D/_thresholds.yaml"])
  }

  @Test("a copy of a domain's file does not define a second domain with the same ID")
  func copies() throws {
    for copy in ["D/garden.old.yaml", "D/garden.2.yaml"] {
      let library = try library([copy: SampleDomain.garden.yaml])
      #expect(library.domains.map(\.id) == ["chess", "garden", "kitchen"], "\(copy)")
      #expect(library.diagnostics.map(\.location?.file) == [copy])
    }
    let library = try library(["D/_none.old.yaml": SampleDomain.none.outcomeYAML])
    #expect(library.outcomes.map(\.kind) == [.clinical, .none])
  }

  @Test("a domain whose file became invalid keeps its last valid version")
  func lastGood() throws {
    let good = try library([
      "D/_thresholds.yaml": "slope: 2\nusual: 0.5\nby_class: {}\nfitted_to: x"
    ])
    let files = SampleDomain.files.merging([
      "D/garden.yaml": "id: garden\n", "D/_none.yaml": "]", "D/_thresholds.yaml": "usual: 0.9",
      "D/new.yaml": "id: new\n",
    ]) { $1 }
    let now = try DomainLibrary(
      folder: "D", files: InMemoryFileSystem(files), lastGood: good)
    #expect(now.domains == good.domains)
    #expect(now.outcomes == good.outcomes.sorted { $0.kind.rawValue < $1.kind.rawValue })
    #expect(now.thresholds == good.thresholds)
    #expect(now.kept == ["_none", "_thresholds", "garden"])
    #expect(
      Set(now.diagnostics.compactMap(\.location?.file)) == [
        "D/garden.yaml", "D/_none.yaml", "D/_thresholds.yaml", "D/new.yaml",
      ])
    // What is gone is gone, however good it was.
    var fewer = SampleDomain.files
    fewer["D/garden.yaml"] = nil
    let less = try DomainLibrary(folder: "D", files: InMemoryFileSystem(fewer), lastGood: good)
    #expect(less.domains.map(\.id) == ["chess", "kitchen"] && less.kept.isEmpty)
  }

  @Test("a missing folder is an error")
  func folder() {
    let error = #expect(throws: SourceError.self) {
      try DomainLibrary(folder: "D", files: InMemoryFileSystem([:]))
    }
    #expect(error?.diagnostics.first?.code == "folder.missing")
  }
}
