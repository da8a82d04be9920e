/// How old a person is, as far as laws ask. The raw values are stored and sent.
public enum AgeGroup: String, Sendable, Hashable, CaseIterable {
  /// The person is of age.
  case adult
  /// The person is known to be under age.
  case minor
  /// Nobody knows.
  case unknown
}
