public import PromptTemplates
public import SourceFiles
import CoachDomains
import Conversations
import JSONSchemas

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

  /// Assembles a prompt. Throws ``SourceError`` when the prompt is broken or lacks something.
  public func assemble(_ request: AssemblyRequest) throws(SourceError) -> RenderedPrompt {
    let template = try library.template(request.prompt)
    let schema = template.frontMatter.inputSchema?.source
    let declared = schema?["properties"]?.object?.keys ?? []
    let required = schema?["required"]?.array ?? []
    guard Self.isLanguageTag(request.person.language) else {
      throw SourceError(
        Diagnostic(
          "assembly.language", "the person's language is not a language tag",
          hint: "use one such as 'en' or 'pt-BR'"))
    }
    if request.domain == nil, required.contains("domain"), request.values["domain"] == nil {
      throw SourceError(
        Diagnostic(
          "assembly.domain", "the prompt '\(template.reference)' needs a domain",
          hint: "name one, such as --domain career"))
    }
    var values: JSONObject = [:]
    for (name, value) in OfferedInputs(request).values where declared.contains(name) {
      values[name] = value
    }
    for (name, value) in request.values { values[name] = value }
    // Whoever sets an input, a person's words in it stay a person's words.
    let inputs = PromptInputs(
      values, untrusted: OfferedInputs.untrusted, history: request.history)
    return try library.render(request.prompt, inputs)
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
