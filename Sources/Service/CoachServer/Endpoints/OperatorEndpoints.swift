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
          answer: .map(FolderChange.answer).describing(titled: "reloaded content")
        ) { _ in
          var changes = await state.reload()
          for (folder, problems) in state.content.problems
          where !changes.contains(where: { $0.folder == folder }) {
            changes.append((folder, FolderChange(errors: problems)))
          }
          return Dictionary(changes.map { ($0.folder, $0.change) }, uniquingKeysWith: { $1 })
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
          ], answer: CostAnswer.form, failures: [.serviceUnavailable]
        ) { call in
          let query = try CostQuery(call)
          do {
            return CostAnswer(
              rows: try await state.stores.costs.costs(query), flagged: try await state.flagged())
          } catch {
            throw state.storeProblem(error)
          }
        },
      ]
    }
  }

  extension FolderChange {
    fileprivate static let answer = JSONObjectForm<FolderChange>(
      writing: "a folder change", .required("changed", \.changed, .list(.text)),
      .required("removed", \.removed, .list(.text)), .required("kept", \.kept, .list(.text)),
      .required("problems", \.problems, .list(.text))
    ).form

    private var problems: [String] { errors.map { "\($0)" } }
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
      for (name, index) in [("from", \CostQuery.first), ("to", \CostQuery.last)] {
        guard let text = call.query[name] else { continue }
        guard let day = CalendarDay(text) else {
          throw invalid(name, "must be a day such as 2026-11-26")
        }
        self[keyPath: index] = day
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

  private struct CostAnswer: Sendable {
    /// A person whose costs have reached a threshold.
    struct Flagged: Sendable {
      var person: String
      var threshold: String
      var dollars: Double

      static let form = JSONObjectForm<Flagged>(
        writing: "a flagged person", .required("person", \.person, .text),
        .required("threshold", \.threshold, .text), .required("dollars", \.dollars, .amount)
      ).form
    }

    var rows: [CostRow]
    var flagged: [Flagged]

    static let form = JSONObjectForm<CostAnswer>(
      writing: "costs", .required("rows", \.rows, .list(CostRow.answer)),
      .required("flagged", \.flagged, .list(Flagged.form))
    ).form
  }

  extension CostRow {
    fileprivate static let answer = JSONObjectForm<CostRow>(
      writing: "a cost row", .required("key", \.key, .text),
      .required("dollars", \.figures.dollars, .amount),
      .required("calls", \.figures.calls, .integer()),
      .required("unpriced_calls", \.figures.unpricedCalls, .integer()),
      .required("input_tokens", \.figures.inputTokens, .integer()),
      .required("cached_tokens", \.figures.cachedTokens, .integer()),
      .required("output_tokens", \.figures.outputTokens, .integer())
    ).form
  }

  extension ServerState {
    /// The people whose costs have reached a threshold, at most a thousand.
    fileprivate func flagged() async throws -> [CostAnswer.Flagged] {
      let today = CalendarDay(unixTime: now)
      var flagged: [CostAnswer.Flagged] = []
      for (name, dollars, first) in costs.limits(on: today) {
        var query = CostQuery(by: .person)
        (query.first, query.last, query.minimumDollars) = (first, today, dollars)
        query.limit = 1_000
        for row in try await stores.costs.costs(query) {
          flagged.append(
            CostAnswer.Flagged(person: row.key, threshold: name, dollars: row.figures.dollars))
        }
      }
      return flagged
    }
  }
#endif
