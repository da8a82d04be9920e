import Documents
public import SourceFiles

/// A template linked with its partials and helpers, checked, compiled and ready to be rendered.
public struct PreparedPrompt: Sendable {
  /// The template that was linked.
  public let template: PromptTemplate
  /// The problems found without data; binding inputs throws those that are errors.
  public private(set) var problems: [Diagnostic]
  /// A digest of the template's bytes and those of every partial it includes.
  public let digest: ContentDigest
  /// How mismatches between the template and its data are handled.
  public let strictness: PromptTemplate.Strictness
  let helpers: [String: TemplateHelper]
  let program: TemplateProgram
  let neutraliser: UntrustedText?

  /// Links a template with partials by name and with helpers.
  ///
  /// Helpers with the name of a standard one (`json`, `lookup`) replace it. Problems do not throw; they are listed in
  /// ``problems``.
  public init(
    _ template: PromptTemplate, partials: [String: PromptTemplate] = [:],
    helpers: [String: TemplateHelper] = [:], strictness: PromptTemplate.Strictness = .strict
  ) {
    self.init(
      template, partials: partials, helpers: helpers, strictness: strictness, broken: [:])
  }

  /// Links a template with partials of which some could not be parsed: their errors are problems of the prompt.
  init(
    _ template: PromptTemplate, partials: [String: PromptTemplate],
    helpers: [String: TemplateHelper], strictness: PromptTemplate.Strictness = .strict,
    broken: [String: SourceError]
  ) {
    let helpers = TemplateHelper.standard.merging(helpers) { _, added in added }
    let reached = template.reachedPartials(among: partials)
    self.template = template
    self.helpers = helpers
    self.strictness = strictness
    problems = TemplateChecker.check(
      template, partials: partials, helpers: helpers, strictness: strictness, broken: broken)
    digest = template.digest(with: reached)
    neutraliser =
      strictness == .lenient
      ? nil
      : UntrustedText(
        tags: template.frontMatter.contract.tags,
        containers: ContainerNames.find(in: [template] + reached))
    program = TemplateCompiler.compile(
      template, partials: partials, helpers: helpers, neutraliser: neutraliser)
  }

  /// Whether the template inserts the conversation history itself.
  public var placesHistory: Bool { program.placesHistory }

  /// The names of the inputs in the template's schema; empty without a schema.
  public var inputNames: [String] { template.inputNames }

  /// Adds a problem that does not come from the template itself, such as one with the lock.
  mutating func add(_ problem: Diagnostic) { problems.append(problem) }

  /// Returns the prompt without its problems of one kind.
  func withoutProblems(_ code: String) -> PreparedPrompt {
    var prompt = self
    prompt.problems.removeAll { $0.code == code }
    return prompt
  }

  /// Renders the prompt with inputs.
  ///
  /// Throws ``SourceError`` with all errors of the template, with all errors of the inputs, or with the first
  /// location at which the template cannot be rendered.
  public func render(_ inputs: PromptInputs = PromptInputs()) throws(SourceError) -> RenderedPrompt
  {
    try render(try bind(inputs))
  }

  /// Checks inputs and converts them to the form that rendering reads; useful for rendering the same inputs
  /// repeatedly.
  ///
  /// Throws ``SourceError`` with all errors of the template or of the inputs.
  public func bind(_ inputs: PromptInputs) throws(SourceError) -> PromptData {
    try problems.throwErrors()
    var values = inputs.values
    for (name, value) in template.frontMatter.inputDefaults where values[name] == nil {
      values[name] = value
    }
    if strictness == .strict { try check(values) }
    let declarations = template.frontMatter.inputs
    var data = program.constants
    data.addInputs(inputs, values: values) { declarations[$0] ?? .undeclared }
    return data
  }

  /// Renders data that was bound to this prompt.
  ///
  /// Throws ``SourceError`` with the first location at which the template cannot be rendered.
  public func render(_ data: PromptData) throws(SourceError) -> RenderedPrompt {
    let mode = TemplateRenderer.Mode(
      schema: template.frontMatter.inputSchema?.source,
      isLenient: strictness == .lenient)
    var renderer = TemplateRenderer(
      program, data: data, mode: mode, neutraliser: neutraliser,
      caches: template.frontMatter.sections.map(\.cache))
    try renderer.render()
    let sections = sections(of: renderer)
    return RenderedPrompt(
      template: template, templateDigest: digest, sections: sections,
      placesHistory: program.placesHistory, bytes: renderer.writer.output,
      records: renderer.writer.records, marks: renderer.writer.marks, media: renderer.writer.media,
      sectionNames: renderer.sectionNames, data: renderer.data, files: program.files)
  }

  private func check(_ values: JSONObject) throws(SourceError) {
    guard let schema = template.frontMatter.inputSchema else { return }
    let violations = schema.violations(of: .object(values))
    guard !violations.isEmpty else { return }
    let known = schema.source["properties"]?.object?.keys ?? []
    let diagnostics = violations.map { violation in
      if violation.keyword == .additionalProperties, !violation.path.contains(".") {
        return Diagnostic(
          "prompt.unknown-input", "\(template.reference) has no input '\(violation.path)'",
          hint: known.hint(for: violation.path))
      }
      return Diagnostic(
        "prompt.input", "the input \(violation), for \(template.reference)",
        hint: "see 'input.schema' in \(template.file.path)")
    }
    if let error = SourceError(diagnostics) { throw error }
  }

  private func sections(of renderer: TemplateRenderer) -> [RenderedPrompt.Section] {
    let declarations = template.frontMatter.sections
    guard !declarations.isEmpty else { return [] }
    // Marks are in the order of the sections; a section that was not started is empty at the place where it would be.
    var marks = renderer.writer.marks[...]
    var position = marks.first.map { Int($0.segment) } ?? renderer.writer.records.count
    return declarations.enumerated().map { number, declaration in
      guard let mark = marks.first, Int(mark.section) == number else {
        return RenderedPrompt.Section(declaration: declaration, segments: position..<position)
      }
      marks.removeFirst()
      let start = Int(mark.segment)
      position = marks.first.map { Int($0.segment) } ?? renderer.writer.records.count
      return RenderedPrompt.Section(declaration: declaration, segments: start..<position)
    }
  }
}
