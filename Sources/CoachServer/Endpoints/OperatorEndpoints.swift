#if Server
  import CoachEngine
  import CoachKit
  import HTTPTypes

  extension Endpoint {
    /// What operators do with a running server.
    static func operations(_ state: ServerState) -> [Endpoint] {
      [
        Endpoint(
          method: .post, path: "/v1/reload", scope: .operator,
          summary: "Read again the content and the keys",
          details: """
            A broken edit never takes effect: what it concerns stays as it was, and is reported until it is repaired. Without \
            changes and problems, the answer is empty.
            """,
          response: .json(OperatorSchemas.reload)
        ) { _ in
          var changes = await state.reload()
          for (folder, problems) in state.content.problems
          where !changes.contains(where: { $0.folder == folder }) {
            changes.append((folder, FolderChange(errors: problems)))
          }
          return .json(
            .object(
              changes.reduce(into: JSONObject()) { answer, part in
                answer[part.folder] = part.change.json
              }))
        },
        Endpoint(
          method: .get, path: "/v1/usage", scope: .operator,
          summary: "What calls of models cost, and who reached a threshold",
          query: [
            .init(
              name: "by", summary: "What costs are added up by; `person` by default.",
              schema: [
                "type": "string",
                "enum": .array(CostQuery.Group.allCases.map { .string($0.rawValue) }),
              ]),
            .init(name: "person", summary: "The only person of interest."),
            .init(
              name: "from", summary: "The first day (UTC).",
              schema: ["type": "string", "format": "date"]),
            .init(
              name: "to", summary: "The last day (UTC).",
              schema: ["type": "string", "format": "date"]),
            .init(
              name: "above", summary: "The dollars that a row must reach.",
              schema: ["type": "number", "minimum": 0, "maximum": 1_000_000_000]),
            .init(
              name: "limit", summary: "The maximum number of rows; 100 by default.",
              schema: ["type": "integer", "minimum": 1, "maximum": 10_000]),
          ], response: .json(OperatorSchemas.usage), failures: [.serviceUnavailable]
        ) { call in
          let query = try CostQuery(call)
          do {
            let rows = try await state.stores.costs.costs(query)
            return .json([
              "rows": .array(rows.map(\.json)), "flagged": .array(try await state.flagged()),
            ])
          } catch {
            throw state.storeProblem(error)
          }
        },
      ]
    }
  }

  extension FolderChange {
    fileprivate var json: JSONValue {
      [
        "changed": .array(changed.map { .string($0) }),
        "removed": .array(removed.map { .string($0) }), "kept": .array(kept.map { .string($0) }),
        "problems": .array(errors.map { .string("\($0)") }),
      ]
    }
  }

  extension CostQuery {
    fileprivate init(_ call: RequestCall) throws(Problem) {
      func invalid(_ name: String, _ words: String) -> Problem {
        Problem(.badRequest, "query.value", "the parameter '\(name)' \(words)")
      }
      guard let group = Group(rawValue: call.query["by"] ?? Group.person.rawValue) else {
        throw invalid("by", "must be person, day, purpose or model")
      }
      self.init(by: group)
      person = call.query["person"]
      for (name, place) in [("from", \CostQuery.first), ("to", \CostQuery.last)] {
        guard let text = call.query[name] else { continue }
        guard let day = CalendarDay(text) else {
          throw invalid(name, "must be a day such as 2026-11-26")
        }
        self[keyPath: place] = day
      }
      if let text = call.query["above"] {
        guard let dollars = text.jsonNumber, (0...1e9).contains(dollars) else {
          throw invalid("above", "must be a number of dollars")
        }
        minimumDollars = dollars
      }
      if let text = call.query["limit"] {
        guard let limit = text.jsonNumber.flatMap({ Int(exactly: $0) }),
          (1...10_000).contains(limit)
        else {
          throw invalid("limit", "must be a number from 1 to 10000")
        }
        self.limit = limit
      }
    }
  }

  extension String {
    /// The number that the text is in JSON.
    fileprivate var jsonNumber: Double? { (try? JSONValue(parsing: Array(utf8)))?.number }
  }

  extension CostRow {
    fileprivate var json: JSONValue {
      [
        "key": .string(key), "dollars": .number(figures.dollars), "calls": .integer(figures.calls),
        "unpriced_calls": .integer(figures.unpricedCalls),
        "input_tokens": .integer(figures.inputTokens),
        "cached_tokens": .integer(figures.cachedTokens),
        "output_tokens": .integer(figures.outputTokens),
      ]
    }
  }

  extension ServerState {
    /// The people whose costs have reached a threshold, at most a thousand.
    fileprivate func flagged() async throws -> [JSONValue] {
      let today = CalendarDay(unixTime: now)
      var flagged: [JSONValue] = []
      for (name, dollars, first) in costs.limits(on: today) {
        var query = CostQuery(by: .person)
        (query.first, query.last, query.minimumDollars) = (first, today, dollars)
        query.limit = 1_000
        for row in try await stores.costs.costs(query) {
          flagged.append([
            "person": .string(row.key), "threshold": .string(name),
            "dollars": .number(row.figures.dollars),
          ])
        }
      }
      return flagged
    }
  }

  private enum OperatorSchemas {
    static let texts: JSONValue = ["type": "array", "items": ["type": "string"]]

    static let reload: JSONValue = [
      "title": "ReloadedContent", "type": "object",
      "additionalProperties": [
        "type": "object",
        "properties": ["changed": texts, "removed": texts, "kept": texts, "problems": texts],
        "required": ["changed", "removed", "kept", "problems"], "additionalProperties": false,
      ],
    ]

    static let usage: JSONValue = [
      "title": "Costs", "type": "object",
      "properties": [
        "rows": [
          "type": "array",
          "items": [
            "type": "object",
            "properties": [
              "key": ["type": "string"], "dollars": ["type": "number"],
              "calls": ["type": "integer"], "unpriced_calls": ["type": "integer"],
              "input_tokens": ["type": "integer"], "cached_tokens": ["type": "integer"],
              "output_tokens": ["type": "integer"],
            ],
            "required": ["key", "dollars", "calls"], "additionalProperties": false,
          ],
        ],
        "flagged": [
          "type": "array",
          "items": [
            "type": "object",
            "properties": [
              "person": ["type": "string"], "threshold": ["type": "string"],
              "dollars": ["type": "number"],
            ],
            "required": ["person", "threshold", "dollars"], "additionalProperties": false,
          ],
        ],
      ],
      "required": ["rows", "flagged"], "additionalProperties": false,
    ]
  }
#endif
