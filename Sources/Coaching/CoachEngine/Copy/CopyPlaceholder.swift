/// A placeholder in a text, such as `{count}`.
enum CopyPlaceholder: String, Sendable, CaseIterable {
  /// The remaining number; it selects between `one` and `other`.
  case count
  /// The number of messages that a period or trial allows.
  case limit
  /// The day on which a period starts.
  case date
  /// The day of a trial, from 1.
  case day
  /// The number of days of a trial.
  case days
  /// What a period of the subscription costs, in the operator's words.
  case price
  /// What a trial costs, in the operator's words.
  case trialPrice = "trial_price"
  /// Crisis resources, one per line.
  case resources
  /// The emergency number of the person's country.
  case emergencyNumber = "emergency_number"

  /// Whether a wording may omit the placeholder.
  ///
  /// A limit, a date, a day or a price is a detail; a count, an emergency number and the resources are the purpose of the texts that
  /// have them.
  var mayBeLeftOut: Bool { [.limit, .date, .day, .days, .price, .trialPrice].contains(self) }

  /// The text that replaces a missing value; `nil` if the sentence is omitted instead.
  var standIn: CopyKey? {
    switch self {
    case .resources: .crisisNoResources
    case .emergencyNumber: .crisisEmergencyUnknown
    case .count, .limit, .date, .day, .days, .price, .trialPrice: nil
    }
  }
}
