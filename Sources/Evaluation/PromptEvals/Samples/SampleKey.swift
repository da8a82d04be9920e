/// Identifies a sample within a run.
///
/// The key of a sample is the same in every run of a suite.
public struct SampleKey: Sendable, Hashable, CustomStringConvertible {
  /// The ID of the variant or reference.
  public var side: String
  /// The ID of the transcript or persona.
  public var transcript: String
  /// The number of the attempt, from 1.
  public var attempt: Int

  /// Creates a key, of the first attempt by default.
  public init(side: String, transcript: String, attempt: Int = 1) {
    self.side = side
    self.transcript = transcript
    self.attempt = attempt
  }

  /// The key as text, such as `v1/discovery-amara-night-shifts#2`.
  public var description: String { "\(side)/\(transcript)#\(attempt)" }
}

extension SampleKey: Comparable {
  /// Orders samples by transcript, then by attempt, then by side.
  public static func < (one: SampleKey, other: SampleKey) -> Bool {
    (one.transcript, one.attempt, one.side) < (other.transcript, other.attempt, other.side)
  }
}
