package import CoachEngine
package import CoachModel
import LanguageModels
import ModelLayers
import NamedModels

extension ModelFactory {
  /// The models for which caching is shown unless others are named: two with breakpoints of Anthropic's, one with a
  /// high minimum, and one of OpenAI's and Google's.
  package static let usualCaches = [
    "anthropic:claude-haiku-4-5", "anthropic:claude-sonnet-5-5", "openai:gpt-6.1-sol",
    "openai:gpt-4.1", "gemini:gemini-3.8-flash",
  ]

  /// The models whose caches reports forecast if a suite's own are not known: one of each kind of provider.
  package static let comparedCaches = ["anthropic:claude-sonnet-5-5", "openai:gpt-6.1-sol"]

  /// Returns the cache rules and the price of models by name.
  ///
  /// Throws ``CommandError`` for a name that is none, and for a model of which it is not known what is cached.
  package func caches(of names: [String], on day: CalendarDay?) throws -> [PromptCacheProfile] {
    let prices = try prices()
    return try names.map { name in
      guard let rules = try Self.translating({ try resolver.cacheRules(of: name) }) else {
        throw CommandError(
          "it is not known what is cached for '\(name)'",
          hint:
            "name a model of a provider, or add its 'cache' and 'cache_minimum' to the file that"
            + " COACHKIT_MODELS names")
      }
      let reference = ModelReference(name)
      let price = day.flatMap { day in
        prices.entry(
          for: reference?.model ?? name, provider: reference?.provider ?? "", on: day)?.price
      }
      return PromptCacheProfile(name: name, rules: rules, price: price)
    }
  }
}
