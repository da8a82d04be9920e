import Conversations
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
  /// The request that an assembled prompt makes.
  public init(
    _ prompt: RenderedPrompt, parameters: ModelParameters = ModelParameters(),
    label: String? = nil
  ) {
    self.init(
      messages: prompt.messages.map { ModelMessage($0) }, parameters: parameters, label: label)
  }
}
