public import CoachModel
public import Documents
public import SourceFiles
import TextAnalysis

/// What is known about a person, for the person to see: "What I've learned".
public struct LearnedKnowledge: Sendable, Hashable {
  /// Something that was said or inferred.
  public struct Item: Sendable, Hashable {
    /// The id by which the person confirms, edits or removes it.
    public var id: String
    /// What kind of thing it is.
    public var category: ProfileCategory
    /// The item in words.
    public var text: String
    /// Where it comes from.
    public var source: ContextProfile.Item.Source
    /// The person's day on which it was learned.
    public var learned: CalendarDay
    /// Whether it has the person's own wording.
    public var isEdited: Bool
    /// Words of the person that support it; `nil` if none are kept.
    public var quote: String?
  }

  /// Something that keeps coming back.
  public struct Pattern: Sendable, Hashable {
    /// The id by which the person removes it.
    public var id: String
    /// The theme with its frequency.
    public var theme: PatternSummary.Theme
  }

  /// What has changed, or how to talk with the person.
  public struct Note: Sendable, Hashable {
    /// The id by which the person removes it.
    public var id: String
    /// The note in words.
    public var text: String
  }

  /// How the person likes to be coached in general, or in a domain.
  public struct Style: Sendable, Hashable {
    /// The id by which the person removes it.
    public var id: String
    /// The id of the domain; `nil` for the style in general.
    public var domain: String?
    /// The style in the person's language, a few words for each dimension; empty for a balanced style.
    public var words: [String]
    /// Whether the person set it, rather than that it was inferred.
    public var isChosen: Bool
  }

  /// How a goal came along.
  public struct Progress: Sendable, Hashable {
    /// The id by which the person removes it.
    public var id: String
    /// The progress of the goal, which has the id of the item of the profile.
    public var progress: GoalProgress
    /// The progress as a sentence in the person's language.
    public var text: String
  }

  /// A domain's share of what was talked about.
  public struct Share: Sendable, Hashable {
    /// The id by which the person removes it.
    public var id: String
    /// The share of the domain.
    public var share: DomainShare
  }

  /// What is used, in the order of the categories.
  public var items: [Item]
  /// What is only proposed: none of it is used before the person confirms it.
  public var proposals: [Item]
  /// What keeps coming back, the most important first.
  public var patterns: [Pattern]
  /// What has changed.
  public var growth: [Note]
  /// How to talk with the person, as the coach is told.
  public var styleNotes: [Note]
  /// How the person likes to be coached in general, in words.
  public var style: [String]
  /// Whether the person set the general style, rather than that it was inferred.
  public var isStyleChosen: Bool
  /// How the person likes to be coached in general, and in each domain of which something is known.
  public var styles: [Style]
  /// The goals on which the person told of progress, the latest first.
  public var progress: [Progress]
  /// What was talked about, the most frequent first.
  public var shares: [Share]
}

extension PersonRecord {
  /// Returns what is known about the person, for the person to see. Each part has an id that ``remove(_:at:on:)`` takes.
  public func learned(on today: CalendarDay) -> LearnedKnowledge {
    let summary = patterns.summary
    func notes(_ texts: [String]) -> [LearnedKnowledge.Note] {
      texts.map { LearnedKnowledge.Note(id: insightID(ofPattern: $0), text: $0) }
    }
    let styles = learnedStyles
    let general = styles.first { $0.domain == nil }
    return LearnedKnowledge(
      items: ProfileCategory.inOrder(profile.usable.map(\.category)).flatMap { category in
        profile.usable.filter { $0.category == category }.map { LearnedKnowledge.Item($0) }
      }, proposals: profile.proposals.map { LearnedKnowledge.Item($0) },
      patterns: summary.ranked.map {
        LearnedKnowledge.Pattern(id: insightID(ofPattern: $0.text), theme: $0)
      }, growth: notes(summary.growth), styleNotes: notes(summary.styleNotes),
      style: general?.words ?? [], isStyleChosen: general?.isChosen ?? false, styles: styles,
      progress: goalProgress(on: today).map {
        LearnedKnowledge.Progress(
          id: LearnedKnowledge.ID.progress($0.id).text, progress: $0,
          text: $0.sentence(in: language))
      },
      shares: SignalSummary.domains(in: signals, without: dismissedDomains).map {
        LearnedKnowledge.Share(id: LearnedKnowledge.ID.share($0.domain).text, share: $0)
      })
  }

  /// The style in general, then those of domains. What is balanced is shown only where the person set it.
  private var learnedStyles: [LearnedKnowledge.Style] {
    let domains = Set(style.domains.keys).union(style.chosenDomains.keys).sorted()
    return ([nil] + domains).compactMap { domain -> LearnedKnowledge.Style? in
      let chosen = domain.map { style.chosenDomains[$0] } ?? style.chosen
      let inferred = domain.map { style.domains[$0] } ?? style.inferred
      guard let shown = chosen ?? inferred else { return nil }
      let words = shown.words(in: language)
      // What is inferred for a domain is not used where the person set a general style.
      guard chosen != nil || !words.isEmpty && (domain == nil || style.chosen == nil) else {
        return nil
      }
      return LearnedKnowledge.Style(
        id: LearnedKnowledge.ID.style(domain: domain, isChosen: chosen != nil).text,
        domain: domain, words: words, isChosen: chosen != nil)
    }
  }
}

extension GoalProgress {
  /// The progress as a sentence for the person, in English, Spanish or German, and in English for other languages.
  public func sentence(in language: String) -> String {
    switch language.languageCode {
    case "es":
      "Meta: \(goal) – mencionaste avances en "
        + (sessions == 1 ? "una sesión reciente" : "\(sessions) sesiones recientes")
    case "de":
      "Ziel: \(goal) – du hast in "
        + (sessions == 1 ? "einem der letzten Gespräche" : "\(sessions) der letzten Gespräche")
        + " von Fortschritten erzählt"
    default:
      "Goal: \(goal) – mentioned positive progress in "
        + (sessions == 1 ? "1 recent session" : "\(sessions) recent sessions")
    }
  }
}

extension LearnedKnowledge.Item {
  package init(_ item: ProfileItem) {
    self.init(
      id: item.id, category: item.category, text: item.text, source: item.source,
      learned: item.learned, isEdited: item.state == .edited,
      quote: item.evidence.lazy.compactMap(\.quote).first)
  }
}

extension LearnedKnowledge: JSONConvertible {
  package static let document = JSONDocumentForm(
    JSONObjectForm<LearnedKnowledge>(
      "what was learned", .required("items", \.items, .list(Item.members.form)),
      .required("proposals", \.proposals, .list(Item.members.form)),
      .list("patterns", \.patterns, Pattern.members.form),
      .list("growth", \.growth, Note.members.form),
      .list("style_notes", \.styleNotes, Note.members.form), .list("style", \.style, .text),
      .optional("is_style_chosen", \.isStyleChosen, .bool, default: false),
      .list("styles", \.styles, Style.members.form),
      .list("progress", \.progress, Progress.members.form),
      .list("shares", \.shares, Share.members.form)
    ) {
      LearnedKnowledge(
        items: $0.items, proposals: $0.proposals, patterns: $0.patterns, growth: $0.growth,
        styleNotes: $0.styleNotes, style: $0.style, isStyleChosen: $0.isStyleChosen,
        styles: $0.styles, progress: $0.progress, shares: $0.shares)
    })

  /// The knowledge as JSON.
  public var json: JSONValue { Self.document.json(self) }

  /// Reads knowledge from JSON, without what a newer server may have added. Throws ``SourceError`` with the kind and the
  /// location of the problem.
  public init(json: JSONValue) throws(SourceError) {
    self = try Self.document.read(json, allowingUnknown: true)
  }
}

extension LearnedKnowledge.Item {
  static let members = JSONObjectForm<LearnedKnowledge.Item>(
    "a learned item", .required("id", \.id, .text),
    .required("category", \.category, .name(among: ProfileCategory.standard)),
    .required("text", \.text, .text), .required("source", \.source, .choice),
    .required("learned", \.learned, .day),
    .optional("is_edited", \.isEdited, .bool, default: false), .optional("quote", \.quote, .text)
  ) {
    LearnedKnowledge.Item(
      id: $0.id, category: $0.category, text: $0.text, source: $0.source, learned: $0.learned,
      isEdited: $0.isEdited, quote: $0.quote)
  }
}

extension LearnedKnowledge.Pattern {
  static let members = JSONObjectForm<LearnedKnowledge.Pattern>(
    "a learned pattern", .required("id", \.id, .text),
    .required("theme", \.theme.text, .filledText),
    .required("count", \.theme.count, .integer(from: PatternSummary.minimumOccurrences)),
    .required("domains", \.theme.domains, .list(.filledText)),
    .required("last_seen", \.theme.lastSeen, .filledText)
  ) {
    LearnedKnowledge.Pattern(
      id: $0.id,
      theme: PatternSummary.Theme(
        text: $0[\.theme.text], count: $0[\.theme.count], domains: $0[\.theme.domains],
        lastSeen: $0[\.theme.lastSeen]))
  }
}

extension LearnedKnowledge.Note {
  static let members = JSONObjectForm<LearnedKnowledge.Note>(
    "a learned note", .required("id", \.id, .text), .required("text", \.text, .text)
  ) { LearnedKnowledge.Note(id: $0.id, text: $0.text) }
}

extension LearnedKnowledge.Style {
  static let members = JSONObjectForm<LearnedKnowledge.Style>(
    "a learned style", .required("id", \.id, .text), .optional("domain", \.domain, .text),
    .list("words", \.words, .text),
    .optional("is_chosen", \.isChosen, .bool, default: false)
  ) {
    LearnedKnowledge.Style(
      id: $0.id, domain: $0.domain, words: $0.words, isChosen: $0.isChosen)
  }
}

extension LearnedKnowledge.Progress {
  static let members = JSONObjectForm<LearnedKnowledge.Progress>(
    "the learned progress of a goal", .required("id", \.id, .text),
    .required("item", \.progress.id, .filledText),
    .required("goal", \.progress.goal, .filledText),
    .required("sessions", \.progress.sessions, .integer(from: 1)),
    .required("last", \.progress.last, .filledText), .required("text", \.text, .text)
  ) {
    LearnedKnowledge.Progress(
      id: $0.id,
      progress: GoalProgress(
        id: $0[\.progress.id], goal: $0[\.progress.goal], sessions: $0[\.progress.sessions],
        last: $0[\.progress.last]), text: $0.text)
  }
}

extension LearnedKnowledge.Share {
  static let members = JSONObjectForm<LearnedKnowledge.Share>(
    "the learned share of a domain", .required("id", \.id, .text),
    .required("domain", \.share.domain, .text),
    .required("share", \.share.share, .number(in: 0...1))
  ) {
    LearnedKnowledge.Share(
      id: $0.id, share: DomainShare(domain: $0[\.share.domain], share: $0[\.share.share]))
  }
}
