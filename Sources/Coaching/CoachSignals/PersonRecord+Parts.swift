import CoachModel

/// What becomes of one stored property of a record when two copies are merged, and when something is forgotten.
///
/// Every property has an entry in ``PersonRecord/parts``, and merging and forgetting do nothing but run the entries, so
/// that no property can be left out of either. A test compares the entries with the properties, the members of the JSON
/// form and its schema, and lists what is missing.
struct RecordPart: Sendable {
  /// Changes `merged`, which begins as a copy of the first record, by what the second one has.
  typealias Merging = @Sendable (_ merged: inout PersonRecord, _ copies: MergedCopies) -> Void

  /// What is removed when something is forgotten.
  enum Forgetting: Sendable {
    /// Nothing, for a reason.
    case nothing(because: String)
    /// What comes from something that was forgotten. `origins` returns where the values of the property come from: what no
    /// property names is not looked for.
    case removing(
      origins: @Sendable (PersonRecord) -> [RecordOrigin],
      @Sendable (inout PersonRecord, ForgottenTraces) -> Void)
  }

  /// The name of the property.
  var property: String
  /// The name of the member in JSON.
  var member: String
  var merge: Merging
  var forgetting: Forgetting

  init(
    _ property: String, as member: String? = nil, merging merge: @escaping Merging,
    forgetting: Forgetting
  ) {
    self.property = property
    self.member = member ?? property
    self.merge = merge
    self.forgetting = forgetting
  }

  /// A property of which the first copy's value stays.
  static func kept(_ property: String, as member: String? = nil, because reason: String)
    -> RecordPart
  {
    RecordPart(
      property, as: member, merging: { _, _ in }, forgetting: .nothing(because: reason))
  }
}

/// Where a value of a record comes from.
struct RecordOrigin: Sendable, Hashable {
  var conversation: String
  /// The message; `nil` for what comes from a conversation as a whole.
  var message: String?
}

/// The two copies of a record that are merged.
struct MergedCopies: Sendable {
  var first: PersonRecord
  var second: PersonRecord
  /// What was forgotten in either.
  var forgotten: ForgottenIDs

  /// The copies that know of everything that was forgotten.
  var informed: [PersonRecord] { [first, second].filter { $0.forgotten == forgotten } }
  /// The copies with patterns and words that may be about what was forgotten.
  var uninformed: [PersonRecord] { [first, second].filter { $0.forgotten != forgotten } }

  /// Whether the whole history was forgotten in the other copy, without this one.
  func isCleared(_ copy: PersonRecord) -> Bool {
    copy.forgotten.histories < forgotten.histories
      || !forgotten.clearings.isSubset(of: copy.forgotten.clearings)
  }

  /// Returns the profile of a copy, of which what the person decided about stays where the history was forgotten.
  func profile(of copy: PersonRecord) -> PersonProfile {
    var profile = copy.profile
    if isCleared(copy) { profile.keepDecided() }
    return profile
  }
}

/// What in a record comes from something that was forgotten.
struct ForgottenTraces: Sendable {
  var conversations: Set<String>
  var messages: Set<String>
  /// The sessions on which there may be no notes.
  var unnoted: Set<String>
  /// The sessions that are forgotten as a whole.
  var gone: Set<String>
  /// The sessions of which something is forgotten, if anything of it is left in the record.
  var changed: Set<String>

  /// Whether nothing of a forgotten conversation or message is left.
  var isEmpty: Bool { conversations.isEmpty && messages.isEmpty }

  /// Whether a conversation or message is forgotten.
  func contains(conversation: String, message: String?) -> Bool {
    conversations.contains(conversation) || message.map(messages.contains) ?? false
  }
}

extension PersonRecord {
  /// All stored properties, in the order in which they are merged and forgotten: what was forgotten comes first, sessions
  /// before what is compared with them, and the style, which follows from what is left, last.
  static let parts: [RecordPart] = [
    .kept("id", because: "copies of one person have one id"),
    .kept("name", because: "a setting of the person, the same in every conversation"),
    .kept("language", because: "a setting"),
    .kept("region", because: "a setting"),
    .kept("jurisdiction", because: "a setting"),
    .kept("ageGroup", as: "age_group", because: "a setting"),
    .kept("timeZone", as: "time_zone", because: "a setting"),
    RecordPart(
      "forgotten", merging: { $0.forgotten = $1.forgotten },
      forgetting: .nothing(because: "digests only, which keep what was forgotten away")),
    RecordPart("profile") { merged, copies in
      let (first, second) = (copies.profile(of: copies.first), copies.profile(of: copies.second))
      merged.profile = first.merged(with: second, language: merged.language)
    } origins: { record in
      record.profile.items.flatMap {
        $0.evidence.map { RecordOrigin(conversation: $0.conversation, message: $0.message) }
      }
    } forgetting: { record, traces in
      record.profile.forget {
        traces.contains(conversation: $0.conversation, message: $0.message)
      }
    },
    RecordPart("sessions") {
      $0.sessions = $1.first.sessions.merged(with: $1.second.sessions)
    } origins: { record in
      record.sessions.records.map { RecordOrigin(conversation: $0.conversation) }
    } forgetting: { record, traces in
      record.sessions.removeNotes(of: traces.unnoted)
      record.sessions.forget(conversations: traces.conversations)
    },
    RecordPart("signals") {
      $0.signals = $1.first.signals.merged(with: $1.second.signals)
    } origins: { _ in
      []
    } forgetting: { record, traces in
      record.signals.forget { $0.session.map { traces.gone.contains($0) } ?? false }
    },
    RecordPart("memory") {
      $0.memory = $1.first.memory.merged(with: $1.second.memory)
    } origins: { record in
      record.memory.sessions.flatMap { session in
        session.messages.map {
          RecordOrigin(conversation: session.conversation, message: $0.id)
        } + [RecordOrigin(conversation: session.conversation)]
      }
    } forgetting: { record, traces in
      record.memory.remove(conversations: traces.conversations)
      record.memory.remove(messages: traces.messages)
    },
    RecordPart("patterns") { merged, copies in
      let (language, salt) = (merged.language, merged.profile.salt)
      let patterns =
        copies.informed.map(\.patterns) + copies.uninformed.map(\.patterns.withoutThemes)
      merged.patterns = patterns.reduce(PatternMemory()) {
        $0.merged(with: $1, language: language, salt: salt)
      }
    } origins: { _ in
      []
    } forgetting: { record, traces in
      record.patterns.forget(sessions: traces.changed)
    },
    RecordPart("events") {
      let events = Dictionary(($1.first.events + $1.second.events).map { ($0.id, $0) }) {
        known, _ in known
      }
      $0.events = events.values.sorted { ($0.day, $0.id) < ($1.day, $1.id) }
    } origins: { record in
      record.events.map { RecordOrigin(conversation: $0.conversation, message: $0.message) }
    } forgetting: { record, traces in
      record.events.removeAll {
        traces.contains(conversation: $0.conversation, message: $0.message)
      }
    },
    RecordPart("open") {
      $0.mergeOpen($1.second.open)
    } origins: { record in
      record.open.flatMap { session in
        session.messages.map {
          RecordOrigin(conversation: session.conversation, message: $0.id)
        } + [RecordOrigin(conversation: session.conversation)]
      }
    } forgetting: { record, traces in
      let sessions = record.open.map { record.withoutForgotten($0) }
      record.open = sessions.filter {
        !traces.conversations.contains($0.conversation)
          && (traces.isEmpty || !$0.messages.isEmpty)
      }
    },
    RecordPart(
      "offers", merging: { $0.offers = $1.first.offers.merged(with: $1.second.offers) },
      forgetting: .nothing(because: "answers to our own questions, without words of the person")),
    RecordPart(
      "reflections",
      merging: { $0.reflections = $1.first.reflections.merged(with: $1.second.reflections) },
      forgetting: .nothing(because: "days only")),
    RecordPart(
      "nudges", merging: { $0.nudges = $1.first.nudges.merged(with: $1.second.nudges) },
      forgetting: .nothing(because: "days and digests of occasions")),
    RecordPart(
      "crises", merging: { $0.crises = $1.first.crises.merged(with: $1.second.crises) },
      forgetting: .nothing(because: "days only, which a person deletes by a step of its own")),
    RecordPart(
      "earlierQuestion", as: "earlier_question",
      merging: { if $1.isCleared($1.first) { $0.earlierQuestion = nil } },
      forgetting: .nothing(
        because: "of another system, of whose conversations nothing is known here")),
    RecordPart(
      "dismissed", merging: { $0.dismissed = $1.first.dismissed.union($1.second.dismissed) },
      forgetting: .nothing(because: "ids of goals and domains, which keep what was dismissed away")),
    RecordPart("style") {
      $0.style = $1.first.style.merged(with: $1.second.style)
    } origins: { _ in
      []
    } forgetting: { record, traces in
      if !traces.isEmpty, !traces.gone.isEmpty { record.style.correct(by: record.evidence) }
    },
  ]
}

extension RecordPart {
  fileprivate init(
    _ property: String, merging merge: @escaping Merging,
    origins: @escaping @Sendable (PersonRecord) -> [RecordOrigin],
    forgetting: @escaping @Sendable (inout PersonRecord, ForgottenTraces) -> Void
  ) {
    self.init(property, merging: merge, forgetting: .removing(origins: origins, forgetting))
  }
}
