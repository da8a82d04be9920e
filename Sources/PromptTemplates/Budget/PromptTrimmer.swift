public import SourceFiles

/// Makes a prompt fit its budget by leaving out data, and never by cutting text.
///
/// Items are taken from lists, then sentences from the ends of texts, and the prompt is rendered
/// anew, so that headings, separators and conditions are always those of what is left. Only personal
/// and volatile sections lose anything. The order is fixed: sections by priority, the lowest first and
/// the later of two first; in a section the last list first; so equal inputs give equal prompts.
struct PromptTrimmer {
  /// One thing that can be left out.
  private struct Step {
    var section: Int
    var value: Int32
    /// For a sentence: what stays of the text. For an item: nil.
    var keptBytes: Int?
  }

  private let prompt: PreparedPrompt
  private let budget: TokenBudget
  private let sections: [SectionDeclaration]
  private var data: PromptData
  private var rendered: RenderedPrompt
  private var tokens: [Int] = []
  private var trims: [PromptTrim] = []

  init(_ prompt: PreparedPrompt, data: PromptData, budget: TokenBudget) throws(SourceError) {
    self.prompt = prompt
    self.data = data
    self.budget = budget
    sections = prompt.template.frontMatter.sections
    rendered = try prompt.render(data)
    tokens = count(rendered)
  }

  mutating func run() throws(SourceError) -> RenderedPrompt {
    for (number, section) in sections.enumerated() {
      guard let maximum = section.maximum, tokens[number] > maximum else { continue }
      try take(steps(of: [number]), .section(maximum: maximum)) { $0[number] <= maximum }
    }
    if let maximum = budget.maximum, total(tokens) > maximum {
      let order = sections.indices.filter { sections[$0].isTrimmable }.sorted { left, right in
        (sections[left].priority, -left) < (sections[right].priority, -right)
      }
      try take(steps(of: order), .budget(maximum: maximum)) { $0.reduce(0, +) <= maximum }
      guard total(tokens) <= maximum else { throw tooSmall(maximum) }
    }
    rendered.trims = trims
    return rendered
  }

  // MARK: Steps

  /// Everything that sections can lose, in the order in which they lose it, as far as their minimum
  /// allows.
  private func steps(of order: [Int]) throws(SourceError) -> [Step] {
    var steps: [Step] = []
    for number in order {
      var own = self.steps(of: number)
      let minimum = sections[number].minimum
      if minimum > 0 {
        let data = data
        let fewest = try Self.firstIndex(0...own.count) { count throws(SourceError) in
          try self.count(self.render(own.prefix(count), on: data))[number] < minimum
        }
        own.removeLast(own.count - max(0, (fewest ?? own.count + 1) - 1))
      }
      steps += own
    }
    return steps
  }

  private func steps(of number: Int) -> [Step] {
    var lists: [Int32] = []
    var texts: [Int32] = []
    for position in rendered.sections[number].segments {
      let record = rendered.records[position]
      guard record.value >= 0, record.history < 0, data.path(to: record.value) != nil else {
        continue
      }
      if let list = data.outermostList(of: record.value) {
        if !lists.contains(list), isOnly(in: number, list) { lists.append(list) }
      } else if data.nodes[Int(record.value)].kind == .text, !texts.contains(record.value) {
        texts.append(record.value)
      }
    }
    var steps: [Step] = []
    for list in lists.reversed() {
      let count = data.nodes[Int(list)].end - data.nodes[Int(list)].start
      steps += (0..<count).map { _ in Step(section: number, value: list) }
    }
    for text in texts.reversed() {
      let node = data.nodes[Int(text)]
      let bounds = SentenceBounds.inner(of: data.bytes[Int(node.start)..<Int(node.end)])
      steps += bounds.reversed().map { Step(section: number, value: text, keptBytes: $0) }
    }
    return steps
  }

  /// Whether a list is written only in sections that may lose something: what others share stays.
  private func isOnly(in number: Int, _ list: Int32) -> Bool {
    rendered.records.allSatisfy { record in
      guard record.value >= 0, record.section >= 0, Int(record.section) != number,
        !sections[Int(record.section)].isTrimmable
      else { return true }
      return data.outermostList(of: record.value) != list
    }
  }

  private func apply(_ steps: some Sequence<Step>, to data: inout PromptData) {
    let before = data
    for step in steps {
      if let kept = step.keptBytes {
        // From the text as it was: an earlier step has appended its mark.
        let node = before.nodes[Int(step.value)]
        data.restore(step.value, node)
        data.shorten(step.value, to: kept)
      } else {
        data.removeItem(of: step.value, keeping: sections[step.section].keep)
      }
    }
  }

  private func render(_ steps: some Sequence<Step>, on data: PromptData) throws(SourceError)
    -> RenderedPrompt
  {
    var data = data
    apply(steps, to: &data)
    return try prompt.render(data)
  }

  /// Takes as few steps as are enough; all of them when even those are not.
  private mutating func take(
    _ steps: [Step], _ reason: PromptTrim.Reason, until isEnough: ([Int]) -> Bool
  ) throws(SourceError) {
    let data = data
    let found = try Self.firstIndex(0...steps.count) { count throws(SourceError) in
      isEnough(self.count(try self.render(steps.prefix(count), on: data)))
    }
    let taken = steps.prefix(found ?? steps.count)
    note(taken, reason)
    apply(taken, to: &self.data)
    rendered = try prompt.render(self.data)
    tokens = count(rendered)
  }

  /// The first number for which a condition holds that holds for all greater ones; nil for none.
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

  // MARK: Accounts

  private func count(_ rendered: RenderedPrompt) -> [Int] {
    rendered.sections.map { budget.counter.count(rendered.textBytes(of: $0.segments)[...]) }
  }

  private func total(_ tokens: [Int]) -> Int { tokens.reduce(0, +) }

  private mutating func note(_ steps: some Sequence<Step>, _ reason: PromptTrim.Reason) {
    for step in steps {
      let section = sections[step.section].name
      let input = data.path(to: step.value) ?? ""
      let unit: PromptTrim.Unit = step.keptBytes == nil ? .items : .sentences
      if let at = trims.firstIndex(where: {
        $0.section == section && $0.input == input && $0.unit == unit && $0.reason == reason
      }) {
        trims[at].removed += 1
        continue
      }
      let node = data.nodes[Int(step.value)]
      let total =
        unit == .items
        ? Int(node.end - node.start)
        : SentenceBounds.inner(of: data.bytes[Int(node.start)..<Int(node.end)]).count + 1
      trims.append(
        PromptTrim(
          section: section, input: input, unit: unit, removed: 1, total: total, reason: reason))
    }
  }

  private func tooSmall(_ maximum: Int) -> SourceError {
    let largest = sections.indices.max { tokens[$0] < tokens[$1] }
    let hint = largest.map {
      "raise the budget, or shorten '\(sections[$0].name)' (\(tokens[$0]) tokens)"
    }
    return SourceError(
      Diagnostic(
        "prompt.budget",
        "\(prompt.template.reference) needs \(total(tokens)) tokens when all that may go is gone,"
          + " and the budget is \(maximum)", hint: hint))
  }
}

extension PreparedPrompt {
  /// Renders data within a budget: the same data, budget and counter give the same prompt.
  ///
  /// Throws ``SourceError`` as rendering does, and with code `prompt.budget` when the parts that are
  /// never trimmed are larger than the budget.
  public func render(_ data: PromptData, within budget: TokenBudget) throws(SourceError)
    -> RenderedPrompt
  {
    let hasLimits =
      budget.maximum != nil || template.frontMatter.sections.contains { $0.maximum != nil }
    guard hasLimits, strictness == .strict, !template.frontMatter.sections.isEmpty else {
      return try render(data)
    }
    var trimmer = try PromptTrimmer(self, data: data, budget: budget)
    return try trimmer.run()
  }
}
