package import CoachModel

extension CopyKey {
  /// The text of a notice; `nil` for a kind that this version does not know.
  package static func notice(_ kind: NoticeKind, at moment: NoticeMoment) -> CopyKey? {
    switch (kind, moment) {
    case (.ai, .start): .noticeAIStart
    case (.ai, .interval): .noticeAIReminder
    case (.break, _): .noticeBreak
    default: nil
    }
  }
}
