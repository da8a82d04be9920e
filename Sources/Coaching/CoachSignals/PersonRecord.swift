public import CoachModel
import SourceFiles

/// Everything that is kept of a person between turns: what they own, and what is learned from it.
///
/// It is a value that the caller stores. A turn needs the part that a prompt may use:
///
/// ```swift
/// var record = PersonRecord(id: "p-4711", language: "en", salt: salt)
/// let person = record.person(on: today, domain: nil)
/// ```
///
/// Sessions are closed in two steps, so that nothing is lost or counted twice: ``closing(_:end:zone:)`` computes what the
/// end of a session brings, and ``apply(_:on:)`` takes it over. Both may be repeated, after a crash or by another device.
public struct PersonRecord: Sendable, Hashable {
  /// The caller's id of the person.
  public let id: String
  /// The name the coach uses for the person; `nil` if it is unknown.
  public var name: String?
  /// The person's language as a BCP 47 tag.
  public var language: String
  /// The country the person is in, as a two-letter code; `nil` if it is unknown. Without it, a crisis is answered without a
  /// number to call. A text that is not such a code, such as the name of a country, counts as unknown.
  public var region: String? {
    didSet { region = region.flatMap { Person.regionCode($0) } }
  }
  /// Where the person is under the law, as a code of ISO 3166 such as `DE` or `US-CA`; `nil` if it is unknown. A text that is
  /// not such a code counts as unknown.
  public var jurisdiction: String? {
    didSet { jurisdiction = jurisdiction.flatMap { Person.jurisdictionCode($0) } }
  }
  /// Whether the person is of age, as far as the caller knows.
  public var ageGroup = AgeGroup.unknown
  /// The person's time zone by its name in the IANA database; `nil` for UTC.
  public var timeZone: String?
  /// What is known about the person.
  public internal(set) var profile: PersonProfile
  /// The sessions that are over.
  public internal(set) var sessions: SessionLog
  /// The sessions that go on, one for each conversation.
  public internal(set) var open: [Session]
  /// What was observed.
  public internal(set) var signals: SignalLog
  /// The messages of earlier sessions.
  public internal(set) var memory: MemoryIndex
  /// What keeps coming back.
  public internal(set) var patterns: PatternMemory
  /// How the person likes to be coached.
  public internal(set) var style: StyleProfile
  /// What the person answered to offers.
  public var offers: OfferLog
  /// When the person looked back.
  public var reflections: ReflectionLog
  /// The settings for nudges, and what was sent.
  public var nudges: NudgeLog
  /// The days on which a conversation signalled danger.
  public var crises: CrisisLog
  /// What the person said is coming up.
  public internal(set) var events: [UpcomingEvent]
  /// What the last session left open according to the system from which the record was made; `nil` after the first session
  /// of its own.
  var earlierQuestion: String?
  /// The ids of goals whose progress, and of domains whose share, the person dismissed; see ``LearnedKnowledge``.
  var dismissed: Set<String>
  /// What was forgotten.
  var forgotten: ForgottenIDs

  /// Creates the record of a new person. The salt is any random text, such as a UUID; with it, the digests of
  /// deleted items differ from those of other people.
  public init(id: String, language: String = "en", salt: String) {
    self.id = id
    self.language = language
    profile = PersonProfile(salt: salt)
    sessions = SessionLog()
    open = []
    signals = SignalLog()
    memory = MemoryIndex()
    patterns = PatternMemory()
    style = StyleProfile()
    offers = OfferLog()
    reflections = ReflectionLog()
    nudges = NudgeLog()
    crises = CrisisLog()
    events = []
    dismissed = []
    forgotten = ForgottenIDs()
  }

  /// Whether the coach may use and learn what it remembers of earlier sessions: the person accepted the offer, or entered
  /// something themselves and did not decline.
  public var remembers: Bool {
    switch offers.entry(.remember)?.answer {
    case .accepted: true
    case .declined, .off: false
    case .shown, nil: profile.items.contains(where: \.isOwn)
    }
  }

  /// Whether the person declined to be remembered.
  var declinesMemory: Bool {
    [.declined, .off].contains(offers.entry(.remember)?.answer)
  }
}
