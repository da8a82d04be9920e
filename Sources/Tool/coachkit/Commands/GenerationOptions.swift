import ArgumentParser
import CoachModel
import CommandLineSupport
import Documents
import LanguageModels

/// How the model should generate. Options left out keep the values of the prompt, or of the provider.
struct GenerationOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The maximum length of the reply, in tokens.", valueName: "n"))
  var maxTokens: Int?

  @Option(help: ArgumentHelp("The sampling temperature, from 0 to 2.", valueName: "t"))
  var temperature: Double?

  @Option(
    help: ArgumentHelp(
      "A seed that makes replies reproducible, if the provider supports it.", valueName: "n"))
  var seed: Int?

  @Option(
    help: ArgumentHelp(
      "The reasoning effort: none, minimal, low, medium, high, or a number of tokens.",
      valueName: "effort"))
  var reasoning: String?

  @Option(
    help: ArgumentHelp(
      "The service tier, with its own price: standard, flex, priority, fast, or a name of the provider.",
      valueName: "tier"))
  var serviceTier: String?

  @Option(
    help: ArgumentHelp(
      "A further member of the request: name=value with JSON or a text, or a JSON object; may be repeated.",
      valueName: "member"))
  var extra: [String] = []

  func validate() throws {
    guard maxTokens ?? 1 > 0 else { throw ValidationError("--max-tokens must be above 0.") }
    guard (0...2).contains(temperature ?? 0) else {
      throw ValidationError("--temperature must be a number from 0 to 2.")
    }
    if let problem = ExtraMembers.problem(in: try extraMembers()) {
      throw ValidationError("--extra: \(problem.message); \(problem.hint).")
    }
  }

  /// Returns the members that `--extra` adds to requests; of two with one name the last.
  private func extraMembers() throws -> JSONObject {
    var members: JSONObject = [:]
    for text in extra {
      if text.hasPrefix("{") {
        guard let object = try InputValues.json(text, option: "--extra")?.object else {
          throw ValidationError("--extra \(text) is not a JSON object.")
        }
        for (name, value) in object { members[name] = value }
        continue
      }
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw ValidationError(
          "--extra \(text) is neither name=value, such as top_k=40, nor a JSON object.")
      }
      let value = String(parts[1])
      members[String(parts[0])] = try InputValues.json(value, option: "--extra") ?? .string(value)
    }
    return members
  }

  var parameters: ModelParameters {
    ModelParameters(
      maximumTokens: maxTokens, temperature: temperature, seed: seed,
      reasoning: reasoning.map { ReasoningEffort(word: $0) },
      serviceTier: serviceTier.map { ServiceTier(rawValue: $0) },
      // Validated before.
      extra: (try? extraMembers()) ?? [:])
  }
}
