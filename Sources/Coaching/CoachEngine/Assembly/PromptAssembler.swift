import CoachDomains
import CoachModel
import Documents
public import PromptTemplates
public import SourceFiles

/// Assembles prompts from a template, a domain and what is known about a person.
///
/// Every template is offered the same set of inputs and uses those that its schema names, so a new prompt needs no
/// code. Text written by a person, or derived from it by a model, is offered as untrusted.
///
/// ```swift
/// let assembler = PromptAssembler(library: try PromptLibrary(folder: "Prompts"))
/// let domain = try DomainLibrary(folder: "DomainConfigs").domain("career")
/// let prompt = try assembler.assemble(
///   AssemblyRequest(
///     prompt: PromptReference(name: "coaching"), person: Person(id: "p-4711"), domain: domain,
///     history: [Message(.user, "The weekly report is mine again.")]))
/// let explanation = PromptExplanation(prompt)
/// print(prompt.text, explanation.tokens)
/// ```
public struct PromptAssembler: Sendable {
  private let library: PromptLibrary

  /// Creates an assembler for the prompts of a library.
  public init(library: PromptLibrary) {
    self.library = library
  }

  /// Assembles a prompt within its token budget.
  ///
  /// Throws ``SourceError`` if the prompt is unknown or broken, an input is missing or invalid, or the budget is
  /// too small.
  public func assemble(_ request: AssemblyRequest) throws(SourceError) -> RenderedPrompt {
    let assembled = try inputs(of: request)
    let prompt = assembled.prompt
    var rendered = try prompt.render(try prompt.bind(assembled.inputs), within: request.budget)
    rendered.leftOutInputs = assembled.leftOut
    return rendered
  }

  /// A prompt with its inputs, of which nothing has been checked against the prompt's schema.
  struct Assembled: Sendable {
    var prompt: PreparedPrompt
    var inputs: PromptInputs
    /// What the version does not declare.
    var leftOut: [LeftOutInput] = []
  }

  /// Returns the prompt of a request with its inputs.
  func inputs(of request: AssemblyRequest) throws(SourceError) -> Assembled {
    let prompt = try library.prompt(request.prompt)
    guard request.person.language.isLanguageTag else {
      throw SourceError(
        Diagnostic(
          "assembly.language", "the person's language is not a language tag",
          hint: "use one such as 'en' or 'pt-BR'"))
    }
    let (values, leftOut) = values(of: request, for: prompt)
    try checkDomain(values, of: prompt)
    // A prompt that takes the conversation as an input must not get it a second time as history.
    let takesConversation = prompt.inputNames.contains("conversation") && !prompt.placesHistory
    let inputs = PromptInputs(
      values, trust: OfferedInputs.trust, history: takesConversation ? [] : request.history)
    return Assembled(prompt: prompt, inputs: inputs, leftOut: leftOut)
  }

  /// Returns what a version gets: what the engine offers, reduced to what it declares, and what the caller gives.
  private func values(
    of request: AssemblyRequest, for prompt: PreparedPrompt
  ) -> (JSONObject, [LeftOutInput]) {
    guard let schema = prompt.template.frontMatter.inputSchema?.source else {
      return (request.offering(request.values).offered, [])
    }
    let others = library.versions(of: prompt.template.name)
      .filter { $0.reference != prompt.template.reference }
      .compactMap { $0.frontMatter.inputSchema?.source }
    let offered = OfferedInputs(request)
    var offer = request.offered
    // What another version would get here is offered, too, so that the explanation can say what this one lacks.
    let isClosed = schema["additionalProperties"] == .bool(false)
    let elsewhere = isClosed ? others.flatMap { $0["properties"]?.object?.keys ?? [] } : []
    for name in prompt.inputNames + elsewhere where offer[name] == nil {
      offer[name] = offered.value(of: name)
    }
    var reduction = InputReduction(to: schema, others: others)
    var values = reduction.offered(offer)
    for (name, value) in reduction.given(request.values) { values[name] = value }
    return (values, reduction.leftOut)
  }

  /// Throws a more helpful error for a missing domain than the schema check could.
  private func checkDomain(_ values: JSONObject, of prompt: PreparedPrompt) throws(SourceError) {
    guard values["domain"] == nil,
      prompt.template.frontMatter.inputSchema?.source["required"]?.array?.contains("domain")
        ?? false
    else { return }
    throw SourceError(
      Diagnostic(
        "assembly.domain", "the prompt '\(prompt.template.reference)' needs a domain",
        hint: "name one, such as --domain career"))
  }
}
