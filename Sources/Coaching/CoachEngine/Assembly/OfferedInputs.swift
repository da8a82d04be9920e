package import CoachDomains
import CoachModel
package import Documents
import PromptTemplates

/// The inputs that are available to every prompt, by the names that templates use.
///
/// They are the same for all versions of a prompt, and may hold more than one declares: ``InputReduction`` leaves that out,
/// and what is blank.
struct OfferedInputs {
  /// The maximum trust of inputs that contain text from a person, text a model derived from it, or text from a
  /// creator. A prompt file cannot raise it.
  static let trust: [String: Trust] = [
    "person": .untrusted, "discovery": .untrusted, "patterns": .untrusted,
    "memories": .untrusted, "insight": .untrusted, "open_question": .untrusted,
    "goal_progress": .untrusted, "conversation": .untrusted, "persona": .limited,
  ]

  /// The inputs that there is always something to say for, or that a conversation gives.
  static let names: Set<String> = [
    "language", "message_number", "opening", "closing", "final_message", "phase", "sessions",
    "conversation",
  ]

  /// The inputs whose value follows from the rest of a request, so that a comparison need not make one up.
  static let alwaysOffered: Set<String> = names.union(trust.keys).union([
    "today", "domain", "domains", "domains_used", "style", "age_group",
  ])

  /// The tag of a pattern that is shown, unless a product names another.
  static let patternTag = "PATTERN"

  /// All inputs that the engine knows, also those that only some turns have.
  static let known: Set<String> = alwaysOffered.union([
    "unclear", "clinical", "off_topic", "pattern_used", "look_back_offered", "look_back_pending",
    "hours_here", "notices_shown",
  ])

  private let request: AssemblyRequest

  init(_ request: AssemblyRequest) {
    self.request = request
  }

  /// Returns the value of an input; `nil` if there is nothing to say or the name is unknown.
  func value(of name: String) -> JSONValue? {
    let person = request.person
    switch name {
    case "language": return .string(person.language)
    case "age_group": return .string(person.ageGroup.rawValue)
    case "today": return request.today.map { .string($0) }
    case "message_number": return .integer(messageNumber)
    case "opening": return .bool(request.opening ?? (messageNumber == 1 && request.history.isEmpty))
    case "unclear": return request.isDomainUnclear ? true : nil
    case "clinical": return request.isClinical ? true : nil
    case "off_topic": return request.isOffTopic ? true : nil
    case "closing": return .bool(isClosing)
    case "final_message": return .bool(messageNumber >= request.lastMessage)
    case "phase":
      let phase = isClosing ? .bridge : DiscoveryCourse.phase(ofMessage: messageNumber)
      return .string(phase.rawValue)
    case "sessions": return .integer(person.sessions)
    case "domain": return request.domain?.promptInput
    case "domains": return domains
    case "persona": return request.persona.map(Self.persona)
    case "style": return style
    case "person": return personValue
    case "discovery": return person.discovery?.json
    case "patterns": return patterns
    case "memories": return memories
    case "goal_progress": return goalProgress
    case "domains_used": return domainsUsed
    case "insight":
      // For the first session after discovery, when discovery is the only completed session. A caller that counts no
      // sessions gets it in the first one that its conversation shows.
      guard person.sessions <= 1, let insight = person.discovery?.ahaInsight.filled else {
        return nil
      }
      return .string(insight)
    case "open_question":
      // After the coach's first message it has been asked, or the person has brought something else.
      guard !session.contains(where: { $0.role == .assistant }) else { return nil }
      return person.openQuestion.map { .string($0) }
    case "pattern_used":
      return session.contains { $0.shows(request.patternTag) } ? true : nil
    case "conversation": return conversation
    default: return nil
    }
  }

  private var session: ArraySlice<Message> {
    request.history.suffix(request.sessionMessages ?? request.history.count)
  }

  /// The number that the caller set, so that phase, opening and close fit it, or the one that the history gives. Where
  /// there is none, a phase or a close that the caller set has a number.
  private var messageNumber: Int {
    if let number = request.values["message_number"]?.integer { return number }
    let earlier = request.earlierCoachMessages + request.history.count { $0.role == .assistant }
    return request.history.isEmpty && earlier == 0 ? chosenNumber ?? 1 : earlier + 1
  }

  /// The number of the first message to which a phase or a close applies that the caller set.
  private var chosenNumber: Int? {
    if request.values["closing"] == true { return request.closingMessage }
    return request.values["phase"]?.string.flatMap { DiscoveryCourse.Phase(rawValue: $0) }
      .flatMap { DiscoveryCourse.firstReply(in: $0) }
  }

  private var isClosing: Bool {
    request.closing ?? (messageNumber >= request.closingMessage)
  }

  private var domains: JSONValue? {
    guard !request.domains.isEmpty else { return nil }
    return .array(
      request.domains.map { domain in
        [
          "id": .string(domain.id), "name": .string(domain.name),
          "description": .string(domain.description),
        ]
      })
  }

  private static func persona(_ persona: Persona) -> JSONValue {
    var object: JSONObject = ["name": .string(persona.name)]
    object["domain"] = persona.domain.map { .string($0) }
    object["tone"] = .string(persona.tone)
    object["methodology"] = .string(persona.methodology)
    object["personality"] = .string(persona.personality)
    return .object(object)
  }

  private var style: JSONValue? {
    let guidance = request.person.style?.guidance ?? []
    return guidance.isEmpty ? nil : Self.list(guidance)
  }

  private var personValue: JSONValue? {
    let person = request.person
    var object: JSONObject = [
      "values": Self.list(person.profile.values.map(\.text)),
      "goals": Self.list(person.profile.goals.map(\.text)),
      "situation": Self.list(person.profile.situation.map(\.text)),
    ]
    object["other"] = .object(
      person.profile.other.sorted { $0.key < $1.key }
        .reduce(into: JSONObject()) { $0[$1.key] = Self.list($1.value.map(\.text)) })
    object["name"] = person.name.map { .string($0) }
    object["discovery"] = person.discovery.map(Self.discovery)
    return .object(object)
  }

  private static func discovery(_ discovery: DiscoveryProfile) -> JSONValue {
    var fields = discovery.json.object ?? [:]
    for name in ["coaching_domains", "values", "aha_insight"] { fields[name] = nil }
    return .object(fields)
  }

  private var patterns: JSONValue? {
    let person = request.person
    let themes = person.patterns.ranked.filter { !$0.text.allSatisfy(\.isWhitespace) }
    guard person.sessions >= PatternSummary.minimumSessions, !themes.isEmpty else { return nil }
    var object: JSONObject = [
      "themes": .array(
        themes.map { theme in
          [
            "text": .string(theme.text), "count": .integer(theme.count),
            "domains": Self.list(theme.domains),
          ]
        }),
      "growth": Self.list(person.patterns.growth),
    ]
    object["style_notes"] = Self.list(person.patterns.styleNotes)
    return .object(object)
  }

  private var goalProgress: JSONValue? {
    let progress = request.person.goalProgress
    guard !progress.isEmpty else { return nil }
    return .array(
      progress.map {
        ["goal": .string($0.goal), "sessions": .integer($0.sessions), "last": .string($0.last)]
      })
  }

  /// The names where the domains are known, in hundredths.
  private var domainsUsed: JSONValue? {
    let names = Dictionary(request.domains.map { ($0.id, $0.name) }) { first, _ in first }
    let shares = request.person.domainsUsed.compactMap { used -> JSONValue? in
      let share = (used.share * 100).rounded() / 100
      guard share > 0 else { return nil }
      return ["name": .string(names[used.domain] ?? used.domain), "share": .number(share)]
    }
    return shares.isEmpty ? nil : .array(shares)
  }

  private var memories: JSONValue? {
    let memories = request.person.memories.filter { !$0.text.allSatisfy(\.isWhitespace) }
    guard !memories.isEmpty else { return nil }
    return .array(
      memories.map { ["date": .string($0.date), "text": .string($0.text)] })
  }

  private var conversation: JSONValue? {
    guard !request.history.isEmpty else { return nil }
    return .array(
      request.history.compactMap { message in
        guard message.role != .system else { return nil }
        let speaker = message.role == .user ? "person" : "coach"
        return ["speaker": .string(speaker), "text": .string(message.text)]
      })
  }

  private static func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}

extension DomainConfig {
  /// The domain in the form in which prompts receive it.
  package var promptInput: JSONValue {
    [
      "id": .string(id), "name": .string(name), "description": .string(description),
      "tone": .string(tone), "methodology": .string(methodology),
      "personality": .string(personality), "section": .string(promptSection),
      "guardrails": .array(guardrails.map { .string($0) }),
    ]
  }
}
