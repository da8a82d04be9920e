import CoachModel
import PromptTemplates
import SourceFiles

extension AnnotatedPrompt {
  /// The prompt's lines, each preceded by the place in the templates that produced it and followed by the names
  /// of its inputs.
  ///
  /// Values are coloured by their source, or put in brackets if the terminal has no colours.
  package var readable: String {
    let places = lines.map { "\($0.origin.file.fileStem):\($0.origin.line)" }
    let width = places.map(\.count).max() ?? 0
    var heading: String?
    var result = [legend, ""]
    for (line, index) in zip(lines, places) {
      if line.heading != heading {
        heading = line.heading
        result.append(line.heading.inked(.cyan))
      }
      let gutter = index + String(repeating: " ", count: width - index.count) + " │ "
      let text = line.spans.map(\.readable).joined()
      let inputs = line.spans.compactMap(\.input)
      let note = inputs.isEmpty ? "" : "  ← \(inputs.joined(separator: ", ").printable)".inked(.dim)
      result.append(gutter.inked(.dim) + text + note)
    }
    return result.joined(separator: "\n")
  }

  private var legend: String {
    let kinds: [(Trust, String)] = [
      (.trusted, "the product's"), (.limited, "a creator's"),
      (.untrusted, "a person's, neutralised"),
    ]
    return kinds.map { trust, words in words.shown(as: trust) }.joined(separator: "  ")
  }
}

extension AnnotatedPrompt.Line {
  /// What contains the line: a message of the earlier conversation, or a section.
  fileprivate var heading: String {
    if isHistory { return "── conversation (\(role.rawValue))" }
    let cache = cache.map { ", \($0.rawValue)" } ?? ""
    return "── \(section ?? "no section") (\(role.rawValue)\(cache))"
  }
}

extension AnnotatedPrompt.Span {
  fileprivate var readable: String {
    input != nil || trust != .template ? text.revealed.shown(as: trust) : text.revealed
  }
}

extension String {
  /// Returns a value in the colour, or the brackets, of its level of trust.
  fileprivate func shown(as trust: Trust) -> String {
    let own = Terminal.hasColours ? self : String(map { "⟨⟩⟪⟫⟦⟧".contains($0) ? "|" : $0 })
    return switch (trust, Terminal.hasColours) {
    case (.template, true), (.trusted, true): own.inked(.green)
    case (.limited, true): own.inked(.magenta)
    case (.untrusted, true): own.inked(.yellow)
    case (.template, false), (.trusted, false): "⟨\(own)⟩"
    case (.limited, false): "⟪\(own)⟫"
    case (.untrusted, false): "⟦\(own)⟧"
    }
  }

  /// The file name without `.prompt`: `coaching.v1` for `Prompts/coaching.v1.prompt`.
  fileprivate var fileStem: String {
    let name = split(separator: "/").last.map(String.init) ?? self
    return name.hasSuffix(".prompt") ? String(name.dropLast(".prompt".count)) : name
  }
}
