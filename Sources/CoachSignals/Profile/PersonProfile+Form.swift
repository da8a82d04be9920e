import CoachModel
public import JSON
public import SourceFiles

extension PersonProfile: JSONConvertible {
  static let members = JSONObjectForm<PersonProfile>(
    "a person's profile", .list("items", \.items, ProfileItem.members.form),
    .list("removed", \.tombstones, Tombstone.members.form),
    .required("salt", \.salt, .filledText)
  ) { PersonProfile(items: $1, tombstones: $2, salt: $3) }

  package static let document = JSONDocumentForm(members)

  /// The profile as JSON.
  public var json: JSONValue { Self.document.json(self) }

  /// Reads a profile from JSON. Throws ``SourceError`` with the kind and the location of the problem.
  public init(json: JSONValue) throws(SourceError) { self = try Self.document.read(json) }
}

extension ProfileItem {
  static let members = JSONObjectForm<ProfileItem>(
    "an item of a profile", .required("id", \.id, .filledText),
    .required("category", \.category, .choice), .required("text", \.text, .text),
    .required("source", \.source, .choice), .required("state", \.state, .choice),
    .required("learned", \.learned, .day), .required("changed", \.changed, .day),
    .optional("confidence", \.confidence, .number(in: 0...1)),
    .list("evidence", \.evidence, Evidence.members.form)
  ) {
    ProfileItem(
      id: $1, category: $2, text: $3, source: $4, state: $5, learned: $6, changed: $7,
      confidence: $8, evidence: $9)
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
  ) { ProfileItem.Evidence(quote: $1, conversation: $2, session: $3, message: $4) }
}

extension Tombstone {
  static let members = JSONObjectForm<Tombstone>(
    "a removed item", .required("id", \.id, .filledText), .required("reason", \.reason, .choice),
    .required("day", \.day, .day), .list("wordings", \.wordings, WordingDigest.members.form),
    .list("sources", \.sources, .text)
  ) { Tombstone(id: $1, reason: $2, day: $3, wordings: $4, sources: $5) }
}

extension WordingDigest {
  static let members = JSONObjectForm<WordingDigest>(
    "digests of a wording", .required("whole", \.whole, .text), .list("words", \.words, .text)
  ) { WordingDigest(whole: $1, words: $2) }
}

extension ProfileDraft {
  static let members = JSONObjectForm<ProfileDraft>(
    "a draft of an item", .required("category", \.category, .choice),
    .required("text", \.text, .text), .required("source", \.source, .choice),
    .required("confidence", \.confidence, .number(in: 0...1)),
    .list("evidence", \.evidence, ProfileItem.Evidence.members.form)
  ) { ProfileDraft(category: $1, text: $2, source: $3, confidence: $4, evidence: $5) }
}
