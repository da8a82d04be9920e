public import CoachModel
public import Documents
public import SourceFiles

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

  /// A domain's share of what was talked about.
  public struct Share: Sendable, Hashable {
    /// The id of the domain.
    public var domain: String
    /// The share, from 0 to 1.
    public var share: Double
  }

  /// What is used, in the order of the categories.
  public var items: [Item]
  /// What is only proposed: none of it is used before the person confirms it.
  public var proposals: [Item]
  /// What keeps coming back, the most important first.
  public var patterns: [PatternSummary.Theme]
  /// What has changed.
  public var growth: [String]
  /// How the person likes to be coached, in words.
  public var style: [String]
  /// Whether the person set the style, rather than that it was inferred.
  public var isStyleChosen: Bool
  /// What was talked about, the most frequent first.
  public var shares: [Share]
}

extension PersonRecord {
  /// Returns what is known about the person, for the person to see.
  public func learned(on today: CalendarDay) -> LearnedKnowledge {
    let summary = patterns.summary
    return LearnedKnowledge(
      items: ProfileCategory.inOrder(profile.usable.map(\.category)).flatMap { category in
        profile.usable.filter { $0.category == category }.map { LearnedKnowledge.Item($0) }
      }, proposals: profile.proposals.map { LearnedKnowledge.Item($0) },
      patterns: summary.ranked, growth: summary.growth,
      style: (style.chosen ?? style.inferred)?.words ?? [], isStyleChosen: style.chosen != nil,
      shares: SignalSummary(signals, at: today.unixTime).domains.map {
        LearnedKnowledge.Share(domain: $0.domain, share: $0.share)
      })
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
      .list("patterns", \.patterns, PatternSummary.Theme.members.form),
      .list("growth", \.growth, .text), .list("style", \.style, .text),
      .optional("is_style_chosen", \.isStyleChosen, .bool, default: false),
      .list("shares", \.shares, Share.members.form)
    ) {
      LearnedKnowledge(
        items: $0.items, proposals: $0.proposals, patterns: $0.patterns, growth: $0.growth,
        style: $0.style, isStyleChosen: $0.isStyleChosen,
        shares: $0.shares)
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

extension LearnedKnowledge.Share {
  static let members = JSONObjectForm<LearnedKnowledge.Share>(
    "the share of a domain", .required("domain", \.domain, .text),
    .required("share", \.share, .number(in: 0...1))
  ) { LearnedKnowledge.Share(domain: $0.domain, share: $0.share) }
}
