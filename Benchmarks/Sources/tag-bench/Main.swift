import CoachKit
import Foundation

/// Measures how fast reply tags are taken out of a stream, beside the floor of only making strings of the same
/// bytes. Prints a table; fails beyond the goals.
@main
struct TagBench {
  /// What the project promises for text without tags: megabytes a second, and nanoseconds a piece of 20 bytes.
  static let speedGoal = 500.0
  static let pieceGoal = 100.0

  private static let declarations = [
    ReplyTagDeclaration(name: "DISCOVERY_COMPLETE", form: .signal, expectsPayload: true),
    ReplyTagDeclaration(name: "PATTERN", form: .inline),
    ReplyTagDeclaration(name: "MEMORY", form: .inline),
  ].compactMap { $0 }

  private static let plain =
    "You carried this for a long time, and it is still there when the day ends; naïve as it sounds, rest. "
  private static let marked =
    "You carried **this** for a _long_ time [1], and [it](x) is `still` there. "
  private static let tagged =
    "You said [MEMORY: the sea at six] and [PATTERN: you hold the door], and it is still there. "

  static func main() {
    var failures = 0
    print("Reply tags taken out of a stream, processor time, the best of nine")
    print(row("", "floor", "ours", "ratio", ""))
    func report(
      _ name: String, _ text: String, piece: Int, asWords: Bool, goal: Double? = nil
    ) {
      let sample = Sample(repeating: text, bytes: 1 << 20, piece: piece)
      let floor = sample.floor(asWords: asWords)
      let ours = sample.ours(declarations, asWords: asWords)
      let count = Double(sample.pieces.count)
      let isLarge = piece > 1000
      func figure(_ seconds: Double) -> Double {
        isLarge ? Double(sample.byteCount) / seconds / 1e6 : seconds / count * 1e9
      }
      let own = figure(ours)
      // Where making the strings alone takes nearly all of it, the machine decides about the rest.
      let isMet = goal.map { isLarge ? own >= $0 : own <= max($0, figure(floor) * 1.2) } ?? true
      if !isMet { failures += 1 }
      let unit = isLarge ? "MB/s" : "ns"
      let note = goal.map { "\(isMet ? "" : "✗ ")goal \(Int($0)) \(unit)" } ?? ""
      print(
        row(
          name, "\(decimal(figure(floor))) \(unit)", "\(decimal(own)) \(unit)",
          decimal(ours / floor, 2), note))
    }
    report("plain text, 64 KiB a piece", plain, piece: 65_536, asWords: false, goal: speedGoal)
    report("plain text, 20 bytes a piece", plain, piece: 20, asWords: false, goal: pieceGoal)
    report("the same as words of a model", plain, piece: 20, asWords: true, goal: pieceGoal)
    report("Markdown and links, 20 bytes", marked, piece: 20, asWords: true)
    report("two tags a sentence, 20 bytes", tagged, piece: 20, asWords: true)
    if failures > 0 { exit(1) }
  }

  private static func decimal(_ value: Double, _ places: Int = 1) -> String {
    String(format: "%.\(places)f", value)
  }

  private static func row(
    _ name: String, _ floor: String, _ ours: String, _ ratio: String, _ note: String
  ) -> String {
    let columns = [floor, ours, ratio].map {
      String(repeating: " ", count: max(0, 14 - $0.count)) + $0
    }
    let padding = String(repeating: " ", count: max(0, 32 - name.count))
    return name + padding + columns.joined() + "   " + note
  }
}

/// A reply cut into pieces, and what it costs to read.
private struct Sample {
  let pieces: [[UInt8]]
  private let words: [String]

  init(repeating text: String, bytes: Int, piece: Int) {
    let all = Array(String(repeating: text, count: bytes / text.utf8.count).utf8)
    var pieces: [[UInt8]] = []
    var start = 0
    while start < all.count {
      var end = min(start + piece, all.count)
      // As models send it: no character is cut.
      while end < all.count, all[end] & 0b1100_0000 == 0b1000_0000 { end += 1 }
      pieces.append(Array(all[start..<end]))
      start = end
    }
    self.pieces = pieces
    words = pieces.map { String(decoding: $0, as: UTF8.self) }
  }

  var byteCount: Int { pieces.reduce(0) { $0 + $1.count } }

  /// Only making an event of each piece.
  func floor(asWords: Bool) -> Double {
    Self.best {
      var count = 0
      if asWords {
        for word in words { count += Self.event(word).count }
      } else {
        for piece in pieces { count += Self.event(String(decoding: piece, as: UTF8.self)).count }
      }
      return count
    }
  }

  func ours(_ declarations: [ReplyTagDeclaration], asWords: Bool) -> Double {
    Self.best {
      var parser = ReplyTagParser(declarations)
      var count = 0
      if asWords {
        for word in words { count += parser.feed(word).count }
      } else {
        for piece in pieces { count += parser.feed(piece).count }
      }
      return count + parser.finish().count
    }
  }

  @inline(never)
  private static func event(_ text: String) -> [ReplyEvent] { [.text(text)] }

  private static func best(_ work: () -> Int) -> Double {
    var best = Double.infinity
    var sum = 0
    for _ in 0..<9 {
      let start = clock()
      sum &+= work()
      best = min(best, Double(clock() - start) / Double(CLOCKS_PER_SEC))
    }
    // Keeps the work from being left out.
    if sum == .min { print("") }
    return best
  }
}
