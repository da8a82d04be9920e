/// The secrets of a call, to remove from whatever a server repeats: its messages, and the names it gives to things.
struct SentSecrets: Sendable {
  private let values: [String]

  /// Values of fewer than 6 bytes are left out, because they would match ordinary words.
  init(_ values: [String]) {
    self.values = values.filter { $0.utf8.count >= 6 }
  }

  var isEmpty: Bool { values.isEmpty }

  /// Returns a text without the secrets.
  func removed(from text: String) -> String {
    values.reduce(text) { text, secret in
      text.split(separator: secret, omittingEmptySubsequences: false).joined(separator: "•••")
    }
  }

  /// The maximum length of an identifier that a server reports, in characters.
  private static let maximumNameLength = 200

  /// Returns an identifier without the secrets, shortened if it is longer than any real one.
  func removed(fromName name: String?) -> String? {
    name.map { removed(from: String($0.prefix(Self.maximumNameLength))) }
  }
}
