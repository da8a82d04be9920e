import JSON
import LanguageModels

/// Turns the events of one protocol into model events. Pure: no I/O, no clock.
///
/// What comes in is one JSON value at a time, whatever the framing; what goes out is gathered in
/// ``ReplyAssembler``. A decoder keeps what only its protocol needs.
protocol ReplyDecoder: SendableMetatype {
  /// Takes the next value of the stream. Throws what the server reports as an error in it.
  mutating func decode(_ json: borrowing JSONIndex, into events: inout ReplyAssembler)
    throws(ProviderProblem)

  /// Adds what is still to be said when no more can come: usage, the reason of the end.
  mutating func finish(into events: inout ReplyAssembler)

  /// Whether the model has said why it stopped: what remains is usage and the final mark.
  var hasReason: Bool { get }

  /// Whether the protocol's final mark has come.
  var isDone: Bool { get }
}
