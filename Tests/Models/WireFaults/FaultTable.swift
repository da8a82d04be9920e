package import LanguageModels
import ModelProviders

/// The outcomes of every fault with our client, by protocol.
package struct FaultTable: Sendable {
  private var outcomes: [WireProtocol: [String: FaultOutcome]] = [:]
  private var faults: [WireProtocol: [Fault]] = [:]
  /// The number of outcomes that differ from the documented ones.
  package private(set) var differences = 0

  /// Plays all faults of all protocols.
  package static func measured() async throws -> FaultTable {
    let trial = FaultTrial(.machine)
    var table = FaultTable()
    for wire in WireProtocol.included {
      let faults = Fault.all(of: wire)
      table.faults[wire] = faults
      table.outcomes[wire] = try await trial.runAll(faults)
      for fault in faults where !table.differences(of: fault).isEmpty { table.differences += 1 }
    }
    return table
  }

  /// The maximum duration of a call on an idle machine.
  private static let durations = Duration.zero ... .seconds(3)

  private func differences(of fault: Fault) -> [String] {
    outcomes[fault.wire]?[fault.name]?.differences(from: fault, durations: Self.durations)
      ?? ["not played"]
  }

  /// The outcome of a fault in one word.
  package func word(_ wire: WireProtocol, _ name: String) -> String? {
    outcomes[wire]?[name]?.word
  }

  /// The titles of all faults, in order, each once.
  private var titles: [(name: String, title: String)] {
    var titles: [(name: String, title: String)] = []
    for wire in WireProtocol.included {
      for fault in faults[wire] ?? [] where !titles.contains(where: { $0.name == fault.name }) {
        titles.append((fault.name, fault.title))
      }
    }
    return titles
  }

  /// One row per fault: how the call ends in each protocol, how many requests the server saw, and how long the slowest
  /// took.
  package var markdown: String {
    let wires = WireProtocol.included
    var lines = [
      "| fault | \(wires.map(\.rawValue).joined(separator: " | ")) | requests | s |",
      "|---|\(wires.map { _ in "---|" }.joined())---:|---:|",
    ]
    for (name, title) in titles {
      let played = wires.map { outcomes[$0]?[name] }
      let cells = zip(wires, played).map { wire, outcome in
        guard let outcome, let fault = faults[wire]?.first(where: { $0.name == name }) else {
          return "–"
        }
        let problems = outcome.differences(from: fault, durations: Self.durations)
        return problems.isEmpty ? outcome.word : "**\(problems.joined(separator: "; "))**"
      }
      let slowest = played.compactMap { $0?.duration }.max() ?? .zero
      let tenths = Int((slowest / .milliseconds(100)).rounded())
      let requests = Set(played.compactMap { $0?.requests }).sorted().map(String.init)
      lines.append(
        "| \(title) | \(cells.joined(separator: " | ")) | \(requests.joined(separator: "–")) |"
          + " \(tenths / 10).\(tenths % 10) |")
    }
    let count = outcomes.values.reduce(0) { $0 + $1.count }
    lines.append("")
    lines.append(
      "\(count) calls in \(wires.count) protocols; \(differences) did not come to their documented end."
    )
    return lines.joined(separator: "\n")
  }
}
