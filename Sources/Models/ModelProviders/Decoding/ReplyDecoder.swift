public import Documents

/// Translates the events of one protocol into model events. Pure: no I/O, no clock.
///
/// The input is one JSON value at a time, whatever the framing; the output is collected in a ``ReplyAssembler``. A
/// decoder keeps only the state that its protocol requires.
public protocol ReplyDecoder: Sendable {
  /// Decodes the next value of the stream. Throws an error that the server reports in it.
  ///
  /// A value that states why the reply ends is noted (``ReplyAssembler/noteReason()``) after its content was added. The
  /// reply ends with the protocol's final mark, or with the body if the reason still holds then.
  mutating func decode(_ json: borrowing JSONIndex, into events: inout ReplyAssembler)
    throws(ProviderProblem)

  /// Adds what remains when no more values can follow: usage and the finish reason, of several the last one.
  mutating func finish(into events: inout ReplyAssembler)

  /// Whether the protocol's final mark has arrived.
  var isDone: Bool { get }
}
