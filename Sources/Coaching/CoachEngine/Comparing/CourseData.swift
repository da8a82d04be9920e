package import CoachDomains
package import CoachModel
package import Documents
import PromptTemplates
import SourceFiles

/// The data with which versions of a prompt are compared.
package struct CourseData: Sendable {
  /// The people, at least one.
  package var people: [Person]
  /// The domain of every conversation; nil if the caller has named none.
  package var domain: DomainConfig?
  /// All domains.
  package var domains: [DomainConfig] = []
  package var persona: Persona?
  package var today: String?
  /// A conversation; nil for one of ordinary length.
  package var conversation: [Message]?
  /// Values of inputs, from examples and from the caller.
  package var values: JSONObject = [:]
  /// The names of the inputs of which the caller has chosen the value: they have no other one.
  package var chosen: Set<String> = []

  package init(people: [Person]) { self.people = people }
}

extension CourseData {
  /// The inputs that place a message in the course: choosing one chooses the place.
  private static let course: Set<String> = ["message_number", "phase", "closing", "opening"]

  /// Returns every situation with its request, in the order of the course. The first person has the variations: each
  /// domain, and each other value of inputs that only the engine sets.
  func situations(for prompts: [PreparedPrompt]) -> [(ComparedSituation, AssemblyRequest)] {
    let names = Set(prompts.flatMap(\.inputNames))
    let takesDomain = names.contains("domain") && domain == nil
    let moments = moments(for: prompts, names: names)
    let additions = prompts.flatMap(additions).reduce(into: [Addition]()) { all, addition in
      if !all.contains(where: { $0.words == addition.words }) { all.append(addition) }
    }
    var found: [(ComparedSituation, AssemblyRequest)] = []
    for (position, person) in people.enumerated() {
      let asked = takesDomain ? (position == 0 ? domains : Array(domains.prefix(1))) : []
      for domain in asked.isEmpty ? [self.domain] : asked.map(Optional.some) {
        let isFirst = position == 0 && (asked.isEmpty || domain?.id == asked.first?.id)
        for (moment, history) in moments {
          for addition in [nil] + (isFirst ? additions.map(Optional.some) : []) {
            var request = AssemblyRequest(
              prompt: PromptReference(name: ""), person: person, domain: domain,
              domains: names.contains("domains") ? domains : [], persona: persona,
              history: history, opening: moment == .opening ? true : nil, today: today,
              values: values)
            if case .message = moment { request.opening = false }
            if names.isDisjoint(with: Self.course) { request.opening = nil }
            if !chosen.isDisjoint(with: Self.course) { request.opening = nil }
            if let addition { request.values[addition.name] = addition.value }
            found.append(
              (
                ComparedSituation(
                  person: person.id, domain: asked.isEmpty ? nil : domain?.id, moment: moment,
                  addition: addition?.words), request
              ))
          }
        }
      }
    }
    return found
  }

  // MARK: The course

  private func moments(for prompts: [PreparedPrompt], names: Set<String>) -> [(
    ComparedSituation.Moment, [Message]
  )] {
    let takesConversation =
      prompts.contains(where: \.placesHistory)
      || (names.contains("conversation") && values["conversation"] == nil)
    let isPlaced = !names.isDisjoint(with: Self.course)
    guard chosen.isDisjoint(with: Self.course), takesConversation || isPlaced else {
      return [(.alone, conversation ?? [])]
    }
    // Only the newest message may be missing: the reply to the last one is part of the course.
    if let conversation {
      let replies = conversation.indices.filter { conversation[$0].role == .assistant }
      let ends =
        replies + (conversation.last?.role == .assistant ? [] : [conversation.endIndex])
      return ends.enumerated().map { number, end in
        (end == 0 ? .opening : .message(number + 1), Array(conversation[..<end]))
      }
    }
    let coachBegins = names.contains("phase")
    let last =
      names.isDisjoint(with: ["message_number", "phase", "closing"])
      ? Self.freeMessages : DiscoveryCourse.lastMessage
    let opening: [(ComparedSituation.Moment, [Message])] =
      isPlaced || coachBegins ? [(.opening, [])] : []
    return opening
      + ((coachBegins ? 2 : 1)...last).map { number in
        let messages = TypicalConversation.messages(
          coachMessages: number, coachBegins: coachBegins)
        return (.message(number), Array(messages.dropLast()))
      }
  }

  /// The number of messages that are rendered of a conversation without a course: an input may be offered in the first
  /// two only.
  private static let freeMessages = 3

  // MARK: Other values

  private struct Addition {
    let name: String
    let value: JSONValue
    /// The name of an input that is otherwise absent, or the name with the value.
    let words: String
  }

  /// Returns values for the inputs that the engine does not offer, one input at a time: without them, what a condition on
  /// one hides would never be rendered.
  private func additions(for prompt: PreparedPrompt) -> [Addition] {
    let properties = prompt.template.frontMatter.inputSchema?.source["properties"]?.object ?? [:]
    return properties.flatMap { name, schema -> [Addition] in
      guard !chosen.contains(name), !OfferedInputs.alwaysOffered.contains(name) else { return [] }
      if let words = schema["enum"]?.array {
        return words.filter { $0 != values[name] && $0 != .null }.map {
          Addition(name: name, value: $0, words: "\(name): \($0.string ?? $0.text())")
        }
      }
      guard values[name] == nil, let value = Self.sample(of: schema) else { return [] }
      return [Addition(name: name, value: value, words: name)]
    }
  }

  private static func sample(of schema: JSONValue) -> JSONValue? {
    switch schema.schemaTypes.first(where: { $0 != "null" }) {
    case "boolean"?: true
    case "string"?: "…"
    case "integer"?, "number"?: 1
    case "array"?: schema["items"].flatMap { sample(of: $0) }.map { .array([$0]) }
    default: nil
    }
  }
}
