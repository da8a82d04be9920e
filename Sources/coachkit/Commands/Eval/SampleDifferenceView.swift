#if Evals
  import PromptEvals

  /// Two samples of one transcript, message by message.
  struct SampleDifferenceView {
    let first: String
    let second: String
    let grader: String?
    let showsAll: Bool

    /// The messages that differ, as text.
    func differences(_ before: EvalSample, _ after: EvalSample) -> [String] {
      before.turns.compactMap { turn in
        guard let other = after.turns.first(where: { $0.number == turn.number }) else { return nil }
        let failures = (failures(before, turn.number), failures(after, turn.number))
        let differs = Set(failures.0.map(\.grader)) != Set(failures.1.map(\.grader))
        guard differs || (showsAll && turn.visibleText != other.visibleText) else { return nil }
        let attempt = before.key.attempt > 1 ? " #\(before.key.attempt)" : ""
        var lines = [
          "── \(before.key.transcript)\(attempt), coach message \(turn.number)".inked(.cyan)
        ]
        if let person = turn.personBefore {
          lines += wrapped("person: \(person.printable)").map { $0.inked(.dim) }
        }
        lines += side(first, turn, failures.0) + side(second, other, failures.1)
        return lines.joined(separator: "\n") + "\n"
      }
    }

    private func failures(_ sample: EvalSample, _ number: Int) -> [Grade] {
      sample.grades.filter { grade in
        grade.message == number && grade.verdict == .fail
          && (grader.map { $0 == grade.grader } ?? true)
      }
    }

    private func side(
      _ name: String, _ turn: EvalTurn, _ failures: [Grade]
    ) -> [String] {
      let words = turn.error ?? turn.visibleText.printable
      var lines = [name.inked(.bold)] + wrapped(words)
      lines += failures.map { "  ✗ \($0.grader): \($0.reason ?? "not met")".inked(.red) }
      if failures.isEmpty, turn.error == nil { lines.append("  ✓".inked(.green)) }
      return lines
    }

    private func wrapped(_ text: String) -> [String] {
      var wrapper = LineWrapper(width: Terminal.width, indentation: 2)
      return ("  " + wrapper.feed(text) + wrapper.flush()).split(
        separator: "\n", omittingEmptySubsequences: false
      ).map(String.init)
    }
  }
#endif
