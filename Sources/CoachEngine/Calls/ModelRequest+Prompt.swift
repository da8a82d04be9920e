import JSON
public import LanguageModels
public import PromptTemplates

extension ModelParameters {
  /// The parameters that a prompt's front matter asks for, in dotprompt's words.
  public init(_ frontMatter: FrontMatter) {
    self.init(
      maximumTokens: frontMatter.config["maxOutputTokens"]?.integer,
      temperature: frontMatter.config["temperature"]?.number,
      topP: frontMatter.config["topP"]?.number)
  }
}

extension ModelRequest {
  /// The request that an assembled prompt makes. The breakpoints that its sections declare tell a
  /// provider what to keep, for so long.
  public init(
    _ prompt: RenderedPrompt, parameters: ModelParameters = ModelParameters(),
    keptFor lifetime: CacheLifetime = .minutes, label: String? = nil
  ) {
    self.init(
      messages: prompt.detailedMessages.map { ModelMessage($0, keptFor: lifetime) },
      parameters: parameters, label: label)
  }
}

extension ModelMessage {
  /// A message of a prompt, images included. Sections are for readers of prompts, not for models.
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
