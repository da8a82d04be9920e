/// The place in an evaluation from which a request comes.
///
/// A model that answers without a server, such as ``ScriptedModel``, chooses its reply by it: many conversations are
/// generated at once, and the order in which their calls arrive differs from run to run.
public struct RequestOrigin: Sendable, Hashable {
  /// The ID of the transcript or persona.
  public var transcript: String
  /// The ID of the variant.
  public var side: String
  /// The ID that the suite gives the variant, if ``side`` also names one of several models; `nil` if it is ``side``.
  public var variant: String?
  /// The number of the sample of this transcript and variant, from 1.
  public var attempt: Int
  /// The number of the coach message that is generated, answered or judged, from 1; `nil` for a call about a whole
  /// conversation.
  public var message: Int?
  /// The number of the call among those of its role in the sample, from 1.
  ///
  /// The roles are the candidate, the simulated person, and each judge.
  public var call: Int

  /// Creates an origin, by default of the first call of the first sample.
  public init(
    transcript: String, side: String, variant: String? = nil, attempt: Int = 1, message: Int? = nil,
    call: Int = 1
  ) {
    self.transcript = transcript
    self.side = side
    self.variant = variant
    self.attempt = attempt
    self.message = message
    self.call = call
  }
}
