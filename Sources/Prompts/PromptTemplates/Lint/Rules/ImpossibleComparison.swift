import Documents
import SourceFiles

/// Finds comparisons with a value that the input's schema does not allow, such as a misspelt word of an enum. Inputs are
/// checked against the schema, so the condition is the same in every rendering.
///
/// A partial may compare with a value that only some of the prompts have which include it.
struct ImpossibleComparison: PromptRule {
  static let name = "impossible-comparison"
  static let summary = "a comparison with a value that the input never has"

  func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.inputUse.comparisons.compactMap { comparison in
      guard let problem = Self.problem(with: comparison), !isPossible(comparison, beside: subject)
      else { return nil }
      let location = comparison.file.location(at: comparison.offset)
      return finding(
        "'\(comparison.name)' is never \(comparison.literal.text())", at: location,
        excerpt: comparison.file.excerpt(at: location), hint: hint(for: comparison, problem))
    }
  }

  /// Returns why the schema does not allow the literal; nil if it does, or cannot be compiled alone.
  private static func problem(with comparison: TemplateChecker.Comparison) -> String? {
    // An absent value counts as null.
    guard comparison.literal != .null, let schema = try? JSONSchema(comparison.schema) else {
      return nil
    }
    return schema.violations(of: comparison.literal).first?.message
  }

  private func hint(for comparison: TemplateChecker.Comparison, _ problem: String) -> String {
    let words = Self.words(of: comparison.schema)
    guard let word = comparison.literal.string, let hint = words.hint(for: word) else {
      return "by its schema, it \(problem)"
    }
    return hint
  }

  /// The texts that a schema lists, also among alternatives.
  private static func words(of schema: JSONValue) -> [String] {
    let alternatives = (schema["anyOf"]?.array ?? []) + (schema["oneOf"]?.array ?? [])
    return (schema["enum"]?.array ?? []).compactMap(\.string) + alternatives.flatMap(words)
  }

  /// Whether another prompt includes the same partial and can have the value.
  private func isPossible(
    _ comparison: TemplateChecker.Comparison, beside subject: LintSubject
  ) -> Bool {
    let path = comparison.file.path
    guard path != subject.template.file.path else { return false }
    let partials = subject.library.partials
    return subject.library.templates.contains { other in
      guard other.reference != subject.template.reference,
        other.reachedPartials(among: partials).contains(where: { $0.file.path == path })
      else { return false }
      let same = TemplateChecker.inputUse(
        of: other, partials: partials, helpers: subject.prompt.helpers
      ).comparisons.filter { $0.file.path == path && $0.offset == comparison.offset }
      return same.isEmpty || same.contains { Self.problem(with: $0) == nil }
    }
  }
}
