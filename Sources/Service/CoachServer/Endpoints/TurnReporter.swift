#if Server
  import CoachKit

  /// Writes the events of a turn to a stream, with what the caller stores.
  struct TurnReporter {
    let request: TurnRequest
    let options: TurnOptions
    let state: ServerState
    /// The outcome, once the turn has ended.
    private(set) var outcome: TurnOutcome?
    private var hasBegun = false

    init(request: TurnRequest, options: TurnOptions, state: ServerState) {
      self.request = request
      self.options = options
      self.state = state
    }

    /// Writes all events of a turn.
    mutating func write(_ turn: TurnStream, to writer: EventWriter) async {
      writer.turn.whenStopped { turn.stop() }
      if options.isPaced {
        for await event in turn.paced(clock: state.service.clock) {
          await write(event, to: writer)
        }
      } else {
        for await event in turn { await write(event, to: writer) }
      }
    }

    private mutating func write(_ event: TurnEvent, to writer: EventWriter) async {
      if !hasBegun {
        hasBegun = true
        writer.begin(event.beginning)
      }
      if case .done(let outcome) = event {
        self.outcome = outcome
        if options.givesChanges {
          let changes = TurnChanges(outcome, of: request, at: state.now)
          await writer.write(TurnChanges.document.json(changes), named: "changes")
        }
      }
      if options.givesAllEvents {
        await writer.write(event.json)
      } else if let event = event.forClient {
        await writer.write(event.json)
      }
    }
  }

  extension TurnEvent {
    /// What it says of its turn if it is the first event.
    fileprivate var beginning: TurnBeginning {
      switch self {
      case .failed: .failed
      case .refused(let refusal):
        switch refusal.reason {
        case .running, .answered: .repeats
        case .access, .spendingCap, .other: .runs
        }
      default: .runs
      }
    }
  }
#endif
