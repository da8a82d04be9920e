@testable import CoachDomains
import SourceFiles
import Testing
import TestKit

@Suite("Live domain library")
struct LiveDomainLibraryTests {
  private static let garden = "D/garden.yaml"

  private func changed(_ sample: SampleDomain, _ edit: (inout SampleDomain) -> Void) -> SampleDomain
  {
    var sample = sample
    edit(&sample)
    return sample
  }

  @Test("an edit takes effect, and a reload without one changes nothing")
  func edit() throws {
    let files = ChangingFiles(SampleDomain.files)
    let live = try LiveDomainLibrary(folder: "D", files: files)
    try expect(live.reload()?.changed, equals: nil)
    files.set(Self.garden, changed(.garden) { $0.name = "The garden" }.yaml)
    let reload = try #require(try live.reload())
    #expect(reload.changed == ["garden"] && reload.removed.isEmpty && reload.kept.isEmpty)
    #expect(reload.diagnostics.isEmpty)
    try expect(live.library.domain("garden").name, equals: "The garden")
    #expect(live.current.domains.first { $0.id == "garden" }?.name == "The garden")
    try expect(live.reload()?.changed, equals: nil)
  }

  @Test("an edit of the words changes the routing immediately")
  func words() async throws {
    let files = ChangingFiles(SampleDomain.files)
    let live = try LiveDomainLibrary(folder: "D", files: files)
    func domain(_ message: String) async -> String? {
      let set = live.current
      return await set.routing.decide(
        message, history: [], current: nil, preferred: [], among: set.domains
      ).domain
    }
    await expect(domain("my sourdough rises in the kitchen"), equals: "kitchen")
    files.set(
      Self.garden,
      changed(.garden) { $0.signals.keywords += ["telescope", "telescopes at night"] }.yaml)
    _ = try live.reload()
    await expect(domain("a telescope"), equals: "garden")
  }

  @Test("a new file adds a domain, and a removed file removes it")
  func files() async throws {
    let files = ChangingFiles(SampleDomain.files)
    let live = try LiveDomainLibrary(folder: "D", files: files)
    var sailing = SampleDomain.chess
    sailing.id = "sailing"
    sailing.signals = RoutingSignals(
      keywords: ["sailing", "boat", "harbour"],
      examples: (1...15).map { "the boat and I, in harbour number \($0)" })
    files.set("D/sailing.yaml", sailing.yaml)
    files.set("D/chess.yaml", nil)
    let reload = try #require(try live.reload())
    #expect(reload.changed == ["sailing"] && reload.removed == ["chess"])
    let set = live.current
    #expect(set.domains.map(\.id) == ["garden", "kitchen", "sailing"])
    let decision = await set.routing.decide(
      "a boat in the harbour", history: [], current: nil, preferred: [], among: set.domains)
    #expect(decision.domain == "sailing")
  }

  @Test(
    "an invalid file keeps its last valid version, and the rest of the edit takes effect",
    arguments: [
      (Self.garden, "id: garden\n", "garden"), (Self.garden, "", "garden"),
      (Self.garden, SampleDomain.kitchen.yaml, "garden"), ("D/_none.yaml", "]", "_none"),
      ("D/_thresholds.yaml", "slope: fast\n", "_thresholds"),
    ])
  func broken(path: String, text: String, stem: String) throws {
    var disk = SampleDomain.files
    disk["D/_thresholds.yaml"] = "slope: 2\nusual: 0.5\nby_class: {}\nfitted_to: x"
    let files = ChangingFiles(disk)
    let live = try LiveDomainLibrary(folder: "D", files: files)
    let good = live.library
    files.set(path, text)
    files.set("D/chess.yaml", changed(.chess) { $0.name = "Chess club" }.yaml)
    let reload = try #require(try live.reload())
    #expect(reload.changed == ["chess"] && reload.removed.isEmpty)
    #expect(reload.kept == [stem])
    #expect(reload.diagnostics.first?.location?.file == path)
    try expect(live.library.domain("chess").name, equals: "Chess club")
    // Broken again in another way: what is kept is still the good one.
    files.set(path, "x: [")
    try expect(live.reload()?.kept, equals: [stem])
    #expect(live.library.domains.count == good.domains.count)
    try expect(live.library.domain("garden"), equals: good.domain("garden"))
    #expect(live.library.outcomes == good.outcomes)
    #expect(live.library.thresholds == good.thresholds)
    files.set(path, disk[path])
    let repaired = try #require(try live.reload())
    #expect(repaired.kept.isEmpty && repaired.diagnostics.isEmpty && repaired.changed.isEmpty)
  }

  @Test("a new file that is invalid adds a domain once it is repaired")
  func brokenNew() throws {
    let files = ChangingFiles(SampleDomain.files)
    let live = try LiveDomainLibrary(folder: "D", files: files)
    files.set("D/sleep.yaml", "id: sleep\n")
    let reload = try #require(try live.reload())
    #expect(reload.changed.isEmpty && reload.kept.isEmpty && !reload.diagnostics.isEmpty)
    files.set("D/sleep.yaml", try DomainTemplate(id: "sleep").text)
    try expect(live.reload()?.changed, equals: ["sleep"])
  }

  @Test("a domain whose file was invalid at the start has no last valid version")
  func brokenAtFirst() throws {
    let files = ChangingFiles(SampleDomain.files)
    files.set(Self.garden, "id: garden\n")
    let live = try LiveDomainLibrary(folder: "D", files: files)
    #expect(live.library.domains.map(\.id) == ["chess", "kitchen"])
    files.set(Self.garden, SampleDomain.garden.yaml)
    try expect(live.reload()?.changed, equals: ["garden"])
  }

  @Test("thresholds take effect when they are written, and lose it when they are removed")
  func thresholds() throws {
    let files = ChangingFiles(SampleDomain.files)
    let live = try LiveDomainLibrary(folder: "D", files: files)
    func threshold() throws -> Double {
      try #require(live.current.routing as? DomainRouter).thresholds.threshold(of: "garden")
    }
    try expect(threshold(), equals: RoutingThresholds().usual)
    files.set("D/_thresholds.yaml", "slope: 2\nusual: 0.5\nby_class: {garden: 0.8}\nfitted_to: x")
    try expect(live.reload()?.changed, equals: [])
    try expect(threshold(), equals: 0.8)
    files.set("D/_thresholds.yaml", nil)
    _ = try live.reload()
    try expect(threshold(), equals: RoutingThresholds().usual)
  }

  @Test("a missing folder is reported, and the library stays")
  func gone() throws {
    let files = ChangingFiles(SampleDomain.files)
    let live = try LiveDomainLibrary(folder: "D", files: files)
    files.replace([:])
    #expect(throws: SourceError.self) { try live.reload() }
    #expect(live.current.domains.count == 3)
    #expect(throws: SourceError.self) { try LiveDomainLibrary(folder: "D", files: files) }
  }

  @Test("watching reports reloads and their errors until it is cancelled")
  func watch() async throws {
    let files = ChangingFiles(SampleDomain.files)
    let live = try LiveDomainLibrary(folder: "D", files: files)
    let (reports, continuation) = AsyncStream.makeStream(of: [String].self)
    let clock = TickingClock()
    let task = Task {
      await live.watch(clock: clock) { result in
        switch result {
        case .success(let reload): continuation.yield(reload.changed)
        case .failure(let error): continuation.yield(error.diagnostics.map(\.code))
        }
      }
      continuation.finish()
    }
    var iterator = reports.makeAsyncIterator()
    try await clock.untilAsleep()
    files.set(Self.garden, changed(.garden) { $0.name = "The garden" }.yaml)
    clock.tick()
    await expect(iterator.next(), equals: ["garden"])
    try await clock.untilAsleep()
    files.replace([:])
    clock.tick()
    await expect(iterator.next(), equals: ["folder.missing"])
    task.cancel()
    await expect(iterator.next(), equals: nil)
    try expect(live.library.domain("garden").name, equals: "The garden")
  }
}
