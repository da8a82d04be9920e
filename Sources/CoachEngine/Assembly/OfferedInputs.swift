import CoachDomains
import CoachSignals
import Conversations

/// The inputs that every prompt may ask for, by the names that templates use.
struct OfferedInputs {
  /// Inputs whose text a person wrote, or a model derived from what one wrote.
  static let untrusted: Set<String> = [
    "person", "patterns", "memories", "insight", "open_question",
  ]

  private let request: AssemblyRequest

  init(_ request: AssemblyRequest) {
    self.request = request
  }

  /// The inputs that there is something to say about; the rest is absent.
  var values: JSONObject {
    let number = request.history.count { $0.role == .assistant } + 1
    let closing = request.closing ?? (number >= DiscoveryCourse.closingMessage)
    let phase = closing ? .bridge : DiscoveryCourse.phase(ofMessage: number)
    var values: JSONObject = [
      "language": .string(request.person.language),
      "message_number": .integer(number),
      "phase": .string(phase.rawValue),
      "opening": .bool(request.history.isEmpty),
      "closing": .bool(closing),
    ]
    values["domain"] = request.domain.map(Self.domain)
    values["style"] = style
    values["person"] = person
    values["patterns"] = patterns
    values["memories"] = memories
    // The first session after discovery is the one in which discovery is the only session so far.
    if request.person.sessions == 1, let discovery = request.person.discovery {
      values["insight"] = .string(discovery.ahaInsight)
    }
    values["open_question"] = request.person.openQuestion.map { .string($0) }
    return values
  }

  private static func domain(_ domain: DomainConfig) -> JSONValue {
    [
      "name": .string(domain.name), "tone": .string(domain.tone),
      "methodology": .string(domain.methodology), "personality": .string(domain.personality),
      "section": .string(domain.promptSection), "guardrails": list(domain.guardrails),
    ]
  }

  private var style: JSONValue? {
    let guidance = request.person.style?.guidance ?? []
    return guidance.isEmpty ? nil : Self.list(guidance)
  }

  private var person: JSONValue? {
    let person = request.person
    guard person.name != nil || !person.profile.isEmpty || person.discovery != nil else {
      return nil
    }
    var object: JSONObject = [
      "values": Self.list(person.profile.values.map(\.text)),
      "goals": Self.list(person.profile.goals.map(\.text)),
      "situation": Self.list(person.profile.situation.map(\.text)),
    ]
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
    let themes = person.patterns.ranked
    guard person.sessions >= PatternSummary.fewestSessions, !themes.isEmpty else { return nil }
    return [
      "themes": .array(
        themes.map { theme in
          [
            "text": .string(theme.text), "count": .integer(theme.count),
            "domains": Self.list(theme.domains),
          ]
        }),
      "growth": Self.list(person.patterns.growth),
    ]
  }

  private var memories: JSONValue? {
    let memories = request.person.memories
    guard !memories.isEmpty else { return nil }
    return .array(
      memories.map { ["date": .string($0.date), "text": .string($0.text)] })
  }

  private static func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
