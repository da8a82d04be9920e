import CoachModel
import CoachSafety
import CommandLineSupport
import SafetyRules
import SourceFiles

/// Prints a review for people: the verdict, then each rule with the passages that violate it and what would
/// have to change.
struct PersonaReviewView {
  var review: PersonaReview
  var source: PersonaSource

  func show() {
    let verdict = review.verdict
    let ink: String.Ink = verdict == .approve ? .green : verdict == .revise ? .yellow : .red
    let sign = verdict == .approve ? "✓" : "✗"
    Terminal.print("\(sign) \(verdict.rawValue)".inked(ink) + "  \(source.file.path.printable)")
    // Approval by rules alone says little about the meaning of the text.
    if verdict == .approve, review.modelVerdict == nil {
      Terminal.print("  by the rules only; --model adds a review by a model".inked(.dim))
    }
    let now = source.persona.status.map { "\($0.rawValue), " } ?? ""
    let next = PersonaWorkflow().status(after: review)
    Terminal.print("  status: \(now)submitted it would be \(next.rawValue)".inked(.dim))
    for group in groups { show(group) }
    for stage in review.stages {
      if case .unavailable(let why) = stage.outcome {
        Terminal.print(
          "  \(stage.name.rawValue): unavailable; a human has to review it".inked(.yellow))
        Terminal.print(wrapped(why, indentation: 4).inked(.dim))
      }
      for note in stage.notes {
        Terminal.print(wrapped("\(stage.name.rawValue): \(note)", indentation: 2).inked(.dim))
      }
    }
  }

  /// The findings grouped by rule, stage and explanation to the creator, in the order of their first
  /// occurrence.
  private var groups: [[PersonaFinding]] {
    review.findings.reduce(into: []) { groups, finding in
      let same = groups.firstIndex { group in
        group.first.map {
          $0.rule == finding.rule && $0.explanation == finding.explanation
            && $0.stage == finding.stage
        } ?? false
      }
      if let same { groups[same].append(finding) } else { groups.append([finding]) }
    }
  }

  private func show(_ group: [PersonaFinding]) {
    guard let first = group.first else { return }
    let verdict = group.map(\.verdict).max() ?? first.verdict
    let title = [first.rule.rawValue, first.check?.rawValue].compactMap { $0 }.joined(
      separator: ", ")
    Terminal.print("  \(title.inked(.bold)): \(verdict.rawValue) (\(first.stage.rawValue))")
    for finding in group {
      let place = source.location(of: finding).map { "\($0): " } ?? ""
      let detail = finding.detail.map { " (\($0))" } ?? ""
      let quote = finding.quote.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      Terminal.print("    \(place)\(finding.field.rawValue): “\(quote)”\(detail)".revealed)
    }
    Terminal.print(wrapped(first.explanation, indentation: 4).inked(.dim))
  }

  private func wrapped(_ text: String, indentation: Int) -> String {
    var wrapper = LineWrapper(width: Terminal.width, indentation: indentation)
    let margin = String(repeating: " ", count: indentation)
    return margin + wrapper.feed(text.printable) + wrapper.flush()
  }
}
