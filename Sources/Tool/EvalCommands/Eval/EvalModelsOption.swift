import ArgumentParser
import CommandLineSupport
import LanguageModels

/// The option for the models with each of which all variants are run.
struct EvalModelsOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Run every variant with each of these models, separated by commas.", valueName: "a,b,c"))
  var models: String?

  func validate() throws {
    guard let models else { return }
    let names = Self.names(models)
    guard !names.contains(""), !names.isEmpty else {
      throw ValidationError("--models has an empty name: write --models local,openai:gpt-6-luna.")
    }
    guard Set(names).count == names.count else {
      throw ValidationError("--models names a model twice.")
    }
  }

  /// The names; empty without the option.
  var names: [String] { models.map(Self.names) ?? [] }

  private static func names(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map { name in
      String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }
}
