#if Server
  import CoachKit

  /// What the first event says of a turn.
  enum TurnBeginning {
    /// It runs.
    case runs
    /// Its request was only sent again, so that the turn of the first one stands.
    case repeats
    /// It failed before it ran.
    case failed
  }

  /// Writes the events of a turn.
  struct EventWriter: Sendable {
    let turn: KeptTurn
    /// Says, with the first event, how the turn begins.
    let begin: @Sendable (TurnBeginning) -> Void

    /// Writes an event. It suspends while a reader is too far behind, so that a slow reader slows the model.
    func write(_ json: JSONValue, named name: String? = nil) async {
      await turn.append(json, named: name)
    }
  }
#endif
