import CoachModel
import Documents
public import LanguageModels
public import PromptTemplates

extension ModelParameters {
  /// Creates the parameters that a prompt's front matter sets, by the names that dotprompt uses; `extra` and `serviceTier`
  /// are this library's. A number of tokens that no model writes is left out.
  public init(_ frontMatter: FrontMatter) {
    func value(_ parameter: PromptParameter) -> JSONValue? {
      frontMatter.config[parameter.rawValue]
    }
    self.init(
      maximumTokens: value(.maximumTokens)?.integer.flatMap {
        Self.tokenLimits.contains($0) ? $0 : nil
      },
      temperature: value(.temperature)?.number, topP: value(.topP)?.number,
      serviceTier: value(.serviceTier)?.string.map { ServiceTier(rawValue: $0) },
      extra: value(.extra)?.object ?? [:])
  }
}

extension ModelRequest {
  /// Creates the request for an assembled prompt.
  ///
  /// The cache breakpoints that its sections declare become breakpoints of the request with the given lifetime.
  public init(
    _ prompt: RenderedPrompt, parameters: ModelParameters = ModelParameters(),
    keptFor lifetime: CacheLifetime = .minutes, label: String? = nil
  ) {
    self.init(
      messages: prompt.detailedMessages.map { ModelMessage($0, keptFor: lifetime) },
      parameters: parameters, label: label)
  }

  /// Creates the request for an assembled prompt on a route, whose parameters override the prompt's.
  init(rendered: RenderedPrompt, route: ModelRoute) {
    let own = ModelParameters(rendered.template.frontMatter)
    self.init(
      rendered, parameters: own.overridden(by: route.parameters), label: rendered.reference)
  }
}

extension ModelMessage {
  /// Creates a message from a prompt's message, including images. Section markers are dropped: they are for readers
  /// of prompts, not for models.
  init(_ message: PromptMessage, keptFor lifetime: CacheLifetime) {
    self.init(
      role: message.role,
      parts: message.parts.compactMap { part in
        switch part {
        case .text(let text): .text(text)
        case .media(let media): .image(url: media.url)
        case .breakpoint: .cacheBreakpoint(lifetime)
        case .section: nil
        }
      })
  }
}
