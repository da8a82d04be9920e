import CoachModel
import Documents
import SourceFiles

/// A conversation as a file contains it, before its speakers are identified.
struct ImportedChat {
  /// The id in the file.
  var id: String?
  var title: String?
  var tags: [String] = []
  var cluster: String?
  /// The field from which the cluster was taken without having been named; `nil` for a column that the user named.
  var clusterField: String?
  /// The kind, domain and language of the conversation, where the file states them.
  var kind: ConversationKind?
  var domain: String?
  var language: String?
  /// The conversation of which the chat is one request; `nil` for a whole conversation.
  var thread: String?
  var messages: [ImportedMessage] = []
  /// The position at which the chat begins.
  var place: SourcePlace
  /// Problems of the chat; if there are any, the whole chat is left out.
  var problems: [Diagnostic] = []

  /// Puts the chat into a cluster; a second one is a problem, which is reported once.
  mutating func join(_ cluster: String?, in file: SourceFile, at place: SourcePlace) {
    guard let cluster else { return }
    guard let own = self.cluster, own != cluster else {
      self.cluster = cluster
      return
    }
    guard !problems.contains(where: { $0.code == "import.cluster" }) else { return }
    problems.append(
      Diagnostic(
        "import.cluster", "this chat is in the clusters '\(own)' and '\(cluster)'", in: file,
        at: place, hint: "a chat belongs to one; correct the row"))
  }
}

extension ImportedChat {
  /// Puts the chat into the cluster of a user, unless the user of the import named a field for clusters.
  mutating func join(_ user: UserIdentity?, in file: SourceFile, at place: SourcePlace) {
    guard let user else { return }
    clusterField = user.field
    join(user.cluster, in: file, at: place)
  }
}

/// A message as a file contains it.
struct ImportedMessage {
  /// The word for the speaker in the file.
  var speaker: String
  var text: String
  /// The position at which the speaker is named.
  var place: SourcePlace
}

/// A position in a file, which is computed only if a diagnostic needs it.
struct SourcePlace {
  /// The bytes of the JSON text; of another format, those from a position on.
  var range: Range<Int>
  /// The path to the value in that JSON text.
  var path: [JSONStep] = []

  func offset(in file: SourceFile) -> Int {
    path.isEmpty ? range.lowerBound : JSONIndex.offset(of: path, in: file.bytes[range])
  }

  /// Returns the position of a value inside.
  func appending(_ steps: JSONStep...) -> SourcePlace {
    SourcePlace(range: range, path: path + steps)
  }

  /// Returns the positions of the elements of the list here.
  ///
  /// Each is located from its own start: walking through all elements before it would take too long.
  func elements(in file: SourceFile) -> [SourcePlace] {
    JSONIndex.elementRanges(of: path, in: file.bytes[range]).map { SourcePlace(range: $0) }
  }
}

extension Diagnostic {
  /// Creates a diagnostic at a position in a file.
  init(
    _ code: String, _ message: String, severity: Severity = .error, in file: SourceFile,
    at place: SourcePlace, hint: String?
  ) {
    self.init(
      code, message, severity: severity, in: file, at: place.offset(in: file), hint: hint)
    // A line of JSON may contain a whole chat.
    if let excerpt, excerpt.text.utf8.count > 160 { self.excerpt = nil }
  }
}

/// The result of reading a file in one format.
struct ReadChats {
  var format: String
  /// What was recognised, in words for the user.
  var seen: String
  var chats: [ImportedChat] = []
  /// Problems of the file as a whole, or of a part that belongs to no chat.
  var problems: [Diagnostic] = []
  var notes = ImportNotes()
  /// The number of chats that could not be read at all.
  var lostChats = 0
}
