public import CoachModel

/// A notice that a person is to be given now.
public struct DueNotice: Sendable, Hashable {
  /// What it tells.
  public var kind: NoticeKind
  /// What makes it due.
  public var moment: NoticeMoment
  /// The id of the file of duties that asks for it.
  public var jurisdiction: String

  /// Creates a notice.
  public init(kind: NoticeKind, moment: NoticeMoment, jurisdiction: String) {
    self.kind = kind
    self.moment = moment
    self.jurisdiction = jurisdiction
  }
}
