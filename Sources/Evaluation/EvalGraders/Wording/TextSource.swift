import SourceFiles

/// The text of a message that a grader reads.
enum TextSource: String, CaseIterable {
  /// The text that the person reads.
  case shown
  /// The reply with its tags.
  case reply

  /// Reads the option `of`; without it, graders read what the person reads.
  init(_ options: GraderOptions) throws(SourceError) {
    self = try options.choice("of").flatMap(Self.init) ?? .shown
  }

  func text(of message: CoachMessage) -> String {
    switch self {
    case .shown: message.visibleText
    case .reply: message.events.writtenText
    }
  }
}
