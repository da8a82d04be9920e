@testable import CoachDomains
import SourceFiles
import Synchronization
import Testing
import TestKit

/// Two complete sets of files with the same names and no word in common.
private enum StormSet: String, CaseIterable {
  case first = "A"
  case second = "B"

  static let ids = ["east", "north", "south", "west"]

  /// A word that only one domain of only one set has.
  func word(_ id: String) -> String { "\(id)word\(rawValue.lowercased())" }

  func sample(_ id: String) -> SampleDomain {
    var sample = SampleDomain(
      id, keywords: [word(id)],
      examples: (1...15).map { "\(word(id)) \(id)\($0)\(rawValue.lowercased()) thing" })
    sample.name = "\(id) \(rawValue)"
    return sample
  }

  var files: [String: String] {
    var files = Self.ids.reduce(into: [:]) { $0["D/\($1).yaml"] = sample($1).yaml }
    var none = SampleDomain.none
    none.name = rawValue
    files["D/_none.yaml"] = none.outcomeYAML
    files["D/_thresholds.yaml"] =
      "slope: \(self == .first ? 3 : 4)\nusual: 0.4\nby_class: {}\nfitted_to: \(rawValue)\n"
    return files
  }
}

@Suite("Editing domains while turns are routed")
struct ReloadStormTests {
  private static let swaps = 100
  private static let travellers = 4

  /// What goes on beside the swaps.
  private final class Traffic: Sendable {
    struct State {
      var snapshots = 0
      var isOver = false
      var seen: Set<String> = []
      var faults: Set<String> = []
    }

    private let state = Mutex(State())

    var now: State { state.withLock { $0 } }

    func change(_ edit: (inout State) -> Void) { state.withLock { edit(&$0) } }
  }

  /// What is wrong with a snapshot; and the names of its domains.
  private static func inspect(_ set: DomainSet) -> (faults: [String], names: [String]) {
    var faults: [String] = []
    if set.domains.isEmpty { faults.append("no domains") }
    guard let router = set.routing as? DomainRouter else { return (["no router"], []) }
    let ids = set.domains.map(\.id)
    let routed = router.model.classes.filter { $0.outcome == nil }.map(\.id)
    if routed != ids { faults.append("decides among \(routed), not \(ids)") }
    for domain in set.domains {
      guard let state = StormSet.allCases.first(where: { $0.sample(domain.id).config == domain })
      else {
        faults.append("\(domain.id) is of no state: \(domain.name)")
        continue
      }
      for other in StormSet.allCases {
        let word = other.word(domain.id)
        let explanation = router.explain(word)
        let knows = explanation.candidates.contains {
          $0.id == domain.id && $0.words.map(\.text) == [word]
        }
        if knows != (other == state) { faults.append("\(domain.name) and '\(word)'") }
        if knows, explanation.decision.domain != domain.id {
          faults.append("'\(word)': \(explanation.decision)")
        }
      }
    }
    return (faults, set.domains.map(\.name))
  }

  private static func brokenFiles(_ numbers: inout SplitMix) -> [String: String] {
    var files = numbers.pick(StormSet.allCases).files
    let other = numbers.pick(StormSet.allCases).files
    for _ in 0...numbers.below(3) {
      let path = numbers.pick(files.keys.sorted())
      let text = files[path] ?? ""
      switch numbers.below(5) {
      // The end of a file is not yet written.
      case 0: files[path] = String(text.prefix(numbers.below(text.count)))
      case 1: files[path] = ""
      case 2: files[path] = text.replacing("id: ", with: "id: x")
      case 3: files[path] = other[path]
      // One domain stays always, so that there is something to route to.
      default: if path != "D/east.yaml" { files[path] = nil }
      }
    }
    return files
  }

  @Test("every snapshot is consistent, whatever state the files are in")
  func storm() async throws {
    let files = ChangingFiles(StormSet.first.files)
    let live = try LiveDomainLibrary(folder: "D", files: files)
    let traffic = Traffic()
    var numbers = SplitMix(seed: 2024)
    let states = (0..<Self.swaps).map { number in
      number % 3 == 2
        ? Self.brokenFiles(&numbers)
        : (number % 3 == 0 ? StormSet.second : StormSet.first).files
    }

    try await withThrowingTaskGroup { group in
      for _ in 0..<Self.travellers {
        group.addTask {
          while !traffic.now.isOver {
            let (faults, names) = Self.inspect(live.current)
            traffic.change {
              $0.faults.formUnion(faults)
              $0.seen.formUnion(names)
              $0.snapshots += 1
            }
            await Task.yield()
          }
        }
      }
      let watcher = Task { await live.watch(every: .milliseconds(1)) { _ in } }
      group.addTask {
        defer { traffic.change { $0.isOver = true } }
        for state in states {
          files.replace(state)
          _ = try live.reload()
          // Somebody takes a snapshot between any two swaps.
          let before = traffic.now.snapshots
          while traffic.now.snapshots <= before { await Task.yield() }
        }
      }
      try await group.waitForAll()
      watcher.cancel()
      await watcher.value
    }

    let found = traffic.now
    #expect(found.faults.sorted() == [])
    #expect(found.snapshots >= Self.swaps)
    #expect(
      found.seen
        == Set(StormSet.ids.flatMap { id in StormSet.allCases.map { "\(id) \($0.rawValue)" } }))

    // When it is quiet again, the files say all there is.
    var last = StormSet.second.files
    last["D/new.yaml"] = try DomainTemplate(id: "new").text
    files.replace(last)
    _ = try live.reload()
    #expect(live.library.diagnostics.isEmpty && live.library.kept.isEmpty)
    #expect(
      live.current.domains.map(\.name) == ["east B", "New", "north B", "south B", "west B"])
    #expect(live.library.thresholds.slope == 4)
  }
}
