import CoachModel
public import Documents
public import SourceFiles

extension PersonProfile: JSONConvertible {
  static let members = JSONObjectForm<PersonProfile>(
    "a person's profile", .list("items", \.items, ProfileItem.members.form),
    .list("removed", \.tombstones, Tombstone.members.form),
    .required("salt", \.salt, .filledText)
  ) { PersonProfile(items: $0.items, tombstones: $0.tombstones, salt: $0.salt) }

  package static let document = JSONDocumentForm(members)

  /// The profile as JSON.
  public var json: JSONValue { Self.document.json(self) }

  /// Reads a profile from JSON. Throws ``SourceError`` with the kind and the location of the problem.
  public init(json: JSONValue) throws(SourceError) { self = try Self.document.read(json) }
}

extension ProfileItem {
  static let members = JSONObjectForm<ProfileItem>(
    "an item of a profile", .required("id", \.id, .filledText),
    .required("category", \.category, .name(among: ProfileCategory.standard)),
    .required("text", \.text, .text),
    .required("source", \.source, .choice), .required("state", \.state, .choice),
    .required("learned", \.learned, .day), .required("changed", \.changed, .day),
    .optional("confidence", \.confidence, .number(in: 0...1)),
    .list("evidence", \.evidence, Evidence.members.form),
    .optional("is_kept", \.isKept, .bool, default: false)
  ) {
    ProfileItem(
      id: $0.id, category: $0.category, text: $0.text, source: $0.source, state: $0.state,
      learned: $0.learned, changed: $0.changed,
      confidence: $0.confidence, evidence: $0.evidence, isKept: $0.isKept)
  }
}

extension ProfileItem {
  /// The item as JSON, as in a profile.
  public var json: JSONValue { Self.members.form.write(self) }
}

extension ProfileItem.Evidence {
  static let members = JSONObjectForm<ProfileItem.Evidence>(
    "evidence", .optional("quote", \.quote, .text),
    .required("conversation", \.conversation, .filledText),
    .required("session", \.session, .filledText), .optional("message", \.message, .filledText)
  ) {
    ProfileItem.Evidence(
      quote: $0.quote, conversation: $0.conversation, session: $0.session, message: $0.message)
  }
}

extension Tombstone {
  static let members = JSONObjectForm<Tombstone>(
    "a removed item", .required("id", \.id, .filledText), .required("reason", \.reason, .choice),
    .required("day", \.day, .day), .list("wordings", \.wordings, WordingDigest.members.form),
    .list("sources", \.sources, .text)
  ) {
    Tombstone(id: $0.id, reason: $0.reason, day: $0.day, wordings: $0.wordings, sources: $0.sources)
  }
}

extension WordingDigest {
  static let members = JSONObjectForm<WordingDigest>(
    "digests of a wording", .required("whole", \.whole, .text), .list("words", \.words, .text)
  ) { WordingDigest(whole: $0.whole, words: $0.words) }
}

extension ProfileDraft {
  static let members = JSONObjectForm<ProfileDraft>(
    "a draft of an item", .required("category", \.category, .name(among: ProfileCategory.standard)),
    .required("text", \.text, .text), .required("source", \.source, .choice),
    .required("confidence", \.confidence, .number(in: 0...1)),
    .list("evidence", \.evidence, ProfileItem.Evidence.members.form)
  ) {
    ProfileDraft(
      category: $0.category, text: $0.text, source: $0.source, confidence: $0.confidence,
      evidence: $0.evidence)
  }
}
