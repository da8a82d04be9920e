import ReplyContracts

extension Journey {
  /// The journey as text: a line for each phase with what happens in it and what ends it.
  public var drawing: String {
    var lines = [name, description, ""]
    for (index, phase) in phases.enumerated() {
      let isLast = index == phases.count - 1
      lines.append("\(isLast ? "◎" : "○") \(phase.name)")
      lines += phase.words.map { "\(isLast ? " " : "│")   \($0)" }
      if !isLast { lines.append("│") }
    }
    for reminder in reminders {
      lines += [
        "", "⏰ \(reminder.name): \(reminder.days) days after \(reminder.start)",
        "    while \(reminder.when.words)",
      ]
      lines += reminder.actions.map { "    \($0.words)" }
    }
    return lines.joined(separator: "\n")
  }

  /// The journey as a Mermaid state diagram.
  public var mermaid: String {
    var lines = ["stateDiagram-v2"]
    for (index, phase) in phases.enumerated() {
      // A phase that lasts while something holds can be reached from any other.
      if let lasts = phase.lasts {
        lines.append("  [*] --> \(phase.name): \(lasts.words)")
        continue
      }
      if index == 0 { lines.append("  [*] --> \(phase.name)") }
      let next = index + 1 < phases.count ? phases[index + 1].name : "[*]"
      lines.append("  \(phase.name) --> \(next)" + (phase.until.map { ": \($0.words)" } ?? ""))
    }
    return lines.joined(separator: "\n")
  }
}

extension JourneyPhase {
  /// What happens in the phase and what ends it, one line each.
  fileprivate var words: [String] {
    var lines: [String] = []
    if !copy.isEmpty { lines.append("reads \(copy.joined(separator: ", "))") }
    if let greeting { lines.append("says what '\(greeting.prompt)' writes") }
    switch conversation?.speaker {
    case .prompt(let prompt)?: lines.append("converses with '\(prompt)'")
    case .kind(let kind)?: lines.append("converses as \(kind)")
    case nil: break
    }
    if let conversation, let ceiling = conversation.ceiling, let task = conversation.extraction {
      lines.append("after \(ceiling) messages at most reads it with '\(task.prompt)'")
    }
    for (tag, set) in tags {
      lines.append("[\(tag)] sets \(set.map(\.name).joined(separator: ", "))")
    }
    if let task {
      let facts = task.set.map(\.name).joined(separator: ", ")
      lines.append("runs '\(task.prompt)'" + (facts.isEmpty ? "" : ", which sets \(facts)"))
    }
    if let paywall { lines.append("shows the paywall (\(paywall.rawValue))") }
    if let document { lines.append("shows \(document) for review") }
    if !form.isEmpty {
      let fields = form.map { $0.fact + ($0.isRequired ? "" : " (optional)") }
      lines.append("asks for \(fields.joined(separator: ", "))")
    }
    lines += actions.map(\.words)
    if !enters.isEmpty { lines.append("sets \(enters.map(\.name).joined(separator: ", "))") }
    if let until { lines.append("until \(until.words)") }
    if let lasts { lines.append("while \(lasts.words)") }
    return lines
  }
}

extension JourneyAction {
  /// The action on one line.
  fileprivate var words: String {
    var text = "→ \(name)"
    if takesText { text += " (with a text)" }
    if let task { text += ": runs '\(task.prompt)'" }
    if let when { text += ", when \(when.words)" }
    if let unless { text += ", unless \(unless.words)" }
    return text
  }
}
