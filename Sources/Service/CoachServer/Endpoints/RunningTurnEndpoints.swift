#if Server
  import CoachKit
  import HTTPTypes

  extension Endpoint {
    /// What a client does with a turn that it started on another connection.
    static func runningTurns(_ state: ServerState) -> [Endpoint] {
      let id = Parameter(name: "id", summary: "The id of the turn's request.")
      let person = Parameter(
        name: "person",
        summary: """
          The id of the turn's person. Without it, the id must be unique among the caller's turns, and other processes are not \
          looked at.
          """)
      return [
        Endpoint(
          method: .get, path: "/v1/turns/{id}", scope: .client,
          summary: "Go on reading the events of a turn",
          details: """
            For a client that lost its connection: the events of a turn that runs, or that ended in the last two minutes, as \
            its own request was answered with them. A journey's turn has the id of its `turn`. Several connections may read one \
            turn. Only the caller that started a turn may read it; for all others there is none. The events are in the process \
            that runs the turn: another one that shares its store answers with 421 until they are no longer kept, if it is \
            told the person. A turn of which the next event is no longer kept is answered with 410.
            """,
          pathParameters: [id], query: [person],
          headers: [
            Parameter(
              name: RequestCall.lastEventID,
              summary: "The id of the last event that was read; without it, all events are sent.",
              schema: ["type": "integer", "minimum": 0])
          ],
          response: .events(
            TurnOptions.eventSchemas,
            named: [
              ("changes", TurnChanges.document.schema), ("step", JourneyAnswer.document.schema),
            ]),
          failures: [.gone, .misdirectedRequest], load: .partOfTurn
        ) { call in
          let number = try call.lastEventNumber
          let turn = try await state.turn(of: call)
          do throws(KeptTurn.Refusal) {
            return .events(try turn.reader(after: number))
          } catch {
            throw Problem(error)
          }
        },
        Endpoint(
          method: .delete, path: "/v1/turns/{id}", scope: .client, summary: "Stop a turn",
          details: """
            The model's call is cancelled, and the turn ends as one that failed with `cancelled`; who reads it gets the events \
            up to there. Stopping a turn that has ended changes nothing.
            """,
          pathParameters: [id], query: [person], answer: StoppedTurn.form,
          failures: [.gone, .misdirectedRequest], load: .partOfTurn
        ) { call in StoppedTurn(wasRunning: try await state.turn(of: call).stop()) },
      ]
    }
  }

  private struct StoppedTurn: Sendable {
    var wasRunning: Bool

    static let form = JSONObjectForm<StoppedTurn>(
      writing: "a stopped turn", .required("was_running", \.wasRunning, .bool)
    ).form
  }

  extension RequestCall {
    fileprivate static let lastEventID = "last-event-id"

    /// The number of the last event that the client has read; 0 for none.
    fileprivate var lastEventNumber: Int {
      get throws(Problem) {
        guard let text = headers[Self.lastEventID] else { return 0 }
        guard (1...18).contains(text.utf8.count),
          text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
          let number = Int(text)
        else { throw Problem.lastEventID }
        return number
      }
    }
  }

  extension ServerState {
    /// Returns the turn that a call names.
    ///
    /// Throws ``Problem`` if the caller has none with this name here, which says whether another process runs it.
    fileprivate func turn(of call: RequestCall) async throws -> KeptTurn {
      let id = call.path["id"] ?? ""
      if let person = call.query["person"] { try call.requirePermission(toSpeakFor: person) }
      let person = call.query["person"] ?? call.caller.person
      switch turns.find(id, of: person, for: call.caller) {
      case .found(let turn): return turn
      case .several:
        throw Problem(
          .badRequest, "query.missing", "turns of several people have this id",
          hint: "add the parameter 'person'")
      case .ofAnother: throw Problem.unknownTurn
      case .none: break
      }
      guard let person else { throw Problem.unknownTurn }
      // The ledger does not say whose a turn is. It tells nothing that a caller who may speak for the person does not get from
      // sending the request again.
      let (state, lastSign) = try await requestState(of: id, from: person)
      switch state {
      case .answered where (lastSign ?? 0) + TurnRegistry.keptTime / .seconds(1) <= now:
        throw Problem(
          .gone, "turn.gone", "the turn was answered, and its events are no longer kept",
          hint: "they are kept for two minutes after the end, by the process that answered it")
      case .running, .answered:
        throw Problem(
          .misdirectedRequest, "turn.elsewhere",
          "this process does not have the turn's events; another one of this service may",
          hint: "send the request to it, as a proxy does that asks all servers")
      case .new, .differs, nil: throw Problem.unknownTurn
      }
    }

    private func requestState(
      of id: String, from person: String
    ) async throws -> (RequestState?, lastSign: Double?) {
      let now = now
      do {
        return try await stores.usage.updateLedger(of: person) {
          ($0.requestState(of: id, at: now), $0.lastSign(ofRequest: id))
        }
      } catch {
        throw storeProblem(error)
      }
    }
  }

  extension Problem {
    /// The same for an id that nobody used and for another caller's turn.
    fileprivate static let unknownTurn = Problem(
      .notFound, "turn.unknown", "there is no turn with this id",
      hint: "a turn is its caller's, and is kept for two minutes after its end; with the parameter "
        + "'person', other processes are looked at")

    fileprivate static let lastEventID = Problem(
      .badRequest, "header.value", "the header 'last-event-id' is not the id of an event",
      hint: "send the id of the last event that you have read, or leave it out to get all events")

    fileprivate init(_ refusal: KeptTurn.Refusal) {
      switch refusal {
      case .unknownNumber: self = .lastEventID
      case .dropped:
        self.init(
          .gone, "turn.too_large", "the turn is too large to keep, and the next event was dropped",
          hint: "read on from a later event, or raise 'turns.kept_bytes'")
      }
    }
  }
#endif
