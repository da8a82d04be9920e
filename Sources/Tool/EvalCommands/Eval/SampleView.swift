import CommandLineSupport
import Documents
import EvalGraders
import LanguageModels
import PromptEvals

/// The messages of a sample as text, with verdicts and the words that decided them.
struct SampleView {
  let sample: EvalSample
  let replay: ReplayMode

  /// A message with the verdicts of some graders.
  ///
  /// - Parameter number: The coach message; nil for the verdicts on the whole conversation.
  func message(_ number: Int?, grades: [Grade]) -> String {
    let turn = number.flatMap { number in sample.turns.first { $0.number == number } }
    var lines: [String] = []
    if let person = turn?.personBefore {
      lines += Self.wrapped("person: \(person.revealed)").map { $0.inked(.dim) }
    }
    if let turn {
      let text = replay.readable(turn.visibleText).revealed
      let quotes = grades.filter { $0.verdict == .fail }.flatMap(\.quotes)
      lines += Self.wrapped("\(replay == .task ? "reply" : "coach"): \(text)").map {
        Self.marked($0, quotes: quotes)
      }
      for call in turn.toolCalls ?? [] {
        lines += Self.wrapped("calls \(call.name) \(call.arguments.revealed)")
      }
      if turn.answersCrisis {
        lines.append(
          "  · the message signals a crisis: the product answered, and nothing is graded".inked(
            .magenta))
      }
      if let error = turn.error { lines.append("  ! \(error.printable)".inked(.magenta)) }
    }
    return (lines + grades.map(verdict)).joined(separator: "\n")
  }

  /// A verdict with its reason.
  private func verdict(_ grade: Grade) -> String {
    let (sign, ink): (String, String.Ink) =
      switch grade.verdict {
      case .pass: ("✓", .green)
      case .fail: ("✗", .red)
      case .inconclusive: ("?", .yellow)
      case .notApplicable: ("–", .dim)
      case .error: ("!", .magenta)
      }
    let missing = grade.quotes.filter { !(grade.reason ?? "").contains($0) }
    let quoted = grade.verdict == .fail ? missing.map { "'\($0)'" }.joined(separator: ", ") : ""
    let parts = [grade.reason ?? "", quoted].filter { !$0.isEmpty }
    let reason = parts.isEmpty ? "" : ": \(parts.joined(separator: ", ").printable)"
    return "  \(sign) \(grade.grader)\(reason)".inked(ink)
  }

  /// The heading of a message.
  func heading(_ number: Int?) -> String {
    let attempt = sample.key.attempt > 1 ? " #\(sample.key.attempt)" : ""
    let what = replay.heading(of: number)
    return "── \(sample.key.side), \(sample.key.transcript)\(attempt), \(what)".inked(.cyan)
  }

  /// Marks the words of a line that decided a verdict, wherever a line break does not split them.
  static func marked(_ line: String, quotes: [String]) -> String {
    var line = line
    for quote in Set(quotes).sorted(by: { $0.count > $1.count }) where !quote.isEmpty {
      guard let range = line.range(ofIgnoringCase: quote) else { continue }
      line.replaceSubrange(range, with: String(line[range]).inked(.boldRed))
    }
    return line
  }

  /// Breaks a text into indented lines as wide as the terminal.
  static func wrapped(_ text: String) -> [String] {
    var wrapper = LineWrapper(width: Terminal.width, indentation: 2)
    return ("  " + wrapper.feed(text) + wrapper.flush()).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
  }
}

extension String {
  /// The first occurrence of a text in any case.
  fileprivate func range(ofIgnoringCase text: String) -> Range<Index>? {
    let wanted = Array(text.lowercased())
    return indices.lazy.compactMap { start -> Range<Index>? in
      guard let end = index(start, offsetBy: wanted.count, limitedBy: endIndex) else { return nil }
      return self[start..<end].lowercased().elementsEqual(wanted) ? start..<end : nil
    }.first
  }
}

extension ReplayMode {
  /// The text of a reply as people read it: data of a task with a line for each of its parts.
  func readable(_ text: String) -> String {
    guard self == .task, let value = try? JSONValue(parsing: text), value.string == nil else {
      return text
    }
    return value.text(.indented(2))
  }

  /// What a verdict is about: a message by its number, the whole conversation without one, or the reply of a task.
  func heading(of message: Int?) -> String {
    guard self != .task else { return "reply" }
    return message.map { "coach message \($0)" } ?? "the whole conversation"
  }
}
