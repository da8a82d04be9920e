import SafetyRules

extension ScreeningReport {
  /// The signs as features of a linear classifier: the greatest strength of each concept about the writer and about
  /// somebody else, the concept's cues, the greatest strength of all, and the weight of the message.
  package var signFeatures: [String: Float] {
    var features: [String: Float] = [:]
    func raise(_ name: String, to value: Double) {
      features[name] = max(features[name] ?? 0, Float(min(value, 1)))
    }
    for sign in signs {
      let name = sign.subject == .writer ? sign.concept : "\(sign.concept) other"
      raise(name, to: sign.strength)
      raise("any", to: sign.strength)
      for cue in sign.cues { raise("\(sign.concept) \(cue.rawValue)", to: 1) }
    }
    if weight > 0 { features["weight"] = Float(min(weight, 1.5)) }
    if weightAboutOthers > 0 { features["weight other"] = Float(min(weightAboutOthers, 1.5)) }
    return features
  }
}
