import CoachEngine
import CoachModel
import CommandLineSupport
import Documents
import PromptTemplates
import SourceFiles

extension RenderedPrompt {
  /// The messages in order, each below its role.
  var readable: String {
    messages.map { message in
      "── \(message.role.rawValue) ──".inked(.cyan) + "\n" + message.text.revealed.withoutRules
    }.joined(separator: "\n")
  }
}

extension String {
  /// The text with a backslash before each line that could pass for the heading of a message.
  fileprivate var withoutRules: String {
    guard contains("── ") else { return self }
    return split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("── ") ? "\\" + $0 : String($0) }.joined(separator: "\n")
  }
}

extension PromptExplanation {
  /// A table of the sections, with a line for each cache breakpoint.
  var table: String {
    var table = TextTable([
      ("section", .left), ("cache", .left), ("tokens", .right), ("from", .left),
      ("inputs", .left),
    ])
    for section in sections {
      for (row, cells) in rows(of: section).enumerated() {
        let name = row == 0 ? section.declaration.name : ""
        let cache = row == 0 ? section.declaration.cache.rawValue : ""
        table.add([name, cache, row == 0 ? String(section.tokens) : "", cells.source, cells.inputs])
      }
    }
    var lines = table.lines
    // The line of a breakpoint is below the last row of its section.
    var row = 2
    for section in sections {
      row += rows(of: section).count
      guard let breakpoint = section.breakpoint else { continue }
      let text =
        "┄┄ cache breakpoint '\(breakpoint.name)': \(breakpoint.prefixTokens) tokens,"
        + " prefix \(breakpoint.digest.short)"
      // On a narrow terminal a table has fewer lines than rows.
      lines.insert(text.inked(.green), at: min(row, lines.count))
      row += 1
    }
    let head = "\(reference)  \(templateDigest.short)  \(tokens) tokens (\(tokenMethod))"
    guard !sections.isEmpty else {
      let note = "the prompt declares no sections, so nothing can be trimmed or cached in parts"
      let notes = [note.inked(.dim)] + undeclared.map { $0.printable.inked(.yellow) }
      return "\(head.inked(.bold))\n\n\(notes.joined(separator: "\n"))"
    }
    var foot = undeclared.map { $0.printable.inked(.yellow) }
    foot += trims.map { "left out: \($0)".printable.inked(.yellow) }
    foot.append("* contains a person's text; marked as untrusted and neutralised".inked(.dim))
    return ([head.inked(.bold), ""] + lines + [""] + foot).joined(separator: "\n")
  }

  /// What this version was not given, since it does not declare it: a line for the engine and one for the caller.
  private var undeclared: [String] {
    LeftOutInput.Giver.allCases.compactMap { giver in
      let parts = leftOutInputs.filter { $0.giver == giver }.map(\.description)
      guard !parts.isEmpty else { return nil }
      let what = giver == .engine ? "not declared by" : "given, and not declared by"
      return "\(what) \(reference): \(parts.joined(separator: ", "))"
    }
  }

  /// Returns the rows for a section: its sources next to its inputs.
  private func rows(of section: Section) -> [(source: String, inputs: String)] {
    var inputs = section.inputs.wrapped(to: 50)
    if section.holdsUntrusted { inputs[inputs.count - 1] += " *" }
    let sources = section.sources.isEmpty ? ["–"] : section.sources
    return (0..<max(sources.count, inputs.count)).map { row in
      (row < sources.count ? sources[row] : "", row < inputs.count ? inputs[row] : "")
    }
  }
}

extension [String] {
  /// Returns the words separated by commas, on lines of at most `width` characters; at least one line.
  fileprivate func wrapped(to width: Int) -> [String] {
    var lines = [""]
    for word in self {
      let line = lines[lines.count - 1]
      let longer = line.isEmpty ? word : "\(line), \(word)"
      if longer.count <= width || line.isEmpty {
        lines[lines.count - 1] = longer
      } else {
        lines[lines.count - 1] += ","
        lines.append(word)
      }
    }
    return lines
  }
}
