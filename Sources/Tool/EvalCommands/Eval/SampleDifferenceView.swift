import CommandLineSupport
import EvalGraders
import PromptEvals

/// A comparison of two samples of a transcript or a case, message by message.
struct SampleDifferenceView {
  let first: String
  let second: String
  let grader: String?
  let showsAll: Bool
  var replay = ReplayMode.nextTurn

  /// Returns the messages with different verdicts, followed by the whole conversation if its verdicts differ.
  func differences(from before: EvalSample, to after: EvalSample) -> [String] {
    var texts = before.turns.compactMap { turn in
      after.turns.first { $0.number == turn.number }.flatMap {
        message(turn, other: $0, before: before, after: after)
      }
    }
    let grades = (grades(of: before, message: nil), grades(of: after, message: nil))
    if differ(grades.0, grades.1) {
      let lines =
        [heading(before, what: replay.heading(of: nil))]
        + [first.inked(.bold)] + verdicts(grades.0) + [second.inked(.bold)] + verdicts(grades.1)
      texts.append(lines.joined(separator: "\n") + "\n")
    }
    return texts
  }

  private func message(
    _ turn: EvalTurn, other: EvalTurn, before: EvalSample, after: EvalSample
  ) -> String? {
    let grades = (grades(of: before, message: turn.number), grades(of: after, message: turn.number))
    guard
      differ(grades.0, grades.1) || (showsAll && turn.visibleText != other.visibleText)
    else { return nil }
    var lines = [heading(before, what: replay.heading(of: turn.number))]
    if let person = turn.personBefore {
      lines += SampleView.wrapped("person: \(person.revealed)").map { $0.inked(.dim) }
    }
    for (name, turn, grades) in [(first, turn, grades.0), (second, other, grades.1)] {
      lines +=
        [name.inked(.bold)]
        + SampleView.wrapped(
          (turn.error ?? replay.readable(turn.visibleText)).revealed)
      if turn.error == nil || !grades.isEmpty { lines += verdicts(grades) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func heading(_ sample: EvalSample, what: String) -> String {
    let attempt = sample.key.attempt > 1 ? " #\(sample.key.attempt)" : ""
    return "── \(sample.key.transcript)\(attempt), \(what)".inked(.cyan)
  }

  /// Returns the verdicts on a message; those on the whole conversation if `message` is nil.
  private func grades(of sample: EvalSample, message: Int?) -> [Grade] {
    sample.grades.filter { grade in
      grade.message == message && (grader.map { $0 == grade.grader } ?? true)
    }
  }

  private func differ(_ before: [Grade], _ after: [Grade]) -> Bool {
    func found(_ grades: [Grade]) -> Set<[String]> {
      Set(grades.map { [$0.grader, $0.verdict.rawValue] })
    }
    return found(before) != found(after)
  }

  /// Returns a line for each verdict other than pass; a single line if all passed.
  private func verdicts(_ grades: [Grade]) -> [String] {
    guard !grades.isEmpty else { return ["  not graded".inked(.dim)] }
    let lines = grades.compactMap { grade in
      func line(_ sign: String, otherwise: String, ink: String.Ink) -> String {
        "  \(sign) \(grade.grader): \((grade.reason ?? otherwise).printable)".inked(ink)
      }
      return switch grade.verdict {
      case .pass: nil as String?
      case .notApplicable: line("–", otherwise: "does not apply", ink: .dim)
      case .fail: line("✗", otherwise: "not met", ink: .red)
      case .inconclusive: line("?", otherwise: "could not tell", ink: .yellow)
      case .error: line("!", otherwise: "the grader failed", ink: .magenta)
      }
    }
    return lines.isEmpty ? ["  ✓".inked(.green)] : lines
  }
}
