import SafetyRules
import TextAnalysis

/// Finds syntax that the app, a template engine, a model or a browser interprets, and that people do not write.
enum ModelMarks {
  static func found(in text: FieldText) -> [FieldText.Found] {
    let reading = MarkText(text)
    let folded = reading.folded
    var found = fixed.flatMap { mark in
      places(of: Array(mark.text.unicodeScalars), in: folded).map {
        FieldText.Found(check: mark.check, range: $0, isGrave: mark.isGrave)
      }
    }
    found += replyTags(in: reading.scalars) + placeholders(in: folded) + elements(in: folded)
    found += speakers(in: folded) + headings(in: folded)
    for index in found.indices { found[index].range = reading.place(of: found[index].range) }
    found.sort { $0.range.lowerBound < $1.range.lowerBound }
    return found
  }

  private struct Mark {
    var text: String
    var check: PersonaCheck
    var isGrave = true
  }

  private static let fixed: [Mark] =
    [
      "<|", "|>", "[inst]", "[/inst]", "<<sys>>", "<start_of_turn>", "<end_of_turn>",
      "### instruction",
      "### system", "\n\nhuman:", "\n\nassistant:", "begin_of_text", "im_start", "im_end",
      "end_of_turn", "</s>", "<bos>", "<eos>", "<<<",
      "<!--", "[gmask]", "]~b]", "[|", "\u{2500}\u{2500} system", "[ inst ]", "[system_prompt]",
      "[available_tools]", "[tool_calls]", "[tool_results]",
    ].map { Mark(text: $0, check: .roleMark) }
    + ["{{", "}}", "{%", "%}", "${", "<%"].map {
      Mark(text: $0, check: .templateMark, isGrave: false)
    }
    + ["javascript:", "data:text/html", "vbscript:"].map { Mark(text: $0, check: .markup) }
    + ["```", "!["].map { Mark(text: $0, check: .markup, isGrave: false) }

  private static func places(
    of mark: [Unicode.Scalar], in scalars: [Unicode.Scalar]
  ) -> [Range<Int>] {
    guard scalars.count >= mark.count else { return [] }
    return (0...(scalars.count - mark.count)).compactMap { start in
      let range = start..<(start + mark.count)
      return scalars[range].elementsEqual(mark) ? range : nil
    }
  }

  /// Returns `[NAME` in capitals, as in the app's tags; grave if a payload follows or the name has several words.
  private static func replyTags(in scalars: [Unicode.Scalar]) -> [FieldText.Found] {
    scalars.indices.compactMap { start in
      guard scalars[start] == "[" else { return nil }
      let inside = scalars[(start + 1)...].drop { $0 == "/" || $0.properties.isWhitespace }
      if let known = ownTag(in: inside) {
        return FieldText.Found(check: .replyTag, range: start..<known.end, isGrave: known.isGrave)
      }
      let name = inside.prefix {
        (0x41...0x5A).contains($0.value) || $0 == "_" || $0.isBasicDigit
      }
      guard name.count > 2, name.contains(where: \.isBasicLetter) else { return nil }
      let end = name.endIndex
      let next = scalars[end...].prefix { $0 == "]" || $0 == ":" || $0 == " " }
      guard next.contains("]") || next.contains(":") || end == scalars.count else { return nil }
      let hasPayload = scalars[next.endIndex...].first == "{"
      return FieldText.Found(
        check: .replyTag, range: start..<end, isGrave: name.contains("_") || hasPayload)
    }
  }

  /// Returns the end of one of the app's tags, in any letter case and with hyphens or spaces for underscores, if a
  /// bracket, a colon or a brace follows. A tag of several words is grave.
  private static func ownTag(in scalars: ArraySlice<Unicode.Scalar>) -> (end: Int, isGrave: Bool)? {
    for tag in ownTags {
      var rest = scalars
      let matches = tag.unicodeScalars.allSatisfy { expected in
        guard expected == "_" else {
          guard let next = rest.popFirst() else { return false }
          return next == expected || Unicode.Scalar(next.value | 0x20) == expected
        }
        if rest.first == "\\" { rest.removeFirst() }
        let separators = rest.prefix { $0 == "_" || $0 == "-" || $0.properties.isWhitespace }.count
        rest = rest.dropFirst(separators)
        return separators > 0
      }
      guard matches else { continue }
      let next = rest.first { !$0.properties.isWhitespace }
      guard next == "]" || next == ":" || next == "{" else { continue }
      return (rest.startIndex, tag.contains("_"))
    }
    return nil
  }

  private static let ownTags = [
    "discovery_complete", "memory", "pattern", "patterns_context", "no_nudge",
  ]

  /// Returns placeholders that were not filled in: `{name}`.
  private static func placeholders(in scalars: [Unicode.Scalar]) -> [FieldText.Found] {
    scalars.indices.compactMap { start in
      guard scalars[start] == "{" else { return nil }
      let name = scalars[(start + 1)...].prefix { $0.isBasicLetter || $0 == "_" || $0 == " " }
      let end = name.endIndex
      guard (1...40).contains(name.count), end < scalars.count, scalars[end] == "}",
        start == 0 || scalars[start - 1] != "{"
      else { return nil }
      return FieldText.Found(check: .templateMark, range: start..<(end + 1))
    }
  }

  /// Returns elements; those that imitate a role or run something are grave.
  private static func elements(in scalars: [Unicode.Scalar]) -> [FieldText.Found] {
    scalars.indices.compactMap { start in
      guard scalars[start] == "<" else { return nil }
      let inside = scalars[(start + 1)...].prefix(2 * maximumElementLength)
        .drop(while: \.properties.isWhitespace)
      let isEnd = inside.first == "/"
      let name = inside.drop { $0 == "/" || (isEnd && $0.properties.isWhitespace) }
        .prefix { $0.isBasicLetter || $0 == "_" || $0 == "-" }
      let word = String(String.UnicodeScalarView(name))
      let rest = scalars[name.endIndex...].prefix(maximumElementLength)
      // The end of a container counts without its bracket: a model reads it all the same.
      let end =
        rest.firstIndex(of: ">") ?? (isEnd && roles.contains(word) ? name.endIndex - 1 : nil)
      let isSpaced = inside.startIndex > start + 1
      guard !name.isEmpty, name.count < maximumElementLength, let close = end,
        !isSpaced || isEnd || roles.contains(word)
      else {
        return nil
      }
      let isRole = roles.contains(word)
      let isGrave = isRole || running.contains(word)
      return FieldText.Found(
        check: isRole ? .roleMark : .markup, range: start..<(close + 1), isGrave: isGrave)
    }
  }

  /// How far the end of an element is looked for, in characters.
  private static let maximumElementLength = 200

  private static let roles: Set<String> = [
    "persona", "system", "user", "assistant", "human", "instructions", "instruction", "prompt", "s",
    "name", "domain", "tone", "methodology", "personality", "message", "conversation", "sys",
    "think",
  ]
  private static let running: Set<String> = [
    "script", "iframe", "img", "svg", "object", "embed", "form", "input", "style", "link", "meta",
    "base", "a", "video", "audio", "body", "html",
  ]

  /// Returns `system:` at the beginning of a line, as in a transcript.
  private static func speakers(in scalars: [Unicode.Scalar]) -> [FieldText.Found] {
    var found: [FieldText.Found] = []
    var start = 0
    for end in scalars.indices.filter({ scalars[$0] == "\n" }) + [scalars.count] {
      let line = scalars[start..<end]
      let begin = line.firstIndex {
        !$0.properties.isWhitespace && !"#*->\"'_".unicodeScalars.contains($0)
      }
      if let begin {
        let word = line[begin...].prefix(while: \.isBasicLetter)
        let after = line[word.endIndex...].first { $0 != "*" && $0 != "_" && $0 != " " }
        if after == ":", speakerNames.contains(String(String.UnicodeScalarView(word))) {
          found.append(
            FieldText.Found(check: .roleMark, range: begin..<(word.endIndex + 1), isGrave: false))
        }
      }
      start = end + 1
    }
    return found
  }

  /// Returns headings and rules, with which a text could seem to end the persona and begin a section of the app's
  /// prompt; grave if the heading names what such a section is about.
  private static func headings(in scalars: [Unicode.Scalar]) -> [FieldText.Found] {
    var found: [FieldText.Found] = []
    var start = 0
    for end in scalars.indices.filter({ scalars[$0] == "\n" || scalars[$0] == "\r" }) + [
      scalars.count
    ] {
      defer { start = end + 1 }
      let line = scalars[start..<end].drop(while: \.properties.isWhitespace)
      let signs = line.prefix { $0 == "#" }.count
      let rest = line.dropFirst(signs)
      let isHeading =
        (1...6).contains(signs)
        && (rest.first?.properties.isWhitespace == true
          || (signs > 1 && rest.first?.properties.isAlphabetic == true))
      let isRule =
        line.count > 2 && (line.first == "-" || line.first == "=")
        && line.allSatisfy { $0 == line.first || $0.properties.isWhitespace }
      guard isHeading || isRule else { continue }
      let words = rest.prefix(maximumElementLength).split { !$0.isBasicLetter }
        .map { String(String.UnicodeScalarView($0)) }
      let isGrave = isHeading && words.contains(where: sectionNames.contains)
      found.append(
        FieldText.Found(
          check: isGrave ? .roleMark : .markup, range: line.startIndex..<end, isGrave: isGrave))
    }
    return found
  }

  private static let sectionNames: Set<String> = [
    "boundaries", "crisis", "guardrails", "guidelines", "instruction", "instructions", "limits",
    "output",
    "override", "persona", "policies", "policy", "rules", "safety", "system", "tags",
  ]

  private static let speakerNames: Set<String> = [
    "system", "assistant", "user", "human", "developer", "instruction", "instructions", "prompt",
    "tool", "function",
  ]
}
