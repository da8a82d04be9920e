@testable import CoachDomains
import SourceFiles
import Testing
import TestKit

@Suite("Fitting thresholds to examples")
struct RoutingFitTests {
  private func library(_ samples: [SampleDomain]) throws -> DomainLibrary {
    var files = samples.reduce(into: [:]) { $0["D/\($1.id).yaml"] = $1.yaml }
    files["D/_none.yaml"] = SampleDomain.none.outcomeYAML
    let library = try DomainLibrary(folder: "D", files: InMemoryFileSystem(files))
    #expect(library.diagnostics.isEmpty)
    return library
  }

  /// Domains with their own words, in which one of every `share` examples belongs to another domain.
  private func generated(oneWrongIn share: Int?) -> [SampleDomain] {
    var numbers = SplitMix(seed: 8)
    let words = (0..<4).map { domain in (0..<10).map { "word\(domain)x\($0)" } }
    return words.indices.map { domain in
      let examples = (0..<40).map { number in
        let isWrong = share.map { number % $0 == 0 } ?? false
        let source = words[isWrong ? (domain + 1 + number % 3) % 4 : domain]
        return "said \(numbers.pick(source)) and \(numbers.pick(source)) \(numbers.pick(source))"
      }
      return SampleDomain("domain-\(domain)", keywords: [words[domain][0]], examples: examples)
    }
  }

  @Test("a higher wanted accuracy raises the thresholds and lowers the coverage")
  func accuracy() throws {
    let library = try library(generated(oneWrongIn: 4))
    let fits = [0.6, 0.75, 0.9, 0.97].map { RoutingFit(library, accuracy: $0) }
    let usual = fits.map(\.thresholds.usual)
    #expect(usual == usual.sorted() && (usual.first ?? 1) < (usual.last ?? 0))
    let coverage = fits.map(\.coverage)
    #expect(coverage == coverage.sorted(by: >) && (coverage.first ?? 0) > (coverage.last ?? 1))
    // The slope does not depend on the wanted accuracy.
    #expect(Set(fits.map(\.thresholds.slope)).count == 1)
  }

  @Test("the share of right decisions is the wanted one", arguments: [0.6, 0.75, 0.9])
  func wish(accuracy: Double) throws {
    let fit = RoutingFit(try library(generated(oneWrongIn: 10)), accuracy: accuracy)
    #expect((fit.accuracy ?? 0) >= accuracy - 0.01)
    #expect(fit.coverage > 0.8)
  }

  @Test("cleaner examples lead to a steeper slope and more decisions")
  func slope() throws {
    let clean = RoutingFit(try library(generated(oneWrongIn: nil)))
    let mixed = RoutingFit(try library(generated(oneWrongIn: 5)))
    let wild = RoutingFit(try library(generated(oneWrongIn: 2)))
    #expect(clean.thresholds.slope > mixed.thresholds.slope)
    #expect(mixed.thresholds.slope > wild.thresholds.slope)
    #expect(clean.coverage > wild.coverage)
    #expect((clean.accuracy ?? 0) > (mixed.accuracy ?? 1))
  }

  @Test("an example is evaluated without itself, so a word of one example cannot be learned")
  func leftOut() throws {
    let samples = (0..<3).map { domain in
      SampleDomain(
        "domain-\(domain)", keywords: ["keyword\(domain)"],
        examples: (0..<20).map { "alone\(domain)x\($0) single\(domain)x\($0)" })
    }
    // Without the outcome, whose own examples share words.
    let files = samples.reduce(into: [:]) { $0["D/\($1.id).yaml"] = $1.yaml }
    let fit = RoutingFit(try DomainLibrary(folder: "D", files: InMemoryFileSystem(files)))
    #expect(fit.rows.map(\.cases) == [20, 20, 20])
    // Every decision is a guess among three, so nothing has to be decided.
    #expect((fit.accuracy ?? 0) < 0.34)
  }

  @Test("decisions with equal confidence are accepted together or not at all")
  func ties() throws {
    // The domains are indistinguishable, so all decisions have the confidence of a guess, and two in three are wrong.
    let samples = (0..<3).map { domain in
      SampleDomain(
        "domain-\(domain)", keywords: ["keyword\(domain)"],
        examples: (0..<20).map { "alone\(domain)x\($0)" })
    }
    let files = samples.reduce(into: [:]) { $0["D/\($1.id).yaml"] = $1.yaml }
    let fit = RoutingFit(try DomainLibrary(folder: "D", files: InMemoryFileSystem(files)))
    #expect(fit.thresholds.usual == RoutingFit.range.upperBound)
    #expect(fit.coverage == 0 && fit.accuracy == nil)
    #expect(fit.rows.allSatisfy { $0.precision == nil && $0.recall == 0 })
  }

  @Test("the caller's cases count unless their class is unknown")
  func cases() throws {
    let library = try library(SampleDomain.library)
    let without = RoutingFit(library)
    let cases = [
      RoutingFit.Case(text: "my roses want water", label: "garden"),
      RoutingFit.Case(text: "tell me another joke", label: "none"),
      RoutingFit.Case(text: "the stars at night", label: "astronomy"),
    ]
    let with = RoutingFit(library, cases: cases)
    func count(_ fit: RoutingFit, _ id: String) -> Int? { fit.rows.first { $0.id == id }?.cases }
    #expect(count(without, "garden") == 15 && count(with, "garden") == 16)
    #expect(count(without, "none") == 15 && count(with, "none") == 16)
    #expect(count(with, "chess") == 15)
    #expect(with.rows.map(\.id) == ["chess", "garden", "kitchen", "none"])
    // Many cases that contradict the files reduce the confidence.
    let wrong = (0..<40).map { _ in
      RoutingFit.Case(text: "checkmate in the endgame", label: "garden")
    }
    #expect(RoutingFit(library, cases: wrong).thresholds.slope < without.thresholds.slope)
  }

  @Test("thresholds stay within their range and name the digest they were fitted to")
  func range() throws {
    let library = try library(generated(oneWrongIn: 3))
    let fit = RoutingFit(library)
    #expect(fit.thresholds.digest == DomainRouter(library).digest.short)
    #expect(RoutingFit.range.contains(fit.thresholds.usual))
    #expect(fit.thresholds.byClass.values.allSatisfy { RoutingFit.range.contains($0) })
    #expect((0.5...12).contains(fit.thresholds.slope))
    #expect((0...1).contains(fit.coverage))
    for row in fit.rows {
      #expect(row.threshold == fit.thresholds.threshold(of: row.id))
      #expect(row.precision.map { (0...1).contains($0) } ?? true)
      #expect(row.recall.map { (0...1).contains($0) } ?? true)
    }
    // The same files give the same fit.
    #expect(RoutingFit(library).thresholds == fit.thresholds)
  }

  @Test("a class that is often wrong gets a higher threshold than the others")
  func byClass() throws {
    var samples = generated(oneWrongIn: nil)
    // Half of the messages belong to the last domain by their words.
    let (first, last) = (samples[0], samples[3])
    samples[0].signals.examples = Array(
      first.signals.examples.prefix(20) + last.signals.examples.prefix(20).map { "\($0) too" })
    let fit = RoutingFit(try library(samples))
    let threshold = fit.thresholds.threshold(of: "domain-3")
    #expect(threshold > fit.thresholds.threshold(of: "domain-1"))
    #expect(threshold > fit.thresholds.threshold(of: "domain-2"))
  }

  @Test("an empty library is fitted to nothing")
  func nothing() throws {
    let files = InMemoryFileSystem(["D/read-me.md": ""])
    let fit = RoutingFit(try DomainLibrary(folder: "D", files: files))
    #expect(fit.rows.isEmpty && fit.coverage == 0 && fit.accuracy == nil)
    let outcomes = InMemoryFileSystem(["D/_none.yaml": SampleDomain.none.outcomeYAML])
    let alone = RoutingFit(try DomainLibrary(folder: "D", files: outcomes))
    #expect(alone.rows.map(\.id) == ["none"])
  }
}
