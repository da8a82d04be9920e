#if Server
  import CoachKit
  import HTTPTypes

  extension Endpoint {
    /// What calls of models cost.
    static func usage(_ state: ServerState) -> Endpoint {
      Endpoint(
        method: .get, path: "/v1/usage", scope: .operator,
        summary: "What calls of models cost, and who reached a threshold",
        details: """
          Of the days from `from` to `to`, by default thirty that end today. `rows` are a page, the most expensive first; if there \
          are more, `next` is the value of `after` for the next page. `flagged` are the people who reached a threshold of the \
          settings on one of these days, or within thirty days that end on one of them on which they had costs; `from` and `to` are \
          the first and the last such day. With `flag_above` also those whose costs of the whole period reach it. Where `is_complete` is false, calls without a known price are \
          missing: the dollars are a lower bound, and thresholds do not see these calls. What a forgotten person cost stays in all \
          sums but those of people.
          """,
        query: UsageQuestion.parameters, answer: UsageAnswer.form, failures: [.serviceUnavailable]
      ) { call in
        let question = try UsageQuestion(call, today: CalendarDay(unixTime: state.now))
        do {
          return try await UsageAnswer(question, state)
        } catch {
          throw state.storeProblem(error)
        }
      }
    }
  }

  /// What an operator asks about costs.
  private struct UsageQuestion: Sendable {
    /// The number of days that an answer may be about.
    static let maximumDays = 366

    var query: CostQuery
    var first: CalendarDay
    var last: CalendarDay
    /// The dollars in the period from which people are flagged, beside the thresholds of the settings.
    var flagDollars: Double?

    static let parameters: [Endpoint.Parameter] = [
      .init(
        name: "by", summary: "What costs are added up by; `person` by default.",
        schema: [
          "type": "string", "enum": .array(CostQuery.Group.allCases.map { .string($0.rawValue) }),
        ]),
      .init(name: "person", summary: "The only person of interest."),
      .init(name: "key", summary: "The name of the only API key of interest; not for people."),
      .init(
        name: "from", summary: "The first day (UTC); by default the 29th before the last.",
        schema: ["type": "string", "format": "date"]),
      .init(
        name: "to",
        summary: "The last day (UTC); by default today. A period has 366 days at most.",
        schema: ["type": "string", "format": "date"]),
      .init(name: "above", summary: "The dollars that a row must reach.", schema: dollars),
      .init(
        name: "flag_above",
        summary: "The dollars in the whole period from which people are flagged, too.",
        schema: dollars),
      .init(
        name: "limit", summary: "The maximum number of rows; 100 by default.",
        schema: ["type": "integer", "minimum": 1, "maximum": 10_000]),
      .init(name: "after", summary: "The `next` of the page before."),
    ]

    private static let dollars: JSONValue = [
      "type": "number", "minimum": 0, "maximum": 1_000_000_000,
    ]

    init(_ call: RequestCall, today: CalendarDay) throws(Problem) {
      func invalid(_ name: String, _ words: String) -> Problem {
        Problem(.badRequest, "query.value", "the parameter '\(name)' \(words)")
      }
      func day(_ name: String) throws(Problem) -> CalendarDay? {
        guard let text = call.query[name] else { return nil }
        guard let day = CalendarDay(text) else {
          throw invalid(name, "must be a day such as 2026-11-26")
        }
        return day
      }
      func dollars(_ name: String) throws(Problem) -> Double? {
        guard let text = call.query[name] else { return nil }
        guard let dollars = text.jsonNumber, (0...1e9).contains(dollars) else {
          throw invalid(name, "must be a number of dollars")
        }
        return dollars
      }
      guard
        let group = CostQuery.Group(rawValue: call.query["by"] ?? CostQuery.Group.person.rawValue)
      else {
        throw invalid("by", "must be person, day, purpose, model or key")
      }
      query = CostQuery(by: group)
      query.person = call.query["person"]
      query.key = call.query["key"]
      if query.isUnanswerable {
        throw invalid(
          query.key == nil ? "by" : "key",
          "cannot be combined with people: what a person cost through a key is not kept")
      }
      last = try day("to") ?? today
      first = try day("from") ?? CostWindow.month.first(endingOn: last)
      guard (0..<Self.maximumDays).contains(last.number - first.number) else {
        throw invalid("from", "must be the day 'to' or one of the 365 before")
      }
      (query.first, query.last) = (first, last)
      query.minimumDollars = try dollars("above") ?? 0
      flagDollars = try dollars("flag_above")
      if let text = call.query["limit"] {
        guard let limit = text.jsonNumber.flatMap({ Int(exactly: $0) }),
          (1...10_000).contains(limit)
        else {
          throw invalid("limit", "must be a number from 1 to 10000")
        }
        query.limit = limit
      }
      if let text = call.query["after"] {
        guard let place = CostQuery.Place(text) else {
          throw invalid("after", "must be the 'next' of the page before")
        }
        query.after = place
      }
    }
  }

  extension CostQuery.Place {
    /// The place in the form in which callers have it.
    fileprivate var text: String { "\(nanodollars).\(key)" }

    fileprivate init?(_ text: String) {
      let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let nanodollars = Int(parts[0]) else { return nil }
      self.init(nanodollars: nanodollars, key: String(parts[1]))
    }
  }

  extension String {
    /// The number that the text is in JSON.
    fileprivate var jsonNumber: Double? { (try? JSONValue(parsing: Array(utf8)))?.number }
  }

  private struct UsageAnswer: Sendable {
    /// A person whose costs have reached a threshold.
    struct Flagged: Sendable {
      var person: String
      var threshold: String
      var dollars: Double
      var first: CalendarDay
      var last: CalendarDay

      static let form = JSONObjectForm<Flagged>(
        writing: "a flagged person", .required("person", \.person, .text),
        .required("threshold", \.threshold, .text), .required("dollars", \.dollars, .amount),
        .required("from", \.first, .day), .required("to", \.last, .day)
      ).form
    }

    /// A model some of whose calls have no known price.
    struct Unpriced: Sendable {
      var model: String
      var calls: Int

      static let form = JSONObjectForm<Unpriced>(
        writing: "an unpriced model", .required("model", \.model, .text),
        .required("calls", \.calls, .integer())
      ).form
    }

    var question: UsageQuestion
    var rows: [CostRow]
    var next: String?
    var total = CostFigures()
    var flagged: [Flagged] = []
    var unpriced: [Unpriced] = []
    /// The calls that no threshold sees.
    var unseenCalls = 0

    static let form = JSONObjectForm<UsageAnswer>(
      writing: "costs", .required("from", \.question.first, .day),
      .required("to", \.question.last, .day),
      .required("total", \.total, CostFigures.answer.form),
      .required("rows", \.rows, .list(CostRow.answer)), .optional("next", \.next, .text),
      .required("flagged", \.flagged, .list(Flagged.form)),
      .required("flagged_is_complete", \.isFlaggedComplete, .bool),
      .required("unpriced_models", \.unpriced, .list(Unpriced.form)),
      .required("is_complete", \.total.isComplete, .bool)
    ).form

    private var isFlaggedComplete: Bool { unseenCalls == 0 }
  }

  extension UsageAnswer {
    /// The number of people that are flagged by each threshold.
    private static let maximumFlagged = 1_000

    fileprivate init(_ question: UsageQuestion, _ state: ServerState) async throws {
      let store = state.stores.costs
      self.question = question
      rows = try await store.costs(question.query)
      if rows.count == question.query.limit { next = rows.last?.place.text }
      var days = CostQuery(by: .day)
      (days.person, days.key) = (question.query.person, question.query.key)
      (days.first, days.last) = (question.first, question.last)
      days.limit = UsageQuestion.maximumDays
      for row in try await store.costs(days) { total += row.figures }
      var models = days
      models.group = .model
      unpriced = try await store.costs(models).filter { !$0.figures.isComplete }
        .map { Unpriced(model: $0.key, calls: $0.figures.unpricedCalls) }
      try await flag(from: store, state.costs.limits)
      // Thirty days that end on the first day begin before it.
      var seen = CostQuery(by: .day)
      (seen.first, seen.last) = (CostWindow.month.first(endingOn: question.first), question.last)
      seen.limit = UsageQuestion.maximumDays + CostWindow.month.days
      for row in try await store.costs(seen) { unseenCalls += row.figures.unpricedCalls }
    }

    private mutating func flag(
      from store: any CostStore, _ limits: [(window: CostWindow, dollars: Double)]
    ) async throws {
      for (window, dollars) in limits {
        var query = CostPeakQuery(window, of: dollars, from: question.first, to: question.last)
        query.limit = Self.maximumFlagged
        flagged += try await store.peaks(query).map {
          Flagged(
            person: $0.person, threshold: window.rawValue, dollars: $0.dollars, first: $0.first,
            last: $0.last)
        }
      }
      guard let dollars = question.flagDollars else { return }
      var query = CostQuery(by: .person)
      (query.first, query.last) = (question.first, question.last)
      (query.minimumDollars, query.limit) = (dollars, Self.maximumFlagged)
      flagged += try await store.costs(query).map {
        Flagged(
          person: $0.key, threshold: "period", dollars: $0.figures.dollars, first: question.first,
          last: question.last)
      }
    }
  }

  extension CostFigures {
    fileprivate static let answer = JSONObjectForm<CostFigures>(
      writing: "figures of costs", .required("dollars", \.dollars, .amount),
      .required("is_complete", \.isComplete, .bool), .required("calls", \.calls, .integer()),
      .required("unpriced_calls", \.unpricedCalls, .integer()),
      .required("input_tokens", \.inputTokens, .integer()),
      .required("cached_tokens", \.cachedTokens, .integer()),
      .required("output_tokens", \.outputTokens, .integer()))
  }

  extension CostRow {
    fileprivate static let answer = JSONObjectForm<CostRow>(
      writing: "a cost row", .required("key", \.key, .text),
      .required("dollars", \.figures.dollars, .amount),
      .required("is_complete", \.figures.isComplete, .bool),
      .required("calls", \.figures.calls, .integer()),
      .required("unpriced_calls", \.figures.unpricedCalls, .integer()),
      .required("input_tokens", \.figures.inputTokens, .integer()),
      .required("cached_tokens", \.figures.cachedTokens, .integer()),
      .required("output_tokens", \.figures.outputTokens, .integer())
    ).form
  }
#endif
