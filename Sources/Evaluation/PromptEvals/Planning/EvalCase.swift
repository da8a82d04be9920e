public import CoachModel
import CoachSignals
package import CoachTranscripts
import Documents

/// A sample to generate: one attempt at a transcript or persona under a variant.
public struct EvalCase: Sendable {
  /// The transcript or persona.
  public var subject: EvalSubject
  /// The variant that replies.
  public var variant: EvalVariant
  /// The number of the attempt, from 1.
  public var attempt: Int

  /// The key of the sample.
  public var key: SampleKey {
    SampleKey(side: variant.id, transcript: subject.transcript.id, attempt: attempt)
  }
}

/// What a case is about: a recorded conversation, a persona, or the inputs of a task.
public struct EvalSubject: Sendable {
  /// The transcript; without messages for a persona or a task.
  public var transcript: Transcript
  /// The persona that a model plays; `nil` for a recorded conversation.
  public var persona: ClientProfile?
  /// The inputs of a task, and what is expected of the reply; `nil` for a conversation.
  public private(set) var task: TaskCase?
  /// The person's earlier sessions; `nil` for a conversation that stands by itself.
  package private(set) var history: PersonHistory?
  /// The record that the earlier sessions left.
  private(set) var record: PersonRecord?

  /// Creates a subject from a recorded conversation.
  public init(_ transcript: Transcript) {
    self.transcript = transcript
  }

  /// Creates a subject from a persona.
  public init(_ persona: ClientProfile) {
    self.persona = persona
    transcript = persona.transcript
  }

  /// Creates a subject from a case of a task.
  public init(_ task: TaskCase) {
    self.task = task
    transcript = task.transcript
  }

  /// Creates a subject from the late conversation of a history, in which the coach knows what the sessions left behind.
  package init(_ history: PersonHistory) {
    self.init(history.transcript)
    self.history = history
    record = history.record()
  }

  /// Gives the case of a task other inputs; a conversation has none.
  mutating func replaceInputs(by inputs: JSONObject) {
    task?.inputs = inputs
    task?.cells = [:]
  }

  /// The places in the transcript at which the coach writes: its messages and, if a history's conversation ends with the
  /// person, its end. For a task it is the only place there is.
  var replyPositions: [Int] {
    let written = transcript.coachPositions
    let waits = task != nil || history != nil && transcript.messages.last?.role == .user
    return waits ? written + [transcript.messages.count] : written
  }

  /// The name of the cluster: the one that the file states, or else the ID of the person's profile.
  ///
  /// A transcript of a person of whom nothing is known is a cluster of its own.
  public var clusterName: String {
    transcript.cluster
      ?? (transcript.person == Transcript.unknownPerson ? transcript.id : transcript.person)
  }
}

/// All cases of a run as a lazy sequence.
///
/// Attempt by attempt, then transcript by transcript, then variant by variant: wherever a run is stopped, all
/// variants have been asked about the same transcripts, except for samples in progress. A run with interim looks
/// goes through each portion of its transcripts in this order, with all attempts, before the next one.
public struct EvalCases: Sequence, IteratorProtocol, Sendable {
  private let subjects: [EvalSubject]
  private let variants: [EvalVariant]
  private let counts: [Int]
  private let attempts: Int
  private var attempt = 1
  private var subject = 0
  private var variant = 0

  init(_ subjects: some Sequence<EvalSubject>, suite: EvalSuite) {
    let subjects = Array(subjects)
    self.subjects = subjects
    variants = suite.comparison.variants
    counts = subjects.map { suite.samples.count(for: $0.transcript) }
    attempts = counts.max() ?? 0
  }

  /// The number of all cases, including those that were already returned.
  public var count: Int { counts.reduce(0, +) * variants.count }

  /// Returns the next case, or `nil` after the last one.
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
