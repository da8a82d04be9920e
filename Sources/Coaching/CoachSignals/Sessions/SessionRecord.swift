public import CoachModel
import Documents

/// What is kept of a session that is over.
public struct SessionRecord: Sendable, Hashable {
  /// The id of the session.
  public var id: String
  /// The caller's id of the conversation.
  public var conversation: String
  /// The stage of the product.
  public var kind: ConversationKind
  /// The person's day on which it began.
  public var day: CalendarDay
  /// The time of its last message, in seconds since 1970.
  public var endedAt: Double
  /// Why it ended.
  public var end: SessionEnd
  /// Its size.
  public var figures: SessionFigures
  /// The number of turns in each domain, by its id.
  public var domains: [String: Int]
  /// The coach's notes; `nil` if there are none.
  public var summary: String?
  /// The title for the person; `nil` if there is none.
  public var title: String?
  /// The question that it left open; `nil` if there is none.
  public var openQuestion: String?
  /// What it was about, in a few words each.
  public var themes: [String]
  /// The goals on which the person told of progress.
  public var progress: [GoalMention]
  /// How the person answered each kind of reply.
  var style: StyleEvidence

  init(
    id: String, conversation: String, kind: ConversationKind, day: CalendarDay, endedAt: Double,
    end: SessionEnd, figures: SessionFigures, domains: [String: Int], summary: String? = nil,
    title: String? = nil, openQuestion: String? = nil, themes: [String] = [],
    progress: [GoalMention] = [], style: StyleEvidence = StyleEvidence()
  ) {
    self.id = id
    self.conversation = conversation
    self.kind = kind
    self.day = day
    self.endedAt = endedAt
    self.end = end
    self.figures = figures
    self.domains = domains
    self.summary = summary
    self.title = title
    self.openQuestion = openQuestion
    self.themes = themes
    self.progress = progress
    self.style = style
  }
}

extension SessionRecord {
  /// The signal that the session was completed.
  var completion: DatedSignal {
    DatedSignal(
      id: "\(id)/completed", time: endedAt, session: id, signal: .sessionCompleted(figures))
  }
}

extension SessionRecord {
  static let members = JSONObjectForm<SessionRecord>(
    "a session that is over", .required("id", \.id, .filledText),
    .required("conversation", \.conversation, .filledText),
    .required("kind", \.kind, .conversationKind),
    .required("day", \.day, .day), .required("ended_at", \.endedAt, .unixTime),
    .required("end", \.end, .choice), .required("figures", \.figures, SessionFigures.members.form),
    .optional("domains", \.domains, .map(.integer()), default: [:]),
    .optional("summary", \.summary, .text), .optional("title", \.title, .text),
    .optional("open_question", \.openQuestion, .text),
    .list("themes", \.themes, .text), .list("progress", \.progress, GoalMention.members.form),
    .optional("style", \.style, StyleEvidence.form, default: StyleEvidence())
  ) {
    SessionRecord(
      id: $0.id, conversation: $0.conversation, kind: $0.kind, day: $0.day, endedAt: $0.endedAt,
      end: $0.end, figures: $0.figures, domains: $0.domains,
      summary: $0.summary, title: $0.title, openQuestion: $0.openQuestion, themes: $0.themes,
      progress: $0.progress, style: $0.style)
  }
}
