package import Documents
package import PromptTemplates
import SourceFiles

/// A comparison of two versions of a prompt for a prompt engineer: first the costs of the change, then the
/// text.
package struct ComparisonView {
  package var before: String
  package var after: String
  package var person: String
  package var comparison: PromptComparison
  package var context: Int

  package init(
    before: String, after: String, person: String, comparison: PromptComparison, context: Int
  ) {
    self.before = before
    self.after = after
    self.person = person
    self.comparison = comparison
    self.context = context
  }

  package var text: String {
    var lines = ["\(before) → \(after)".inked(.bold) + "  for \(person)", ""]
    lines += ["tokens   \(tokens)", "cache    \(prefix)"]
    lines += comparison.breakpoints.map { name, isSame in
      let state =
        isSame
        ? "the same, stays cached".inked(.green)
        : "changed, is not read from the cache".inked(.yellow)
      return "         breakpoint '\(name)': \(state)"
    }
    for (position, change) in comparison.settings.enumerated() {
      lines.append((position == 0 ? "settings " : "         ") + change)
    }
    let changed = comparison.sections.filter { !$0.difference.isEmpty }
    let same = comparison.sections.filter(\.difference.isEmpty).map(\.name)
    if changed.isEmpty { lines += ["", "the rendered text is the same"] }
    for section in changed {
      lines += ["", heading(section)] + section.difference.shown(context: context)
    }
    if !same.isEmpty, !changed.isEmpty {
      lines += ["", "unchanged: \(same.joined(separator: ", "))".inked(.dim)]
    }
    return lines.joined(separator: "\n")
  }

  private var tokens: String {
    let (before, after) = comparison.tokens
    let change = after - before
    return "\(before) → \(after) (\(change >= 0 ? "+" : "−")\(abs(change)), estimate)"
  }

  private var prefix: String {
    guard let change = comparison.prefixChange else { return "the cacheable prefix is the same" }
    let section = change.section.isEmpty ? "" : " in '\(change.section)'"
    return "the prefix changes from byte \(change.byte) of \(change.length) on,\(section)"
      + " (\(change.origin))"
  }

  private func heading(_ section: PromptComparison.Section) -> String {
    let name = section.name.isEmpty ? "text" : section.name
    let cache = section.cache.map { ", \($0.rawValue)" } ?? ""
    let size =
      switch (section.before, section.after) {
      case (let before?, let after?): "\(before) → \(after) tokens"
      case (nil, let after?): "new, \(after) tokens"
      case (let before?, nil): "gone, \(before) tokens"
      case (nil, nil): ""
      }
    return "── \(name) ".inked(.cyan) + "(\(size)\(cache))".inked(.dim)
  }

  package var json: JSONValue {
    var object: JSONObject = [
      "before": .string(before), "after": .string(after), "person": .string(person),
      "tokens": [
        "before": .integer(comparison.tokens.before), "after": .integer(comparison.tokens.after),
      ],
      "settings": .array(comparison.settings.map { .string($0) }),
      "breakpoints": .array(
        comparison.breakpoints.map { ["name": .string($0.name), "same": .bool($0.isSame)] }),
      "sections": .array(
        comparison.sections.map { section in
          [
            "name": .string(section.name), "before": section.before.map { .integer($0) } ?? nil,
            "after": section.after.map { .integer($0) } ?? nil,
            "lines": .array(
              section.difference.isEmpty
                ? [] : section.difference.shown(context: context).map { .string($0) }),
          ]
        }),
    ]
    object["prefix_change"] = comparison.prefixChange.map { change in
      [
        "byte": .integer(change.byte), "length": .integer(change.length),
        "section": .string(change.section), "origin": .string(change.origin.description),
      ]
    }
    return .object(object)
  }
}

extension TextDifference {
  /// Returns the lines that changed, with lines of context around them; omitted lines are marked.
  package func shown(context: Int) -> [String] {
    let isChange = lines.map { line in
      if case .same = line { false } else { true }
    }
    var result: [String] = []
    var isGap = false
    for (position, line) in lines.enumerated() {
      let near = max(0, position - context)...min(lines.count - 1, position + context)
      guard near.contains(where: { isChange[$0] }) else {
        isGap = true
        continue
      }
      if isGap, !result.isEmpty { result.append("  ⋮".inked(.dim)) }
      isGap = false
      result += line.shown
    }
    return result
  }
}

extension TextDifference.Line {
  /// The line with a prefix: `-` removed, `+` added, `~` changed within the line.
  fileprivate var shown: [String] {
    switch self {
    case .same(let text): ["  " + text.revealed.inked(.dim)]
    case .removed(let text): mark("- ", text: text, ink: .red)
    case .added(let text): mark("+ ", text: text, ink: .green)
    case .changed(let words): mark("~ ", text: words.map(\.shown).joined(), ink: nil)
    }
  }

  private func mark(_ mark: String, text: String, ink: String.Ink?) -> [String] {
    guard let ink else { return [mark.inked(.yellow) + text] }
    return [(mark + text.revealed).inked(ink)]
  }
}

extension TextDifference.Words {
  /// The words in a colour or, without colours, in the notation of `wdiff`.
  fileprivate var shown: String {
    switch self {
    case .same(let text): text.revealed
    case .removed(let text):
      Terminal.hasColours
        ? text.revealed.inked(.struckRed) : "[-\(text.revealed)-]"
    case .added(let text):
      Terminal.hasColours
        ? text.revealed.inked(.boldGreen) : "{+\(text.revealed)+}"
    }
  }
}
