import SourceFiles

/// A conversation as a file has it, before it is known who is who.
struct ImportedChat {
  /// The id that the file gives it.
  var id: String?
  var title: String?
  var tags: [String] = []
  var cluster: String?
  var messages: [ImportedMessage] = []
  /// Where it begins.
  var place: SourcePlace
  /// What is wrong with it; when there is anything it is left out as a whole.
  var problems: [Diagnostic] = []
}

/// A message as a file has it.
struct ImportedMessage {
  /// The word that the file has for who speaks.
  var speaker: String
  var text: String
  /// Where the speaker is named.
  var place: SourcePlace
}

/// A place in a file that is looked for only when something must be said about it.
struct SourcePlace {
  /// The bytes of the JSON text, or from a place on.
  var range: Range<Int>
  /// The value in that JSON text.
  var path: [JSONStep] = []

  func offset(in file: SourceFile) -> Int {
    path.isEmpty ? range.lowerBound : JSONPlace.offset(of: path, in: file.bytes[range])
  }

  /// The place of something inside.
  func appending(_ steps: JSONStep...) -> SourcePlace {
    SourcePlace(range: range, path: path + steps)
  }
}

extension Diagnostic {
  /// A diagnostic at a place of a file.
  init(
    _ code: String, _ message: String, severity: Severity = .error, in file: SourceFile,
    at place: SourcePlace, hint: String?
  ) {
    self.init(
      code, message, severity: severity, in: file, at: place.offset(in: file), hint: hint)
    // A line of JSON may hold a whole chat.
    if let excerpt, excerpt.utf8.count > 160 { self.excerpt = nil }
  }
}

/// What a reader of some format makes of a file.
struct ReadChats {
  /// The format's name.
  var format: String
  /// What was recognised, in words for the user.
  var seen: String
  var chats: [ImportedChat] = []
  /// What is wrong with the file as a whole, or with a part that belongs to no chat.
  var problems: [Diagnostic] = []
  var notes = ImportNotes()
  /// How many chats could not even be begun.
  var lostChats = 0
}
