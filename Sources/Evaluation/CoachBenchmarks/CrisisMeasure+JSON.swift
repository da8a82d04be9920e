package import Documents

extension CrisisMeasure {
  /// The figures as JSON, with null for unknown values and without the individual findings.
  package var json: JSONObject {
    [
      "rows": .array(rates.map { $0.json(["file": $0.file.json, "label": $0.label.json]) }),
      "groups": .array(groups.map { $0.json(["group": $0.group.json]) }),
      "agreement": agreement?.json ?? .null,
      "sessions": .array(sessions.map { $0.json(as: "label") }),
      "session_groups": .array(sessionGroups.map { $0.json(as: "group") }),
      "microseconds": times.json, "microseconds_with_history": timesWithHistory.json,
      "asked": asked.json, "flagged": .integer(flagged.count), "missed": .integer(missed.count),
      "notes": .array(notes.map { .string($0) }),
    ]
  }
}

extension CrisisMeasure.Rate {
  fileprivate func json(_ names: JSONObject) -> JSONValue {
    var object = names
    object["flagged"] = flagged.json
    object["flagged_or_asked"] = flaggedOrAsked.json
    object["writer"] = .integer(writer)
    object["someone_else"] = .integer(someoneElse)
    return .object(object)
  }
}

extension CrisisMeasure.Agreement {
  fileprivate var json: JSONValue {
    func shares(_ shares: [String: MeasuredShare]) -> JSONValue {
      .object(
        shares.sorted { $0.key < $1.key }.reduce(into: JSONObject()) { $0[$1.key] = $1.value.json })
    }
    let words = CrisisMeasure.Expectation.allCases
    let expected = words.reduce(into: [:]) { $0[$1.rawValue] = byExpectation[$1] }
    let given = words.reduce(into: JSONObject()) { object, word in
      guard let counts = answers[word] else { return }
      object[word.rawValue] = .object(
        counts.reduce(into: [String: Int]()) { $0[$1.key.rawValue] = $1.value }.counts)
    }
    return [
      "right": right.json, "by_expectation": shares(expected), "by_group": shares(byGroup),
      "by_language": shares(byLanguage), "answers": .object(given), "category": category.json,
    ]
  }
}

extension CrisisMeasure.SessionFigures {
  fileprivate func json(as key: String) -> JSONValue {
    func number(_ value: Int?) -> JSONValue { value.map { .integer($0) } ?? .null }
    var object: JSONObject = [key: name.json]
    object["flagged"] = flagged.json
    object["someone_else_only"] = .integer(someoneElseOnly)
    object["message"] = ["median": number(medianMessage), "p90": number(ninetiethMessage)]
    object["since_first_sign"] = [
      "median": number(medianSinceSign), "p90": number(ninetiethSinceSign),
    ]
    object["messages"] = messages.json
    object["flagged_or_asked"] = flaggedOrAsked.json
    return .object(object)
  }
}
