package import Documents
import SourceFiles

/// What a notice that a law asks for tells a person.
///
/// The set is open: an app in the store meets kinds that a newer server knows, and shows their texts.
public struct NoticeKind: RawRepresentable, Sendable, Hashable {
  /// The name: lower-case letters, digits and `_`, beginning with a letter.
  public let rawValue: String

  /// Creates a kind; `nil` if the text is not a name.
  public init?(rawValue: String) {
    guard rawValue.isIdentifier() else { return nil }
    self.rawValue = rawValue
  }

  private init(known name: String) { rawValue = name }

  /// The coach is an AI and not a person.
  public static let ai = NoticeKind(known: "ai")
  /// A break would be good.
  public static let `break` = NoticeKind(known: "break")
  /// The kinds of this version, in the order in which they are shown.
  public static let known = [ai, `break`]
}

extension NoticeKind: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}

extension JSONForm where Value == NoticeKind {
  /// The name of a kind of notice.
  package static var noticeKind: JSONForm { .name(among: NoticeKind.known) }
}

/// What made a notice due. The raw values are stored and sent.
public enum NoticeMoment: String, Sendable, Hashable, CaseIterable {
  /// The person began to write.
  case start
  /// The person has been writing for some hours.
  case interval
}
