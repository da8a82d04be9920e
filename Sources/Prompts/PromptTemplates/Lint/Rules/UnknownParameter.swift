import SourceFiles

/// Finds keys of `config` that are no parameter, and values that cannot be one: they are not sent to the model.
struct UnknownParameter: PromptRule {
  static let name = "unknown-parameter"
  static let summary = "a model parameter that is unknown, or has a value that cannot be sent"

  func findings(in subject: LintSubject) -> [Diagnostic] {
    let template = subject.template
    return template.frontMatter.config.compactMap { key, value in
      let location =
        template.frontMatter.configLocations[key] ?? template.frontMatter.locations["config"]
        ?? FileLocation(file: template.file.path, line: 1, column: 1)
      func found(_ message: String, hint: String) -> Diagnostic {
        finding(message, at: location, excerpt: template.file.excerpt(at: location), hint: hint)
      }
      guard let parameter = PromptParameter(rawValue: key) else {
        let hint =
          PromptParameter.meant(by: key).map { "did you mean '\($0.rawValue)'?" }
          ?? "what only the provider knows stands under 'extra', by its own name"
        return found("'\(key)' is no parameter, and is not sent", hint: hint)
      }
      guard !parameter.accepts(value) else { return nil }
      return found(
        "the value of '\(key)' cannot be sent", hint: "it is \(parameter.form)")
    }
  }
}
