import SourceFiles

/// A stable pseudonym of the person behind a request. By it a provider can tell one person who breaks its rules from the
/// others, and acts against that one instead of the whole account.
///
/// Providers must not get anything that identifies a person, so the value is a digest.
///
/// ```swift
/// var request = ModelRequest(messages: messages)
/// request.safetyIdentifier = SafetyIdentifier(of: person.id, salt: salt)
/// ```
public struct SafetyIdentifier: Sendable, Hashable {
  /// What the provider gets: 64 hexadecimal digits.
  ///
  /// OpenAI accepts up to 64 characters in older versions of its API, and Anthropic any opaque value.
  public let value: String

  /// Creates the pseudonym of a person's id.
  ///
  /// - Parameters:
  ///   - id: The id, name or address of the person in the application.
  ///   - salt: A secret of the application that never changes. Without it, anybody could compare the digests of known
  ///     addresses with the pseudonyms.
  public init(of id: String, salt: Secret) {
    value = ContentDigest(ofParts: [salt.value, id]).hexadecimal
  }
}
