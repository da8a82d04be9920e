extension GraderRegistry {
  /// The reference of all kinds in Markdown, as in the project's Documentation/graders.md.
  public var markdown: String {
    let index = kinds.map { kind in
      let documentation = kind.documentation
      return
        "| [`\(documentation.name)`](#\(documentation.anchor)) | \(documentation.summary.cell) |"
    }
    let sections = kinds.map { Self.section($0.documentation) }
    return
      ([
        Self.introduction,
        "| kind | what it requires |\n|---|---|\n" + index.joined(separator: "\n"),
      ]
      + sections).joined(separator: "\n\n") + "\n"
  }

  /// Returns the reference of one kind as plain text, for a terminal.
  public func text(of kind: GraderKind) -> String {
    let documentation = kind.documentation
    var parts = ["\(documentation.name)\n\(documentation.summary)", documentation.discussion]
    parts.append("judges: \(documentation.scope.words)")
    if !documentation.options.isEmpty {
      let options = documentation.options.map { option in
        "  \(option.name)  (\(option.form.words)\(option.isRequired ? "; required" : ""))\n      \(option.text)"
      }
      parts.append("options:\n" + options.joined(separator: "\n"))
    }
    let common = Self.commonOptions.map(\.name).joined(separator: ", ")
    parts.append("and as every grader: \(common)")
    let example = documentation.example.split(separator: "\n").map { "  \($0)" }
    parts.append("example:\n" + example.joined(separator: "\n"))
    if let full = documentation.inFull?.split(separator: "\n") {
      let lines = full.map { "  \($0)" }.joined(separator: "\n")
      parts.append("a preset; this is its full form, to copy and change:\n" + lines)
    }
    return parts.joined(separator: "\n\n")
  }

  private static func section(_ documentation: GraderDocumentation) -> String {
    var parts = ["## \(documentation.name)", documentation.summary, documentation.discussion]
    parts.append("Judges \(documentation.scope.words).")
    if !documentation.options.isEmpty { parts.append(table(documentation.options)) }
    parts.append("```yaml\n\(documentation.example)\n```")
    if let full = documentation.inFull {
      parts.append("A preset; this is its full form, to copy and change:\n\n```yaml\n\(full)\n```")
    }
    return parts.joined(separator: "\n\n")
  }

  private static func table(_ options: [GraderOption]) -> String {
    let rows = options.map { option in
      "| `\(option.name)`\(option.isRequired ? " (required)" : "") | \(option.form.words.cell) | \(option.text.cell) |"
    }
    return "| option | value | what it means |\n|---|---|---|\n" + rows.joined(separator: "\n")
  }

  /// The options that every grader takes; ``GraderUse`` and ``GraderOptions`` read them.
  private static let commonOptions = [
    GraderOption("use", form: .text, isRequired: true, text: "The kind."),
    GraderOption(
      "id", form: .text,
      text: "The name in reports; the kind's name by default. Two uses of a kind need two names."),
    GraderOption(
      "weight", form: .number(0...1000),
      text:
        "How much the score counts in a sample's overall score; 1 by default, and 0 for a grader that only informs."
    ),
    GraderOption(
      "threshold", form: .number(0...1),
      text:
        "The minimum score of a sample that passes; 1 by default. A sample's score is the mean over its messages."
    ),
    GraderOption(
      "pass_k", form: .integer(1...1000),
      text: "Also reports how likely this number of samples of a case all pass."),
    GraderOption(
      "turns", form: .value,
      text:
        "The coach messages that are judged: a number, a range such as 8-10, last, or a list of these; all by default."
    ),
    GraderOption(
      "transcripts", form: .value,
      text:
        "The transcripts that are judged: kind, quality, tags, without_tags, ids; all by default."),
    GraderOption(
      "required", form: .flag,
      text:
        "Whether the grader is an assertion: a sample that does not pass fails the run, regardless of its other scores; always set under `assertions`."
    ),
    GraderOption(
      "informs", form: .flag,
      text: "Whether an assertion only informs: what it finds is shown, and fails nothing."),
  ]

  private static let introduction =
    """
    # Graders

    A grader judges one thing about a conversation. A suite names the ones that it wants under `graders`, or
    under `assertions` where a sample must meet them:

    ```yaml
    graders:
      - one-question
      - use: length
        at_most: 80
        weight: 0.5
    assertions:
      - use: tag-contract
        require: DISCOVERY_COMPLETE
        turns: last
    ```

    This page is generated from the documentation of the graders; `coachkit eval graders NAME`
    shows the same in a terminal.

    ## Verdicts

    | verdict | when | counts |
    |---|---|---|
    | pass | the demand is met | as 1, or as the grader's own degree from 0 to 1 |
    | fail | it is not | as 0, or as the degree |
    | not-applicable | the demand does not concern the message, as where nobody is leaving and the demand is how \
    that ends | neither for nor against the coach; unlike the two below, no verdict is missing |
    | inconclusive | there is too little data: a time that was not measured, a language that the grader \
    does not support | neither for nor against the coach |
    | error | the grader failed: its model, its program | neither for nor against the coach; reports show \
    it separately |

    A grader without anything to judge, for example if its message does not exist, gives no verdict. Some verdicts
    contain what was measured: words, seconds, dollars.

    ## Options of every grader

    \(table(commonOptions))

    ## Kinds

    Some kinds are presets: a more general grader with fixed options; each preset is shown with them. A suite that
    needs other words can copy and change those lines; two graders of a suite need two ids.
    """
}

extension GraderDocumentation {
  /// The name as the fragment that GitHub generates for its heading.
  fileprivate var anchor: String { name.filter { $0.isLetter || $0.isNumber || $0 == "-" } }
}

extension GraderScope {
  fileprivate var words: String {
    switch self {
    case .message: "each message by itself"
    case .conversation: "the conversation as a whole"
    }
  }
}

extension GraderOption.Form {
  /// A description of the values that the option accepts.
  fileprivate var words: String {
    switch self {
    case .text: "text"
    case .file: "path of a file"
    case .texts: "text, or a list of texts"
    case .number(let range):
      "number from \(range.lowerBound.brief) to \(range.upperBound.brief)"
    case .integer(let range):
      range.upperBound == .max
        ? "whole number from \(range.lowerBound)"
        : "whole number from \(range.lowerBound) to \(range.upperBound)"
    case .flag: "true or false"
    case .choice(let words): words.joined(separator: ", ")
    case .models: "model, or a list of models"
    case .value: "any value"
    }
  }
}

extension String {
  /// The text escaped for a cell of a Markdown table.
  fileprivate var cell: String {
    replacing("|", with: "\\|").split(separator: "\n").joined(separator: " ")
  }
}
