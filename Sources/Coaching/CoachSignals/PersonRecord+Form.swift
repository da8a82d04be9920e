import CoachModel
public import Documents
public import SourceFiles

extension PersonRecord: JSONConvertible {
  package static let document = JSONDocumentForm(
    JSONObjectForm<PersonRecord>(
      "a person's record", .required("id", \.id, .filledText),
      .optional("name", \.name, .filledText), .required("language", \.language, .languageTag),
      .optional("region", \.region, .filledText),
      .optional("jurisdiction", \.jurisdiction, .jurisdiction),
      .optional("age_group", \.ageGroup, .choice, default: .unknown),
      .optional("time_zone", \.timeZone, .filledText),
      .required("profile", \.profile, PersonProfile.members.form),
      .optional("sessions", \.sessions, SessionLog.members.form, default: SessionLog()),
      .list("open", \.open, Session.members.form),
      .optional("signals", \.signals, SignalLog.members.form, default: SignalLog()),
      .optional("memory", \.memory, MemoryIndex.members.form, default: MemoryIndex()),
      .optional("patterns", \.patterns, PatternMemory.members.form, default: PatternMemory()),
      .optional("style", \.style, StyleProfile.members.form, default: StyleProfile()),
      .optional("offers", \.offers, OfferLog.members.form, default: OfferLog()),
      .optional("reflections", \.reflections, ReflectionLog.members.form, default: ReflectionLog()),
      .optional("nudges", \.nudges, NudgeLog.members.form, default: NudgeLog()),
      .optional("crises", \.crises, CrisisLog.members.form, default: CrisisLog()),
      .list("events", \.events, UpcomingEvent.members.form),
      .optional("earlier_question", \.earlierQuestion, .filledText),
      .list("dismissed", \.dismissedInOrder, .text),
      .optional(
        "forgotten", \.forgotten, ForgottenIDs.members.form, default: ForgottenIDs())
    ) { object in
      var record = PersonRecord(id: object.id, language: object.language, salt: object.profile.salt)
      record.name = object.name
      record.region = object.region
      record.jurisdiction = object.jurisdiction
      record.ageGroup = object.ageGroup
      record.timeZone = object.timeZone
      record.profile = object.profile
      record.sessions = object.sessions
      record.open = object.open
      record.signals = object.signals
      record.memory = object.memory
      record.patterns = object.patterns
      record.style = object.style
      record.offers = object.offers
      record.reflections = object.reflections
      record.nudges = object.nudges
      record.crises = object.crises
      record.events = object.events
      record.earlierQuestion = object.earlierQuestion
      record.dismissed = Set(object.dismissedInOrder)
      record.forgotten = object.forgotten
      return record
    })

  private var dismissedInOrder: [String] { dismissed.sorted() }

  /// The record as JSON.
  public var json: JSONValue { Self.document.json(self) }

  /// Reads a record from JSON. Throws ``SourceError`` with the kind and the location of the problem.
  public init(json: JSONValue) throws(SourceError) { self = try Self.document.read(json) }
}
