import CoachDomains
import CoachModel
import JSON
public import PromptTemplates
public import SourceFiles

/// Assembles a prompt from a template, a domain and what is known about a person.
///
/// It offers every template the same set of inputs and each takes those that its schema names, so a
/// new prompt needs no code. What a person wrote, or a model derived from it, is offered as
/// untrusted.
public struct PromptAssembler: Sendable {
  private let library: PromptLibrary

  /// Creates an assembler over a library.
  public init(library: PromptLibrary) {
    self.library = library
  }

  /// Assembles a prompt, within its budget.
  ///
  /// Throws ``SourceError`` when the prompt is broken, lacks something, or cannot fit its budget.
  public func assemble(_ request: AssemblyRequest) throws(SourceError) -> RenderedPrompt {
    let prompt = try library.prompt(request.prompt)
    guard Self.isLanguageTag(request.person.language) else {
      throw SourceError(
        Diagnostic(
          "assembly.language", "the person's language is not a language tag",
          hint: "use one such as 'en' or 'pt-BR'"))
    }
    let names = prompt.inputNames
    let offered = OfferedInputs(request)
    var values: JSONObject = [:]
    for name in names { values[name] = offered.value(of: name) }
    for (name, value) in request.values { values[name] = value }
    try checkDomain(values, of: prompt)
    // A prompt that takes the conversation as material gets it once.
    let takesConversation = names.contains("conversation") && !prompt.placesHistory
    let inputs = PromptInputs(
      values, trust: OfferedInputs.trust, history: takesConversation ? [] : request.history)
    return try prompt.render(try prompt.bind(inputs), within: request.budget)
  }

  /// A domain that is missing has a better explanation than a schema can give.
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

  /// Whether a text has the form of a BCP 47 tag. It goes into the prompt as the product's own word,
  /// so it must not be a sentence.
  private static func isLanguageTag(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count <= 6
      && parts.allSatisfy { part in
        (1...8).contains(part.count)
          && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      }
  }
}
