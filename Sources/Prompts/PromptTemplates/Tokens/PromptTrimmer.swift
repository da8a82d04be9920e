public import SourceFiles

/// Makes a prompt fit its budget by leaving out data.
///
/// Items are removed from lists, then whole sentences from the ends of texts (see ``SentenceBounds``), and the prompt is rendered anew, so
/// that headings, separators and conditions always match the remaining data; the template's own text is never cut.
/// Only personal and volatile inputs are trimmed. The order is fixed, so equal inputs give equal prompts: sections by
/// ascending priority, of two with equal priority the later one first; within a section the last list first.
struct PromptTrimmer {
  /// One removal: of an item, or of the sentences after a point.
  private struct Step {
    var section: Int
    var value: Int32
    /// For a text, the number of its bytes that remain; nil for an item.
    var keptBytes: Int?
    /// What the value consists of.
    var unit: PromptTrim.Unit
    /// The number of these before any removal.
    var total: Int
  }

  private let prompt: PreparedPrompt
  private let budget: TokenBudget
  private let sections: [SectionDeclaration]
  /// The untrimmed data; every attempt trims a copy of it.
  private let original: PromptData
  /// The removals made so far.
  private var taken: [Step] = []
  private var rendered: RenderedPrompt
  private var tokens: [Int] = []
  private var trims: [PromptTrim] = []

  init(_ prompt: PreparedPrompt, data: PromptData, budget: TokenBudget) throws(SourceError) {
    self.prompt = prompt
    self.budget = budget
    original = data
    sections = prompt.template.frontMatter.sections
    rendered = try prompt.render(data)
    tokens = count(rendered)
  }

  mutating func run() throws(SourceError) -> RenderedPrompt {
    for (number, section) in sections.enumerated() {
      guard let maximum = section.maximum, tokens[number] > maximum else { continue }
      try take(steps(of: [number]), for: .section(maximum: maximum)) { $0[number] <= maximum }
      guard tokens[number] > maximum else { continue }
      // Nothing more may be removed, and half a sentence would be worse than a long section.
      trims.append(
        PromptTrim(
          section: section.name, input: "", unit: .nothing, removed: 0, total: tokens[number],
          reason: .section(maximum: maximum)))
    }
    if let maximum = budget.maximum, total > maximum {
      let order = sections.indices.filter { sections[$0].isTrimmable }.sorted { left, right in
        (sections[left].priority, -left) < (sections[right].priority, -right)
      }
      try take(steps(of: order), for: .budget(maximum: maximum)) { $0.reduce(0, +) <= maximum }
      guard total <= maximum else { throw tooSmall(maximum) }
    }
    rendered.trims = trims
    return rendered
  }

  // MARK: Steps

  /// Returns everything that the sections may lose, in order of removal, as far as their minimums allow.
  private func steps(of order: [Int]) throws(SourceError) -> [Step] {
    var steps: [Step] = []
    var seen: Set<Int32> = []
    for number in order {
      // A value that two sections write is removed by the first of them.
      var own = self.steps(of: number).filter { !seen.contains($0.value) }
      seen.formUnion(own.map(\.value))
      if sections.contains(where: { $0.minimum > 0 }) {
        let before = steps
        let fewest = try Self.firstIndex(0...own.count) { count throws(SourceError) in
          breaksMinimum(self.count(try prompt.render(data(without: before + own.prefix(count)))))
        }
        own.removeLast(own.count - max(0, (fewest ?? own.count + 1) - 1))
      }
      steps += own
    }
    return steps
  }

  /// Whether a section falls below a minimum that it met before; a list may be written in several sections.
  private func breaksMinimum(_ tokens: [Int]) -> Bool {
    zip(sections.indices, sections).contains { number, section in
      tokens[number] < section.minimum && self.tokens[number] >= section.minimum
    }
  }

  private func steps(of number: Int) -> [Step] {
    var lists: [Int32] = []
    var texts: [Int32] = []
    for position in rendered.sections[number].segments {
      let record = rendered.records[position]
      guard record.history < 0, let value = input(of: record.value) else { continue }
      if let list = original.outermostList(of: value) {
        if !lists.contains(list) { lists.append(list) }
      } else if original.nodes[Int(value)].kind == .text, !texts.contains(value) {
        texts.append(value)
      }
    }
    let current = data(without: [])
    var steps: [Step] = []
    for list in lists.reversed() {
      let count = current.nodes[Int(list)].end - current.nodes[Int(list)].start
      let total = Int(original.nodes[Int(list)].end - original.nodes[Int(list)].start)
      steps += (0..<count).map { _ in
        Step(section: number, value: list, unit: .items, total: total)
      }
    }
    for text in texts.reversed() {
      let kept = taken.last { $0.value == text }?.keptBytes ?? .max
      let node = original.nodes[Int(text)]
      let cuts = SentenceBounds.all(of: original.bytes[Int(node.start)..<Int(node.end)])
      steps += cuts.bounds.filter { $0 < kept }.reversed().map {
        Step(
          section: number, value: text, keptBytes: $0,
          unit: cuts.areSentences ? .sentences : .parts, total: cuts.bounds.count + 1)
      }
    }
    return steps
  }

  /// Returns the input behind a written value if it may be trimmed; a helper's result counts as the input it is
  /// derived from.
  private func input(of value: Int32) -> Int32? {
    var at = value
    while at >= 0, rendered.data.nodes[Int(at)].name == PromptData.Node.derived {
      at = rendered.data.nodes[Int(at)].parent
    }
    guard at >= 0, Int(at) < original.nodes.count, original.path(to: at) != nil,
      original.nodes[Int(at)].cache >= .personal
    else { return nil }
    return at
  }

  /// Returns the data without the removals made so far and without further ones.
  private func data(without more: some Sequence<Step>) -> PromptData {
    var data = original
    // Only the shortest form of a text counts, and it comes last.
    var kept: [Int32: Int] = [:]
    for step in taken + more {
      if let bytes = step.keptBytes {
        kept[step.value] = bytes
      } else {
        data.removeItem(of: step.value, keeping: sections[step.section].keep)
      }
    }
    for (text, bytes) in kept {
      data.shorten(text, to: bytes, of: original.nodes[Int(text)])
    }
    return data
  }

  /// Makes the fewest removals that are enough; if none are, the number that leaves the fewest tokens.
  private mutating func take(
    _ steps: [Step], for reason: PromptTrim.Reason, until isEnough: ([Int]) -> Bool
  ) throws(SourceError) {
    let found = try Self.firstIndex(0...steps.count) { count throws(SourceError) in
      isEnough(self.count(try prompt.render(data(without: steps.prefix(count)))))
    }
    let enough = if let found { found } else { try best(of: steps, isEnough) }
    let chosen = steps.prefix(enough)
    for step in chosen { note(step, reason: reason) }
    rendered = try prompt.render(data(without: chosen))
    taken += chosen
    tokens = count(rendered)
  }

  /// Returns how many removals to make when all of them are not enough. Fewer may leave less: what a template says
  /// about an empty list can be longer than the list's last item.
  private func best(of steps: [Step], _ isEnough: ([Int]) -> Bool) throws(SourceError) -> Int {
    var best = (count: steps.count, tokens: Int.max)
    for count in stride(from: steps.count, through: max(0, steps.count - Self.stepsBack), by: -1) {
      let tokens = self.count(try prompt.render(data(without: steps.prefix(count))))
      if isEnough(tokens) { return count }
      let total = tokens.reduce(0, +)
      if total < best.tokens { best = (count, total) }
    }
    return best.count
  }

  private static let stepsBack = 24

  /// Returns the first number for which a monotonic condition holds; nil if there is none.
  private static func firstIndex(
    _ range: ClosedRange<Int>, where holds: (Int) throws(SourceError) -> Bool
  ) throws(SourceError) -> Int? {
    var (low, high) = (range.lowerBound, range.upperBound + 1)
    while low < high {
      let middle = (low + high) / 2
      if try holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low > range.upperBound ? nil : low
  }

  // MARK: Counting

  private var total: Int { tokens.reduce(0, +) }

  private func count(_ rendered: RenderedPrompt) -> [Int] {
    rendered.sections.map { budget.counter.count(rendered.textBytes(of: $0.segments)[...]) }
  }

  private mutating func note(_ step: Step, reason: PromptTrim.Reason) {
    let section = sections[step.section].name
    let input = original.path(to: step.value) ?? ""
    if let at = trims.firstIndex(where: {
      $0.section == section && $0.input == input && $0.unit == step.unit && $0.reason == reason
    }) {
      trims[at].removed += 1
      return
    }
    trims.append(
      PromptTrim(
        section: section, input: input, unit: step.unit, removed: 1, total: step.total,
        reason: reason))
  }

  private func tooSmall(_ maximum: Int) -> SourceError {
    let largest = sections.indices.max { tokens[$0] < tokens[$1] }
    let hint = largest.map {
      "raise the budget, or shorten '\(sections[$0].name)' (\(tokens[$0]) tokens)"
    }
    return prompt.budgetError(tokens: total, maximum: maximum, hint: hint)
  }
}

extension PreparedPrompt {
  fileprivate func budgetError(tokens: Int, maximum: Int, hint: String?) -> SourceError {
    SourceError(
      Diagnostic(
        "prompt.budget",
        "\(template.reference) needs \(tokens) tokens after all possible removals, and the budget is"
          + " \(maximum)", hint: hint))
  }

  /// Renders data within a budget; the same data, budget and counter always give the same prompt.
  ///
  /// Items of lists and whole sentences of personal and volatile inputs are left out, sections with a lower priority
  /// first; ``RenderedPrompt/trims`` lists what was removed. Nothing can be removed from a prompt without sections or
  /// in lenient mode.
  ///
  /// Throws ``SourceError`` as rendering does, and with code `prompt.budget` if the parts that are never trimmed
  /// exceed the budget.
  public func render(_ data: PromptData, within budget: TokenBudget) throws(SourceError)
    -> RenderedPrompt
  {
    let sections = template.frontMatter.sections
    guard budget.maximum != nil || sections.contains(where: { $0.maximum != nil }) else {
      return try render(data)
    }
    guard strictness == .lenient || sections.isEmpty else {
      var trimmer = try PromptTrimmer(self, data: data, budget: budget)
      return try trimmer.run()
    }
    let rendered = try render(data)
    let tokens = budget.counter.count(rendered.text)
    if let maximum = budget.maximum, tokens > maximum {
      throw budgetError(
        tokens: tokens, maximum: maximum, hint: "declare sections, so that some can be trimmed")
    }
    return rendered
  }
}
