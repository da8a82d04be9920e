import Documents

extension EvalReport {
  /// How the requests of versions differ, and how many observations the transcripts are.
  var requestsJSON: JSONValue {
    var object: JSONObject = ["differences": .array(requestDifferences.map(json))]
    if let sharing {
      object["sharing"] = [
        "transcripts": .integer(sharing.transcripts),
        "observations": .integer(sharing.observations),
        "messages": .array(
          sharing.messages.map {
            [
              "number": .integer($0.number), "transcripts": .integer($0.transcripts),
              "requests": .integer($0.requests),
            ]
          }),
      ]
    }
    return .object(object)
  }

  private func json(_ difference: RequestDifference) -> JSONValue {
    [
      "challenger": .string(difference.challenger), "baseline": .string(difference.baseline),
      "compared": .integer(difference.compared), "differing": .integer(difference.differing),
      "unknown": .integer(difference.unknown),
      "messages": .array(
        difference.messages.map {
          [
            "number": .integer($0.number), "compared": .integer($0.compared),
            "differing": .integer($0.differing),
          ]
        }),
    ]
  }
}
