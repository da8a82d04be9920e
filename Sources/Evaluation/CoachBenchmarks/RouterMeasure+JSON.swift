package import Documents

extension RouterMeasure {
  /// The figures as JSON, with null for unknown values.
  package var json: JSONObject {
    [
      "messages": .integer(count),
      "left_out": .object(leftOut.counts), "coverage": coverage.json, "accuracy": accuracy.json,
      "macro_f1": macroF1.json, "macro_f1_of_routed": routedMacroF1.json,
      "classes": .array(classes.map(\.json)), "groups": .array(groups.map(\.json)),
      "clinical": clinical?.json ?? .null,
      "confusion": .object(
        confusion.sorted { $0.key < $1.key }.reduce(into: JSONObject()) {
          $0[$1.key] = .object($1.value.counts)
        }),
      "calibration": [
        "error": calibrationError.json, "error_of_routed": routedCalibrationError.json,
        "bins": .array(bins.map(\.json)),
      ],
      "microseconds": times.json, "conversations": conversations?.json ?? .null,
      "notes": .array(notes.map { .string($0) }),
    ]
  }
}

extension RouterMeasure.ClassFigures {
  fileprivate var json: JSONValue {
    [
      "id": .string(id), "precision": precision.json, "recall": recall.json,
      "recall_of_routed": routedRecall.json, "f1": f1.json, "f1_of_routed": routedF1.json,
    ]
  }
}

extension RouterMeasure.GroupFigures {
  fileprivate var json: JSONValue {
    ["group": .string(name), "coverage": coverage.json, "accuracy": accuracy.json]
  }
}

extension RouterMeasure.ClinicalFigures {
  fileprivate var json: JSONValue {
    [
      "recognised": recognised.json, "asked": .integer(asked), "false_alarms": falseAlarms.json,
    ]
  }
}

extension RouterMeasure.Bin {
  fileprivate var json: JSONValue {
    [
      "from": .number(range.lowerBound), "to": .number(range.upperBound),
      "confidence": confidence.json, "right": right.json,
    ]
  }
}

extension RoutedConversations {
  /// The figures as JSON, with null for unknown values.
  package var json: JSONValue {
    [
      "conversations": .integer(count), "turns": turns.json, "asked": .integer(asked),
      "taken_for_outcome": .integer(takenForOutcome), "switches_at_once": switchesAtOnce.json,
      "switches_within_one": switchesWithinOne.json, "changes": .integer(changes),
      "needless_changes": .integer(needlessChanges), "clarified": clarified.json,
      "outcomes": .object(
        outcomes.sorted { $0.key < $1.key }.reduce(into: JSONObject()) {
          $0[$1.key] = $1.value.json
        }
      ),
      "microseconds": times.json,
    ]
  }
}

extension [String: Int] {
  /// The counts by name as JSON.
  var counts: JSONObject {
    sorted { $0.key < $1.key }.reduce(into: JSONObject()) { $0[$1.key] = .integer($1.value) }
  }
}
