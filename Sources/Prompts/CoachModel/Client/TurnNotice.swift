package import Documents

/// A notice that a law asks for, as the person sees it.
public struct TurnNotice: Sendable, Hashable {
  /// What it tells. A kind that this version does not know is shown all the same: ``text`` says everything.
  public var kind: NoticeKind
  /// The id of the file of duties that asks for it, such as `us-ny`.
  public var jurisdiction: String
  /// The text for the person.
  public var text: String

  /// Creates a notice.
  public init(kind: NoticeKind, jurisdiction: String, text: String) {
    self.kind = kind
    self.jurisdiction = jurisdiction
    self.text = text
  }

  package static let members = JSONObjectForm<TurnNotice>(
    "a notice", .required("kind", \.kind, .noticeKind),
    .required("jurisdiction", \.jurisdiction, .text), .required("text", \.text, .text)
  ) { TurnNotice(kind: $0.kind, jurisdiction: $0.jurisdiction, text: $0.text) }
}
