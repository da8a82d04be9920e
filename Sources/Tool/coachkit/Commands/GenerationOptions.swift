import ArgumentParser
import LanguageModels

/// How the model should generate. Options left out keep the values of the prompt, or of the provider.
struct GenerationOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The maximum length of the reply, in tokens.", valueName: "n"))
  var maxTokens: Int?

  @Option(help: ArgumentHelp("The sampling temperature, from 0 to 2.", valueName: "t"))
  var temperature: Double?

  @Option(
    help: ArgumentHelp("Makes replies reproducible, if the provider supports it.", valueName: "n"))
  var seed: Int?

  @Option(
    help: ArgumentHelp(
      "The reasoning effort: none, minimal, low, medium, high, or a number of tokens.",
      valueName: "effort"))
  var reasoning: String?

  func validate() throws {
    guard maxTokens ?? 1 > 0 else { throw ValidationError("--max-tokens must be above 0.") }
    guard (0...2).contains(temperature ?? 0) else {
      throw ValidationError("--temperature must be a number from 0 to 2.")
    }
  }

  var parameters: ModelParameters {
    ModelParameters(
      maximumTokens: maxTokens, temperature: temperature, seed: seed,
      reasoning: reasoning.map { ReasoningEffort(word: $0) })
  }
}
