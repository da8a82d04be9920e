/// A place in a text where a value goes: `{count}`.
enum CopyPlaceholder: String, Sendable, CaseIterable {
  /// How much is left; decides between `one` and `other`.
  case count
  /// Of how much.
  case limit
  /// A day.
  case date
  /// Where help can be found, one line each.
  case resources
  /// Whom to call in an emergency.
  case emergencyNumber = "emergency_number"

  /// Whether a text that knows it may do without.
  ///
  /// A limit or a day is a detail of wording; a count, a number to call and the lines of help are what the
  /// text is there for.
  var mayBeLeftOut: Bool { self == .limit || self == .date }

  /// The text that is put in when there is no value.
  var standIn: CopyKey? {
    switch self {
    case .resources: .crisisNoResources
    case .emergencyNumber: .crisisEmergencyUnknown
    case .count, .limit, .date: nil
    }
  }
}
