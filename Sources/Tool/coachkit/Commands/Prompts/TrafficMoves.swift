import CommandLineSupport
import PromptTemplates

/// How many people a change of labels or shares gives another version of a prompt, found by simulation.
struct TrafficMoves {
  /// People who get another version, from the most to the fewest.
  let counts: [(from: String, to: String, people: Int)]

  private let isSalted: Bool
  private let withdrawn: Set<String>

  private static let people = 10_000

  init(of name: String, from old: PromptLabels.Entry, to new: PromptLabels.Entry) {
    isSalted = old.salt != new.salt
    withdrawn = new.withdrawn
    var (before, after) = (PromptLabels(), PromptLabels())
    before.entries[name] = old
    after.entries[name] = new
    var moved: [String: [String: Int]] = [:]
    for number in 0..<Self.people {
      let person = "person-\(number)"
      guard let from = before.version(of: name, for: person),
        let to = after.version(of: name, for: person), from != to
      else { continue }
      moved[from, default: [:]][to, default: 0] += 1
    }
    counts = moved.flatMap { from, targets in
      targets.map { (from: from, to: $0.key, people: $0.value) }
    }.sorted { ($1.people, $0.from, $0.to) < ($0.people, $1.from, $1.to) }
  }

  /// The percentage of the people who get another version.
  var percent: Double { Double(total) / Double(Self.people) * 100 }

  private var total: Int { counts.reduce(0) { $0 + $1.people } }

  /// The moves in words; nil if there are none.
  var description: String? {
    guard total > 0 else { return nil }
    let parts = counts.map { "\($0.people) from \($0.from) to \($0.to)" }
    let exception =
      withdrawn.isEmpty ? "" : ", except for \(withdrawn.sorted().joined(separator: ", "))"
    let rest =
      isSalted
      ? "people change also in the middle of a conversation"
      : "conversations in progress keep theirs if their requests have 'assignments'\(exception);"
        + " otherwise people change in the middle of one"
    return "of \(Self.people) simulated people, \(total) get another version:"
      + " \(parts.joined(separator: ", "))\n\(rest)"
  }
}
