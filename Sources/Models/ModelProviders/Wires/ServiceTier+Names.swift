import CoachModel
import LanguageModels

extension ServiceTier {
  /// OpenAI's name of the tier. Its fast mode is requested and reported as `priority`.
  ///
  /// Source: openai 3.57.0, `types/responses/service_tier.py` and `types/responses/response_create_params.py`.
  var openAIName: String {
    switch self {
    case .standard: "default"
    case .fast: Self.priority.rawValue
    default: rawValue
    }
  }

  /// Gemini's name of the tier. It has none for what the account is set to, which is `standard`.
  ///
  /// Source: google-genai 3.6.1, `types.py` and `_gaos/types/interactions/servicetier.py`.
  var geminiName: String { self == .automatic ? Self.standard.rawValue : rawValue }
}
