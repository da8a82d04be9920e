import JSON
public import SourceFiles

/// A template linked with its partials and helpers: checked, compiled, ready to be rendered.
public struct PreparedPrompt: Sendable {
  /// The template.
  public let template: PromptTemplate
  /// What is wrong with it, apart from any data; with errors among these it cannot be rendered.
  public private(set) var problems: [Diagnostic]
  /// A digest of the template's bytes and those of every partial it reaches.
  public let digest: ContentDigest
  /// How strict it is.
  public let strictness: PromptTemplate.Strictness
  let helpers: [String: TemplateHelper]
  let program: TemplateProgram
  let neutraliser: UntrustedText?

  /// Links a template with the partials it may include (by name) and with helpers from Swift.
  public init(
    _ template: PromptTemplate, partials: [String: PromptTemplate] = [:],
    helpers: [String: TemplateHelper] = [:], strictness: PromptTemplate.Strictness = .strict
  ) {
    let helpers = TemplateHelper.standard.merging(helpers) { _, added in added }
    let reached = template.reachedPartials(among: partials)
    self.template = template
    self.helpers = helpers
    self.strictness = strictness
    problems = TemplateChecker.check(
      template, partials: partials, helpers: helpers, strictness: strictness)
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

  /// Whether the template places the earlier conversation itself.
  public var placesHistory: Bool { program.placesHistory }

  /// The names of its inputs, by its schema; empty without one.
  public var inputNames: [String] {
    template.frontMatter.inputSchema?.source["properties"]?.object?.keys ?? []
  }

  /// Adds what is wrong for a reason outside of the template, such as a lock.
  mutating func add(_ problem: Diagnostic) { problems.append(problem) }

  /// Renders the prompt with data.
  ///
  /// Throws ``SourceError``: every problem of the template, or every problem of the inputs, or the
  /// first place at which the template cannot go on.
  public func render(_ inputs: PromptInputs = PromptInputs()) throws(SourceError) -> RenderedPrompt
  {
    try render(try bind(inputs))
  }

  /// Checks inputs and brings them into the form that rendering reads: once, where the same inputs are
  /// rendered more than once. Throws ``SourceError`` as rendering does.
  public func bind(_ inputs: PromptInputs) throws(SourceError) -> PromptData {
    if let error = SourceError(problems.filter { $0.severity == .error }) { throw error }
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

  /// Renders data that was bound to this prompt. Throws ``SourceError`` with the first place at which
  /// the template cannot go on.
  public func render(_ data: PromptData) throws(SourceError) -> RenderedPrompt {
    let mode = TemplateRenderer.Mode(
      schema: template.frontMatter.inputSchema?.source,
      isLenient: strictness == .lenient)
    var renderer = TemplateRenderer(
      program, data: data, mode: mode, neutraliser: neutraliser,
      caches: template.frontMatter.sections.map(\.cache))
    try renderer.render()
    let sections = sections(of: renderer)
    if strictness == .strict { try checkCover(renderer) }
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

  /// With sections declared, every word must belong to one, or its place in the cache is unknown.
  private func checkCover(_ renderer: TemplateRenderer) throws(SourceError) {
    guard !template.frontMatter.sections.isEmpty else { return }
    var start = 0
    for record in renderer.writer.records {
      guard record.section < 0 else { return }
      if record.history < 0,
        renderer.writer.output[start..<Int(record.end)].contains(where: { !$0.isASCIIBlank })
      {
        throw SourceError(
          Diagnostic(
            "template.outside-section", "this text stands before the first section",
            in: program.files[Int(record.file)], at: Int(record.origin),
            hint: "begin a section before it with {{section \"…\"}}"))
      }
      start = Int(record.end)
    }
  }

  private func sections(of renderer: TemplateRenderer) -> [RenderedPrompt.Section] {
    let declarations = template.frontMatter.sections
    guard !declarations.isEmpty else { return [] }
    // Marks come in the order of the sections; a section that was passed over is empty where it
    // would have stood.
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
