import CoachEngine
import PromptTemplates
import SourceFiles

extension ComparisonView {
  /// The comparison for a pull request: a table of what grows where, and the text to be opened.
  package var markdown: String {
    var lines = ["### \(before.asMarkdown) → \(after.asMarkdown)", ""]
    let all = comparison.situations.count
    let differing = all - comparison.same.count
    lines.append(
      differing == 0
        ? "The rendered text is the same in \(all == 1 ? "the one situation" : "all \(all) situations")."
        : "The rendered text differs in \(differing) of \(all) situation\(all == 1 ? "" : "s").")
    if let sourceNote { lines += ["", "> \(sourceNote.asMarkdown)"] }
    if !comparison.example.settings.isEmpty {
      lines += [""] + comparison.example.settings.map { "- \($0.asMarkdown)" }
    }
    guard !comparison.differences.isEmpty else { return lines.joined(separator: "\n") }
    lines += ["", "| where | who | tokens (estimate) |", "|---|---|---:|"]
    for (growth, situations) in byGrowth {
      for line in self.lines(situations) {
        let moments = line.moments.isEmpty ? "the prompt" : line.moments
        lines.append("| \(moments.asCell) | \(line.people.asCell) | \(growth) |")
      }
    }
    if !comparison.same.isEmpty {
      for line in self.lines(comparison.same) {
        let moments = line.moments.isEmpty ? "the prompt" : line.moments
        lines.append("| \(moments.asCell) | \(line.people.asCell) | the same |")
      }
    }
    let isCached = comparison.example.prefixChange == nil
    lines += ["", isCached ? "The cacheable prefix is the same." : "Cache: \(prefix.asMarkdown)."]
    for difference in comparison.differences {
      let place = place(of: difference)
      let name = difference.section.map { "\(Self.name($0)) (\(Self.size($0)))" }
      lines += [
        "",
        "<details><summary>\((name ?? "roles of the messages").asHTML): \(place.asHTML)</summary>",
        "",
      ]
      if let section = difference.section {
        let text = section.difference.unified(context: context)
        let fence = String(repeating: "`", count: max(3, text.maximumBackticks + 1))
        lines += ["\(fence)diff", text, fence]
      } else {
        lines.append("The text is the same; the messages have other roles or another order.")
      }
      lines += ["", "</details>"]
    }
    return lines.joined(separator: "\n")
  }

  /// The situations that differ, by what differs in them, in the order of the course, with the tokens by which the prompt
  /// grows: an estimate may differ by one for the same words.
  private var byGrowth: [(growth: String, situations: [ComparedSituation])] {
    var differences: [ComparedSituation: [Int]] = [:]
    for (number, difference) in comparison.differences.enumerated() {
      for situation in difference.situations { differences[situation, default: []].append(number) }
    }
    var groups: [(differences: [Int], situations: [ComparedSituation])] = []
    for situation in comparison.situations {
      guard let own = differences[situation] else { continue }
      if let position = groups.firstIndex(where: { $0.differences == own }) {
        groups[position].situations.append(situation)
      } else {
        groups.append((own, [situation]))
      }
    }
    return groups.map { group in
      let changes = group.situations.compactMap { comparison.tokens[$0]?.growth }
      return (Self.signed((changes.min() ?? 0)...(changes.max() ?? 0)), group.situations)
    }
  }
}

extension TextDifference {
  /// The lines that changed as in a unified diff, without its header.
  fileprivate func unified(context: Int) -> String {
    excerpt(context: context, gap: " ⋮") { line in
      switch line {
      case .same(let text): return ["  \(text.revealed)"]
      case .removed(let text): return ["- \(text.revealed)"]
      case .added(let text): return ["+ \(text.revealed)"]
      case .changed(let words):
        let (old, new) = words.reduce(into: ("", "")) { sides, words in
          switch words {
          case .same(let text): (sides.0, sides.1) = (sides.0 + text, sides.1 + text)
          case .removed(let text): sides.0 += text
          case .added(let text): sides.1 += text
          }
        }
        return ["- \(old.revealed)", "+ \(new.revealed)"]
      }
    }.joined(separator: "\n")
  }
}

extension String {
  /// The text with a backslash before what Markdown could take for markup.
  fileprivate var asMarkdown: String {
    String(flatMap { "\\`*_[]<>#|~".contains($0) ? ["\\", $0] : [$0] })
  }

  fileprivate var asCell: String { asMarkdown.replacing("\n", with: " ") }

  fileprivate var asHTML: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// The length of the longest run of backticks, which a fence must exceed.
  fileprivate var maximumBackticks: Int {
    var (longest, run) = (0, 0)
    for byte in utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
