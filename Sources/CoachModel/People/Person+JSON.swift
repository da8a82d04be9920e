public import JSON

extension Person {
  /// The person as a JSON object, in the format of a person file.
  public var json: JSONValue {
    var object: JSONObject = ["id": .string(id)]
    object["name"] = name.map { .string($0) }
    object["language"] = .string(language)
    object["region"] = region.map { .string($0) }
    object["sessions"] = .integer(sessions)
    if !profile.isEmpty { object["profile"] = profile.json }
    object["discovery"] = discovery?.json
    object["style"] = style?.json
    if !patterns.themes.isEmpty { object["patterns"] = .array(patterns.themes.map(\.json)) }
    if !patterns.growth.isEmpty {
      object["growth"] = .array(patterns.growth.map { .string($0) })
    }
    if !memories.isEmpty { object["memories"] = .array(memories.map(\.json)) }
    object["open_question"] = openQuestion.map { .string($0) }
    return .object(object)
  }
}

extension ContextProfile {
  fileprivate var json: JSONValue {
    func list(_ items: [Item]) -> JSONValue {
      .array(
        items.map {
          [
            "text": .string($0.text), "source": .string($0.source.rawValue),
            "date": .string($0.date),
          ]
        })
    }
    return ["values": list(values), "goals": list(goals), "situation": list(situation)]
  }
}

extension StylePreference {
  fileprivate var json: JSONValue {
    [
      "direct_exploratory": .number(directExploratory), "brief_detailed": .number(briefDetailed),
      "action_reflective": .number(actionReflective),
      "challenging_supportive": .number(challengingSupportive),
    ]
  }
}

extension PatternSummary.Theme {
  fileprivate var json: JSONValue {
    [
      "theme": .string(text), "count": .integer(count),
      "domains": .array(domains.map { .string($0) }), "last_seen": .string(lastSeen),
    ]
  }
}

extension Memory {
  fileprivate var json: JSONValue {
    var object: JSONObject = ["text": .string(text), "date": .string(date)]
    object["domain"] = domain.map { .string($0) }
    return .object(object)
  }
}
