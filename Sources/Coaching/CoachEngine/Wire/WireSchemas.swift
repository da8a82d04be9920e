import CoachAccess
import CoachModel
import CoachSignals
public import Documents
import Journeys

/// The JSON Schemas of everything that a backend sends, receives and stores.
///
/// They come from the same declarations as the code that reads and writes. `Documentation/wire` holds them as files.
public enum WireSchemas {
  /// The schemas by name, such as `request`.
  public static let all: [(name: String, schema: JSONValue)] = [
    ("request", TurnRequest.document.schema),
    ("event", TurnEvent.document.schema),
    ("client-event", ClientEvent.document.schema),
    ("outcome", TurnOutcome.document.schema),
    ("person", Person.document.schema),
    ("persona", Persona.document.schema),
    ("access-record", AccessRecord.document.schema),
    ("access-event", AccessChange.document.schema),
    ("device-trials", DeviceTrials.document.schema),
    ("memory", Memory.document.schema),
    ("person-record", PersonRecord.document.schema),
    ("session-outcome", SessionOutcome.document.schema),
    ("learned", LearnedKnowledge.document.schema),
    ("nudge-candidate", NudgeCandidate.document.schema),
    ("signal", LearningSignal.document.schema),
    ("usage-ledger", UsageLedger.document.schema),
    ("journey-state", JourneyState.document.schema),
  ]
}
