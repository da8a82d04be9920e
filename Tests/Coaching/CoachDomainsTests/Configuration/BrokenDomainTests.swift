@testable import CoachDomains
import SourceFiles
import Testing
import TestKit

@Suite("Invalid domain files")
struct BrokenDomainTests {
  private struct Broken {
    var mutation: DomainMutation
    var file: SourceFile

    var name: String { "\(mutation) of \(file.path)" }
  }

  /// The shipped files, each broken in every way a few times.
  private static func files(seeds: ClosedRange<UInt64>) throws -> [Broken] {
    var broken: [Broken] = []
    for id in ShippedDomains.ids {
      let bytes = try ShippedDomains.file(id).bytes
      for seed in seeds {
        for (number, mutation) in DomainMutation.allCases.enumerated() {
          var numbers = SplitMix(seed: seed * 1000 + UInt64(number))
          let changed = mutation.applied(to: bytes, &numbers)
          broken.append(
            Broken(
              mutation: mutation, file: SourceFile(path: "D/\(id).yaml", bytes: changed)))
          #expect(changed != bytes, "\(mutation) left \(id) as it is")
        }
      }
    }
    return broken
  }

  @Test("a mutated file is either read, or rejected with a location and a reason")
  func located() throws {
    var errors = 0
    for broken in try Self.files(seeds: 1...2) {
      do throws(SourceError) {
        let domain = try DomainConfig(broken.file)
        #expect(!DomainMutation.breaking.contains(broken.mutation), "\(broken.name)")
        #expect("D/\(domain.id).yaml" == broken.file.path)
        #expect(domain.routing.examples.count >= DomainConfig.minimumExamples)
      } catch {
        errors += 1
        let first = try #require(error.diagnostics.first)
        let location = try #require(first.location, "\(broken.name)")
        #expect(location.file == broken.file.path)
        #expect(location.line >= 1 && location.column >= 1, "\(broken.name): \(location)")
        // The end of a file may be told as the line after it.
        let lines = broken.file.bytes.count { $0 == UInt8(ascii: "\n") } + 1
        #expect(location.line <= lines + 1, "\(broken.name): \(location)")
        #expect(first.message.contains { !$0.isWhitespace }, "\(broken.name)")
        #expect(!first.code.isEmpty && first.severity == .error)
      }
    }
    // Fifteen of the ways break any file.
    #expect(errors >= 7 * 2 * DomainMutation.breaking.count)
    #expect(errors >= 100)
  }

  @Test(
    "the error names the mutation that was made",
    arguments: [
      (DomainMutation.doubledKey, ["yaml.duplicate-key"]),
      (.misspeltKey, ["yaml.missing", "yaml.unknown-key"]), (.lostPart, ["yaml.missing"]),
      (.otherType, ["yaml.type"]), (.emptyText, ["yaml.empty-text"]), (.noValue, ["yaml.missing"]),
      (.badNumber, ["yaml.range"]), (.wrongID, ["domain.id"]), (.unknownKey, ["yaml.unknown-key"]),
      (.secondDocument, ["yaml.several-documents"]), (.invalidByte, ["yaml.encoding"]),
      (.invisibleSign, ["yaml.syntax"]), (.fewExamples, ["domain.examples", "yaml.unknown-key"]),
      (.unknownAlias, ["yaml.alias"]), (.customTag, ["yaml.tag"]),
    ])
  func codes(mutation: DomainMutation, codes: [String]) throws {
    for id in ShippedDomains.ids {
      var numbers = SplitMix(seed: 17)
      let bytes = mutation.applied(to: try ShippedDomains.file(id).bytes, &numbers)
      let error = #expect(throws: SourceError.self, "\(id)") {
        try DomainConfig(SourceFile(path: "D/\(id).yaml", bytes: bytes))
      }
      #expect(codes.contains(error?.diagnostics.first?.code ?? "nothing"), "\(id)")
    }
  }

  @Test("an invalid file leaves the last valid version of its domain and all others in use")
  func kept() throws {
    let good = try ShippedDomains.library()
    let other = SampleDomain.garden
    var errors = 0
    for broken in try Self.files(seeds: 7...7) {
      let files = ChangingFiles(["D/garden.yaml": other.yaml])
      files.set(broken.file.path, bytes: broken.file.bytes)
      let library = try DomainLibrary(folder: "D", files: files, lastGood: good)
      #expect(library.domains.count == 2, "\(broken.name)")
      #expect(library.domains.contains(other.config))
      guard !library.diagnostics.isEmpty else { continue }
      errors += 1
      let id = try #require(library.kept.first)
      #expect(library.kept == [id] && broken.file.path == "D/\(id).yaml")
      try expect(library.domain(id), equals: good.domain(id), "\(broken.name)")
    }
    #expect(errors >= 100)
  }
}
