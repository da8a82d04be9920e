public import LanguageModels
public import PromptTemplates

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
