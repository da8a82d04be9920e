import Conversations
import LanguageModels

extension RecordingHeader {
  /// The header for a model that is about to be recorded.
  ///
  /// A local server is started with a name of the form `file@sha256:digest`, so the header says
  /// which weights answered.
  init(_ identity: ModelIdentity, parameters: JSONObject, day: String) {
    let parts = identity.model.split(separator: "@", maxSplits: 1)
    let hasWeights = parts.count == 2 && parts[1].hasPrefix("sha256:")
    self.init(
      provider: identity.provider, model: hasWeights ? String(parts[0]) : identity.model,
      weights: hasWeights ? String(parts[1]) : nil, parameters: parameters, recorded: day)
  }
}
