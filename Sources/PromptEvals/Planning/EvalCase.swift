public import CoachModel

/// One sample that is to be made: a transcript or a persona, under a variant, for the n-th time.
public struct EvalCase: Sendable {
  /// Whom the conversation is with and what it was like when it took place.
  public var subject: EvalSubject
  /// The variant.
  public var variant: EvalVariant
  /// The attempt, from 1.
  public var attempt: Int

  /// What names the sample.
  public var key: SampleKey {
    SampleKey(side: variant.id, transcript: subject.transcript.id, attempt: attempt)
  }
}

/// What a case is about.
public struct EvalSubject: Sendable {
  /// The transcript; for a simulated person one without messages.
  public var transcript: Transcript
  /// The person to be played; nil for recorded conversations.
  public var persona: ClientProfile?

  /// A recorded conversation.
  public init(_ transcript: Transcript) {
    self.transcript = transcript
  }

  /// A person to be played.
  public init(_ persona: ClientProfile) {
    self.persona = persona
    transcript = persona.transcript
  }

  /// What it shares with others by name: what its file says, or else the person's profile; one of whom nothing is
  /// known stands for themselves.
  public var clusterName: String {
    transcript.cluster
      ?? (transcript.person == Self.unknownPerson ? transcript.id : transcript.person)
  }

  /// The id of the profile of whom nothing is known.
  static let unknownPerson = "new"
}

/// All cases of a run, one after the other, without a list of them.
///
/// Attempt by attempt, then transcript by transcript, then variant by variant: wherever a run is stopped, the
/// variants have been asked about the same transcripts, but for the samples that were under way. A run whose gate is
/// looked at early goes through each portion of its transcripts so, with all attempts, before the next one.
public struct EvalCases: Sequence, IteratorProtocol, Sendable {
  private let subjects: [EvalSubject]
  private let variants: [EvalVariant]
  private let counts: [Int]
  private let attempts: Int
  private var attempt = 1
  private var subject = 0
  private var variant = 0

  /// All cases of these subjects.
  init(_ subjects: some Sequence<EvalSubject>, _ suite: EvalSuite) {
    let subjects = Array(subjects)
    self.subjects = subjects
    variants = suite.variants
    counts = subjects.map { suite.samples.count(for: $0.transcript) }
    attempts = counts.max() ?? 0
  }

  /// How many there are.
  public var count: Int { counts.reduce(0, +) * variants.count }

  /// The next case.
  public mutating func next() -> EvalCase? {
    while attempt <= attempts {
      guard subject < subjects.count else {
        attempt += 1
        subject = 0
        continue
      }
      guard variant < variants.count, attempt <= counts[subject] else {
        subject += 1
        variant = 0
        continue
      }
      defer { variant += 1 }
      return EvalCase(
        subject: subjects[subject], variant: variants[variant], attempt: attempt)
    }
    return nil
  }
}
