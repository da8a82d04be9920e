/// What names a sample: the same in every run of a suite.
public struct SampleKey: Sendable, Hashable, CustomStringConvertible {
  /// The variant's or reference's id.
  public var side: String
  /// The transcript's or persona's id.
  public var transcript: String
  /// The attempt, from 1.
  public var attempt: Int

  /// Creates a key.
  public init(side: String, transcript: String, attempt: Int = 1) {
    self.side = side
    self.transcript = transcript
    self.attempt = attempt
  }

  /// `v1/discovery-amara-night-shifts#2`
  public var description: String { "\(side)/\(transcript)#\(attempt)" }
}
