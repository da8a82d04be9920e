import LanguageModels
import SourceFiles

extension ModelRequest {
  /// The digest of the request without its seed, if the seed changes nothing; otherwise `nil`.
  ///
  /// At temperature 0 nothing is drawn, so that requests which differ in their seed only have the same reply.
  var seedlessDigest: ContentDigest? {
    guard parameters.temperature == 0, parameters.seed != nil else { return nil }
    var request = self
    request.parameters.seed = nil
    return request.digest
  }

  /// The digest of all that the reply depends on; see ``TurnSource/identity``.
  var identityDigest: ContentDigest { seedlessDigest ?? digest }
}
