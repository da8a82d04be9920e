package import CoachEngine
package import PromptTemplates
import SourceFiles

/// A comparison of two versions of a prompt for a prompt engineer: first the costs of the change, then the
/// text.
package struct ComparisonView {
  package let before: String
  package let after: String
  package let comparison: CourseComparison
  package let sources: SourceComparison
  /// The number of lines to show around a change.
  package let context: Int

  package init(
    before: String, after: String, comparison: CourseComparison, sources: SourceComparison,
    context: Int
  ) {
    self.before = before
    self.after = after
    self.comparison = comparison
    self.sources = sources
    self.context = context
  }

  /// Whether a rendering or a setting differs.
  package var isDifferent: Bool {
    !comparison.differences.isEmpty || !comparison.example.settings.isEmpty
  }

  package var text: String {
    let example = comparison.example
    var lines = ["\(before) → \(after)".inked(.bold), ""]
    lines += ["rendered \(rendered)", "tokens   \(tokens)", "cache    \(prefix)"]
    lines += example.breakpoints.map { name, isSame in
      let state =
        isSame
        ? "the same, stays cached".inked(.green)
        : "changed, is not read from the cache".inked(.yellow)
      return "         breakpoint '\(name)': \(state)"
    }
    for (position, change) in example.settings.enumerated() {
      lines.append((position == 0 ? "settings " : "         ") + change)
    }
    if comparison.differences.isEmpty { lines += ["", "the rendered text is the same"] }
    if let sourceNote { lines.append(sourceNote.inked(.yellow)) }
    for difference in comparison.differences {
      lines += ["", heading(difference), "   \(place(of: difference))".inked(.dim)]
      lines += difference.section?.difference.shown(context: context) ?? []
    }
    if !comparison.differences.isEmpty {
      let unchanged = unchangedSections
      if !unchanged.isEmpty {
        lines += ["", "unchanged: \(unchanged.joined(separator: ", "))".inked(.dim)]
      }
      if !comparison.same.isEmpty {
        lines += ["", "the same: \(summary(comparison.same))".inked(.dim)]
      }
    }
    return lines.joined(separator: "\n")
  }

  // MARK: Situations

  func lines(_ situations: [ComparedSituation]) -> [SituationSummary.Line] {
    SituationSummary(situations, of: comparison.situations, hasPhases: comparison.hasPhases).lines
  }

  private func summary(_ situations: [ComparedSituation]) -> String {
    lines(situations).map(\.text).joined(separator: "; ")
  }

  /// Where a difference is; in other situations, the rest of the text may be the same.
  func place(of difference: CourseComparison.Difference) -> String {
    difference.situations.count == comparison.situations.count
      && comparison.situations.count > 1
      ? "everywhere" : summary(difference.situations)
  }

  private var rendered: String {
    let all = comparison.situations.count
    guard all > 1 else { return summary(comparison.situations) }
    let differing = all - comparison.same.count
    return
      "in \(all) situations, \(differing == 0 ? "none" : "\(differing)") of which differ\(differing == 1 ? "s" : ""): "
      + summary(comparison.situations.filter { $0.addition == nil })
  }

  private var unchangedSections: [String] {
    let changed = Set(comparison.differences.compactMap(\.section?.name))
    return comparison.example.sections.map(\.name).filter { !changed.contains($0) && !$0.isEmpty }
  }

  /// Says so if the files differ in a way that no rendering shows.
  var sourceNote: String? {
    guard comparison.differences.isEmpty, !sources.isSame else { return nil }
    let partials = sources.partials.map { "the partial '\($0)'" }
    let template = sources.template.map { "the template from \($0.file):\($0.line) on" }
    let changed = ([template].compactMap { $0 } + partials).joined(separator: " and ")
    guard !changed.isEmpty else {
      return "the files differ in the front matter alone"
    }
    let data =
      comparison.situations.count > 1
      ? "none of the \(comparison.situations.count) situations renders it"
      : "this rendering does not show it"
    return
      "the files differ (\(changed)), and \(data): see --source, or give other data with --set,"
      + " --inputs or --conversation"
  }

  // MARK: Costs

  private var tokens: String {
    let (before, after) = comparison.example.tokens
    let growth = comparison.growth
    let all =
      growth.lowerBound == growth.upperBound
      ? "" : "; \(Self.signed(growth)) over all situations"
    return "\(before) → \(after) (\(Self.signed(after - before)), estimate\(all))"
  }

  static func signed(_ number: Int) -> String { "\(number >= 0 ? "+" : "−")\(abs(number))" }

  static func signed(_ range: ClosedRange<Int>) -> String {
    range.lowerBound == range.upperBound
      ? signed(range.lowerBound) : "\(signed(range.lowerBound)) to \(signed(range.upperBound))"
  }

  var prefix: String {
    guard let change = comparison.example.prefixChange else {
      return "the cacheable prefix is the same"
    }
    let section = change.section.isEmpty ? "" : " in '\(change.section)'"
    return "the prefix changes from byte \(change.byte) of \(change.length) on,\(section)"
      + " (\(change.origin))"
  }

  private func heading(_ difference: CourseComparison.Difference) -> String {
    guard let section = difference.section else {
      return "── only the roles or the order of the messages differ".inked(.cyan)
    }
    let cache = section.cache.map { ", \($0.rawValue)" } ?? ""
    return "── \(Self.name(section)) ".inked(.cyan) + "(\(Self.size(section))\(cache))".inked(.dim)
  }

  static func name(_ section: PromptComparison.Section) -> String {
    section.name.isEmpty ? "text" : section.name
  }

  static func size(_ section: PromptComparison.Section) -> String {
    switch (section.before, section.after) {
    case (let before?, let after?): "\(before) → \(after) tokens"
    case (nil, let after?): "new, \(after) tokens"
    case (let before?, nil): "gone, \(before) tokens"
    case (nil, nil): ""
    }
  }
}

extension TextDifference {
  /// Returns the lines that changed, with lines of context around them; omitted lines are marked.
  package func shown(context: Int) -> [String] {
    excerpt(context: context, gap: "  ⋮".inked(.dim), of: \.shown)
  }

  /// Returns the lines that changed with those around them, as `text` writes them, and `gap` between parts.
  func excerpt(context: Int, gap: String, of text: (Line) -> [String]) -> [String] {
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
      if isGap, !result.isEmpty { result.append(gap) }
      isGap = false
      result += text(line)
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
