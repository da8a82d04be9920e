#if Server
  import CoachKit
  import Documents
  import HTTPTypes
  import Hummingbird
  import Logging
  import NIOCore
  import Tracing

  /// What a request is answered with, beside its head.
  struct ConnectionContext: InitializableFromSource {
    let channel: any Channel

    init(source: ApplicationRequestContextSource) { channel = source.channel }
  }

  /// Answers requests: finds the endpoint, checks caller and body, and turns failures into problems.
  struct EndpointResponder: HTTPResponder {
    typealias Context = ConnectionContext

    let table: EndpointTable
    let state: ServerState
    let log: RequestLog
    let turns: LoadLimit
    let requests: LoadLimit

    init(_ endpoints: [Endpoint], state: ServerState) {
      table = EndpointTable(endpoints: endpoints)
      self.state = state
      log = RequestLog(logger: state.logger, clock: state.service.clock)
      turns = LoadLimit(
        state.settings.limits.turns, shownAs: ServerMetrics.runningTurns)
      requests = LoadLimit(state.settings.limits.requests)
    }

    func respond(to request: Request, context: Context) async throws -> Response {
      var entry = RequestLog.Entry(
        id: RequestID.id(of: request.head, random: state.service.random), method: request.method,
        started: state.service.clock.now())
      do {
        return try await answer(request, context, &entry)
      } catch {
        let problem = Problem(describing: error, log: state.logger)
        log.note(entry, status: problem.status.code, code: problem.code)
        return response(problem, entry)
      }
    }

    // MARK: One request

    private func answer(
      _ request: Request, _ context: Context, _ entry: inout RequestLog.Entry
    ) async throws -> Response {
      let path = (request.head.path ?? "").prefix { $0 != "?" }
      let endpoint: Endpoint
      let parameters: [String: String]
      switch table.match(request.method, path) {
      case .found(let found, let values): (endpoint, parameters) = (found, values)
      case .otherMethods(let methods): throw Problem.method(methods)
      case .none:
        throw Problem(
          .notFound, "not_found", "there is nothing at this path",
          hint: "/openapi.json lists what there is")
      }
      entry.endpoint = endpoint.path
      entry.isRoutine = endpoint.load == .light
      let caller = try await caller(of: request.head, for: endpoint)
      entry.caller = caller.name
      let span = Self.span(of: request, endpoint)
      entry.span = span
      let query = try self.query(of: request, for: endpoint, caller)
      let headers = Self.headers(of: request, for: endpoint)
      let body = try await self.body(of: request, for: endpoint)
      let call = RequestCall(
        id: entry.id, caller: caller, path: parameters, query: query, headers: headers, body: body,
        bodyType: endpoint.body == nil ? nil : Self.mediaType(of: request))
      let place = try takePlace(for: endpoint, call)
      let running = RunningRequest(entry, log: log, place: place)
      do {
        let reply = try await ClientWatch.run(context.channel) {
          try await ServiceContext.withValue(span.context) { try await endpoint.handle(call) }
        }
        return response(reply, context, entry, running)
      } catch is ClientLeft {
        running.end(status: 499, code: "client_left")
        return Response(status: .noContent)
      } catch {
        var problem = Problem(describing: error, log: state.logger)
        problem.pointer = problem.place.flatMap { line, column in
          let body = try? DocumentNode.parseJSON(SourceFile(path: "", bytes: body))
          return body?.pointer(toLine: line, column: column)
        }
        running.end(status: problem.status.code, code: problem.code)
        return response(problem, entry)
      }
    }

    /// Starts the span of a request of a caller who is known: nobody else decides what is traced.
    private static func span(of request: Request, _ endpoint: Endpoint) -> any Span {
      var context = ServiceContext.topLevel
      if endpoint.scope != nil {
        InstrumentationSystem.instrument.extract(
          request.headers, into: &context, using: HeaderExtractor())
      }
      let span = startSpan(
        "\(endpoint.method.rawValue) \(endpoint.path)", context: context, ofKind: .server)
      span.attributes["http.request.method"] = endpoint.method.rawValue
      span.attributes["http.route"] = endpoint.path
      return span
    }

    private func caller(of head: HTTPRequest, for endpoint: Endpoint) async throws -> Caller {
      guard let scope = endpoint.scope else { return Caller(name: "anybody", scope: .client) }
      let caller: Caller
      do throws(CallerRefusal) {
        caller = try await state.authentication.caller(
          authorization: head.headerFields[.authorization], host: head.authority,
          origin: HTTPField.Name("origin").flatMap { head.headerFields[$0] })
      } catch {
        throw Problem(error)
      }
      guard caller.scope >= scope else {
        throw Problem(
          .forbidden, "forbidden.scope", "this needs the scope '\(scope.rawValue)'",
          hint: "send a key with that scope")
      }
      return caller
    }

    private func query(
      of request: Request, for endpoint: Endpoint, _ caller: Caller
    ) throws -> [String: String] {
      var values: [String: String] = [:]
      for (key, value) in request.uri.queryParameters {
        guard let known = endpoint.query.first(where: { $0.name == key }) else {
          throw Problem(
            .badRequest, "query.unknown", "there is an unknown query parameter",
            hint: endpoint.query.isEmpty
              ? "this endpoint takes no query parameters"
              : "it takes \(endpoint.query.map(\.name).joined(separator: ", "))"
          )
        }
        guard !known.isOperatorOnly || caller.scope >= .operator else {
          throw Problem(
            .forbidden, "forbidden.scope", "the parameter '\(known.name)' is for operators",
            hint: "send a key with the scope 'operator', or leave it out")
        }
        guard values[known.name] == nil else {
          throw Problem(
            .badRequest, "query.repeated", "the parameter '\(known.name)' is given twice")
        }
        // Names and ids have none, and not every store takes them.
        guard !value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
          throw Problem(
            .badRequest, "query.value", "the parameter '\(known.name)' has a control character",
            hint: "send it without characters such as %00 and %0A")
        }
        values[known.name] = String(value)
      }
      return values
    }

    private static func headers(
      of request: Request, for endpoint: Endpoint
    ) -> [String: String] {
      var values: [String: String] = [:]
      for field in endpoint.headers {
        values[field.name] = HTTPField.Name(field.name).flatMap { request.headers[$0] }
      }
      return values
    }

    /// Takes a place for the request, so that a crowd of requests does not slow those that run.
    private func takePlace(for endpoint: Endpoint, _ call: RequestCall) throws -> LoadLimit? {
      switch endpoint.load {
      case .light, .partOfTurn: return nil
      case .request:
        guard !state.isDraining, requests.take() else { throw busy(endpoint.underLoad(call)) }
        return requests
      case .turn:
        if !state.isDraining, turns.take() { return turns }
        // Read once: a busy server has no time to read a body twice.
        let request = endpoint.underLoad(call)
        guard request.isUrgent, turns.take(isUrgent: true) else { throw busy(request) }
        return turns
      }
    }

    private func busy(_ request: RequestUnderLoad) -> Problem {
      let text = state.service.copy.text(.failureUnreachable, in: request.language)
      var problem = Problem(
        .serviceUnavailable, state.isDraining ? "stopping" : "busy",
        state.isDraining ? "the server is stopping" : "the server is busy",
        hint: "send the request again, to any server",
        text: state.service.withHelp(
          text, region: request.country, language: request.language, age: request.age))
      problem.headers[.retryAfter] = "1"
      return problem
    }

    // MARK: Responses

    private func response(
      _ reply: Reply, _ context: Context, _ entry: RequestLog.Entry, _ running: RunningRequest
    ) -> Response {
      switch reply {
      case .json(let json, let status, let headers):
        running.end(status: status.code)
        return response(
          status, Array(json.text().utf8), contentType: "application/json", entry, headers: headers)
      case .text(let bytes, let contentType, let headers):
        running.end(status: 200)
        return response(.ok, bytes, contentType: contentType, entry, headers: headers)
      case .events(let reader):
        if let place = running.handOver() { reader.turn.whenEnded { place.release() } }
        return stream(reader, context, entry, running)
      }
    }

    private func stream(
      _ reader: TurnReader, _ context: Context, _ entry: RequestLog.Entry,
      _ running: RunningRequest
    ) -> Response {
      let contentType = "text/event-stream"
      guard entry.method != .head else {
        running.end(status: 200)
        return response(.ok, [], contentType: contentType, entry)
      }
      let headers: HTTPFields = [.contentType: contentType, .cacheControl: "no-store"]
      let bytes = EventBytes(channel: context.channel, reader: reader) { isComplete in
        if isComplete {
          running.end(status: 200)
        } else {
          running.end(status: 499, code: "client_left")
        }
      }
      var response = Response(
        status: .ok, headers: headers, body: ResponseBody(asyncSequence: bytes))
      add(&response.headers, entry)
      if let name = HTTPField.Name("x-accel-buffering") { response.headers[name] = "no" }
      return response
    }

    private func response(_ problem: Problem, _ entry: RequestLog.Entry) -> Response {
      response(
        problem.status, Array(problem.json(requestID: entry.id).text().utf8),
        contentType: "application/problem+json", entry, headers: problem.headers)
    }

    private func response(
      _ status: HTTPResponse.Status, _ bytes: [UInt8], contentType: String,
      _ entry: RequestLog.Entry, headers: HTTPFields = [:]
    ) -> Response {
      var response = Response(
        status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
      response.headers[.contentType] = contentType
      add(&response.headers, entry)
      if entry.method == .head { return response.createHeadResponse() }
      return response
    }

    private func add(_ headers: inout HTTPFields, _ entry: RequestLog.Entry) {
      if let name = RequestID.header { headers[name] = entry.id }
      if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
      headers[.xContentTypeOptions] = "nosniff"
    }
  }

  extension Problem {
    fileprivate static func method(_ methods: [HTTPRequest.Method]) -> Problem {
      let all = methods.contains(.get) ? methods + [.head] : methods
      let names = all.map(\.rawValue).joined(separator: ", ")
      var problem = Problem(
        .methodNotAllowed, "method", "this path does not support the method", hint: "use \(names)")
      problem.headers[.allow] = names
      return problem
    }

    /// The problem of an error. One that is not expected is logged by its type alone: its words may quote a person.
    init(describing error: any Error, log: Logger) {
      switch error {
      case let problem as Problem: self = problem
      case let error as SourceError: self.init(error)
      case is CancellationError:
        self.init(.serviceUnavailable, "cancelled", "the request was cancelled")
      default:
        log.error("an unexpected error", metadata: ["type": "\(type(of: error))"])
        self.init(
          .internalServerError, "internal", "something went wrong here",
          hint: "look for the request's id in the server's log")
      }
    }
  }

  private struct HeaderExtractor: Extractor {
    func extract(key: String, from headers: HTTPFields) -> String? {
      HTTPField.Name(key).flatMap { headers[$0] }
    }
  }
#endif
