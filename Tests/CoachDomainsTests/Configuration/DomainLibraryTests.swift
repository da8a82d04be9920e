@testable import CoachDomains
import SourceFiles
import Testing
import TestKit

@Suite("A folder of domains is read file by file")
struct DomainLibraryTests {
  private func library(_ other: [String: String] = [:]) throws -> DomainLibrary {
    let files = SampleDomain.files.merging(other) { $1 }
    return try DomainLibrary(folder: "D", files: InMemoryFileSystem(files))
  }

  @Test("domains are files, outcomes and thresholds have a line before their names")
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

  @Test("a folder without outcomes and thresholds is routed among its domains alone")
  func domainsOnly() throws {
    let files = InMemoryFileSystem(["D/garden.yaml": SampleDomain.garden.yaml])
    let library = try DomainLibrary(folder: "D", files: files)
    #expect(library.outcomes.isEmpty)
    #expect(library.thresholds == RoutingThresholds())
    #expect(DomainRouter(library).decide("hello there").domain == "garden")
  }

  @Test("one broken file does not take the others with it")
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

  @Test("an outcome without the line before its name is refused, and so is an unknown one with it")
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

  @Test("broken thresholds leave the built-in ones in force")
  func brokenThresholds() throws {
    let library = try library(["D/_thresholds.yaml": "slope: fast"])
    #expect(library.thresholds == RoutingThresholds())
    #expect(library.diagnostics.map(\.location?.file) == ["D/_thresholds.yaml"])
  }

  @Test("a copy beside a domain does not make a second domain of the same id")
  func copies() throws {
    for copy in ["D/garden.old.yaml", "D/garden.2.yaml"] {
      let library = try library([copy: SampleDomain.garden.yaml])
      #expect(library.domains.map(\.id) == ["chess", "garden", "kitchen"], "\(copy)")
      #expect(library.diagnostics.map(\.location?.file) == [copy])
    }
    let library = try library(["D/_none.old.yaml": SampleDomain.none.outcomeYAML])
    #expect(library.outcomes.map(\.kind) == [.clinical, .none])
  }

  @Test("what is broken now stays as it was in the last good library")
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

  @Test("there must be a folder")
  func folder() {
    let error = #expect(throws: SourceError.self) {
      try DomainLibrary(folder: "D", files: InMemoryFileSystem([:]))
    }
    #expect(error?.diagnostics.first?.code == "folder.missing")
  }
}
