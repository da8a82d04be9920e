import CoachModel
import CoachSignals
import CommandLineSupport
import Documents
import LanguageModels
import SourceFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The log of a day's nudges: a line for each person, with what became of it, when and why.
///
/// A person is claimed before a text is written for them. What was claimed is never claimed again, so that a plan which was
/// killed goes on without a second nudge to anyone; the one that was being written is lost.
final class NudgeJournal {
  /// What became of a person.
  enum Outcome: String, CaseIterable {
    /// They get no nudge.
    case held
    /// A text is being written for them.
    case claimed
    /// A text was written.
    case sent
    /// Nothing is sent: the text failed, or nothing was suitable.
    case dropped
    /// They were chosen, and somebody else writes the text.
    case chosen
  }

  /// The kind whose text no model writes.
  private static let fixedKind = NudgeOccasion.trialEnding(on: CalendarDay(number: 0)).kind
  /// The number of lines after which they are written.
  private static let batch = 500

  /// The ids of the people who were claimed or chosen in this and earlier runs.
  private(set) var claimed: Set<String> = []
  /// The number of them for whom a model writes the text.
  private(set) var claimedCalls = 0
  private let descriptor: Int32
  private let path: String
  private var waiting: [UInt8] = []
  private var lines = 0

  /// Opens the log of a day, with what an earlier run left. Only the owner can read it: it has the texts.
  init(_ path: String, on day: CalendarDay) throws {
    self.path = path
    var kept: [(line: [UInt8], person: String, kind: String?)] = []
    if OutputFile.isFile(path) {
      var stream = try LineStream(path)
      var isFirst = true
      while let line = try stream.next() {
        // The last line of a run that was killed may be cut.
        guard let json = try? JSONValue(parsing: line) else { continue }
        if isFirst {
          isFirst = false
          guard json["day"]?.string == day.description else {
            throw CommandError(
              json["day"] == nil
                ? "\(path) is no log of nudges: its first line names no day"
                : "\(path) is the log of another day",
              hint: "name another file with --plan")
          }
          continue
        }
        guard let outcome = json["outcome"]?.string.flatMap(Outcome.init), outcome != .held,
          let person = json["person"]?.string
        else { continue }
        kept.append((line, person, json["kind"]?.string))
      }
    }
    let head: JSONValue = ["day": .string(day.description)]
    try OutputFile.write(to: path, isPrivate: true) { write in
      for line in [Array(head.text().utf8)] + kept.map(\.line) {
        try write(line + [UInt8(ascii: "\n")])
      }
    }
    descriptor = open(path, O_WRONLY | O_APPEND)
    guard descriptor >= 0 else { throw CommandError.unwritable(path, reason: errno) }
    for entry in kept { claim(entry.person, kind: entry.kind) }
  }

  deinit { close(descriptor) }

  private func claim(_ person: String, kind: String?) {
    guard claimed.insert(person).inserted, kind != Self.fixedKind else { return }
    claimedCalls += 1
  }

  /// Adds a line. A claim is on the disk when this returns.
  func add(
    _ person: String, _ outcome: Outcome, kind: String? = nil, reason: String? = nil,
    text: String? = nil
  ) throws {
    var line: JSONObject = [
      "person": .string(person), "outcome": .string(outcome.rawValue),
      "at": .integer(Int(CallClock.system.unixTime())),
    ]
    line["kind"] = kind.map { .string($0) }
    line["reason"] = reason.map { .string($0) }
    line["text"] = text.map { .string($0) }
    waiting += Array(JSONValue.object(line).text().utf8) + [UInt8(ascii: "\n")]
    lines += 1
    if outcome == .claimed || outcome == .chosen { claim(person, kind: kind) }
    if outcome != .held || lines >= Self.batch { try flush(isDurable: outcome == .claimed) }
  }

  /// Writes what is waiting.
  func flush(isDurable: Bool = false) throws {
    var start = 0
    while start < waiting.count {
      let count = waiting[start...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw CommandError.unwritable(path, reason: errno) }
      start += count
    }
    waiting = []
    lines = 0
    if isDurable { fsync(descriptor) }
  }
}
