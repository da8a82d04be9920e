import CommandLineSupport
import EvalGraders
import PromptEvals

/// A whole sample as text: every message with its verdicts, and what judges were shown and wrote.
struct SampleConversationView {
  let sample: EvalSample
  let run: EvalRun
  let reader: any RunReader

  /// Throws what the reader throws.
  init(sample: EvalSample, run: EvalRun, reader: any RunReader) throws {
    self.sample = sample
    self.run = run
    self.reader = reader
    for call in sample.judgeCalls {
      prompts[call.prompt] = try reader.text(call.prompt)
    }
  }

  private var prompts: [String: String] = [:]

  var text: String {
    let view = SampleView(sample: sample, replay: run.design.replay)
    var lines: [String] = []
    for turn in sample.turns {
      let grades = sample.grades.filter { $0.message == turn.number }
      lines += [view.heading(turn.number), view.message(turn.number, grades: grades)]
      lines += calls(about: turn.number) + [""]
    }
    let whole = sample.grades.filter { $0.message == nil }
    if !whole.isEmpty {
      lines += [view.heading(nil), view.message(nil, grades: whole)] + calls(about: nil) + [""]
    }
    for fault in sample.personFaults {
      lines.append(
        "the person, after message \(fault.after): \(fault.reason.printable)".inked(.yellow))
    }
    return lines.joined(separator: "\n").printableInColour
  }

  private func calls(about message: Int?) -> [String] {
    sample.judgeCalls.filter { $0.message == message }.flatMap { call -> [String] in
      let shown = prompts[call.prompt] ?? "(the request is not stored)"
      return ["  judge \(call.grader), \(call.model), was shown".inked(.bold)]
        + Self.block(shown).map { $0.inked(.dim) }
        + ["  and wrote".inked(.bold)] + Self.block(call.reply.isEmpty ? "(nothing)" : call.reply)
    }
  }

  private static func block(_ text: String) -> [String] {
    text.revealed.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { SampleView.wrapped(String($0)) }.map { "  \($0)" }
  }
}
