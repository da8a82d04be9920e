import Documents
import SourceFiles

/// Who a chat is with, as logs and providers name it.
///
/// Chats of one person are not independent, so that they share a cluster. Its name is made of a digest: the name in the log is
/// often an e-mail address.
struct UserIdentity: Hashable {
  /// The name of the field, such as `metadata.user_id`.
  let field: String
  /// The cluster: `user-` and twelve digits of the SHA-256 digest of the id.
  let cluster: String

  /// Creates an identity; `nil` if the text is no id, such as a sentence.
  init?(_ id: String?, field: String) {
    guard let id = id?.trimmingWhitespace, (1...256).contains(id.utf8.count),
      !id.contains(where: \.isWhitespace)
    else { return nil }
    self.field = field
    cluster = "user-" + ContentDigest(of: id).hexadecimal.prefix(12)
  }

  /// Members that hold the id of a user, in the order in which they count: those of OpenAI's requests, of LangSmith's and
  /// Langfuse's metadata, and OpenTelemetry's attributes `user.id` and `enduser.id`.
  private static let names = [
    "user_id", "userId", "safety_identifier", "user.id", "enduser.id", "langfuse_user_id", "user",
  ]

  /// Members in which such members are.
  private static let holders = ["metadata", "request", "body", "extra", "attributes", "response"]

  /// Returns the user that an object names, or its metadata; `nil` if none does.
  ///
  /// - Parameter isMessage: Whether the object is a message, in which `user` may be what the user says.
  static func find(in value: JSONValue, isMessage: Bool = false) -> UserIdentity? {
    find(in: value, names: isMessage ? names.dropLast() : names[...], path: "", depth: 0)
  }

  private static func find(
    in value: JSONValue, names: ArraySlice<String>, path: String, depth: Int
  ) -> UserIdentity? {
    guard value.object != nil else { return nil }
    for name in names {
      // OpenTelemetry's attributes may be an object, too: {"user": {"id": "…"}}.
      let inner = value[name]?["id"]?.word
      let found = UserIdentity(
        value[name]?.word ?? inner, field: path + name + (inner == nil ? "" : ".id"))
      if let found { return found }
    }
    guard depth < 2 else { return nil }
    return holders.lazy.compactMap { holder in
      value[holder].flatMap {
        find(in: $0, names: Self.names[...], path: path + holder + ".", depth: depth + 1)
      }
    }.first
  }

  /// Names of columns of a table that hold the id of a user. `user` is not one of them: it may hold what the user says.
  private static let columns: Set<String> = [
    "user_id", "userid", "metadata.user_id", "safety_identifier", "user.id", "enduser.id",
  ]

  /// Returns the column of a table that holds the ids of users; `nil` if there is none.
  static func column(in header: [String]) -> Int? {
    header.firstIndex { name in
      columns.contains(name.trimmingWhitespace.lowercased().replacing(" ", with: "_"))
    }
  }
}
