import CoachModel
import LanguageModels
import ModelLayers
import SafetyRules
import SourceFiles
import Synchronization

/// What a model said about a message, without a word of it.
struct OpinionVerdict: Sendable, Hashable {
  /// How close the danger is; `nil` if there is none that needs an answer.
  var severity: CrisisSeverity?
  var categories: [CrisisCategory]
  /// The words that decide it, in UTF-8 bytes of the message; `nil` if the model quoted none of it.
  var evidence: Range<Int>?

  /// Creates the verdict on a message; `quote` are the words that decide it, as the model repeats them.
  init(
    severity: CrisisSeverity?, categories: [CrisisCategory], quote: String?, in message: String
  ) {
    (self.severity, self.categories) = (severity, categories)
    if let quote, !quote.isEmpty, let range = message.firstRange(of: quote) {
      let bytes = message.utf8
      let start = bytes.distance(from: bytes.startIndex, to: range.lowerBound)
      evidence = start..<bytes.distance(from: bytes.startIndex, to: range.upperBound)
    }
  }
}

/// The questions about messages that are in progress, and the verdicts on recent ones, in memory only.
///
/// One person may have few questions in progress, and those of all people have a number of slots that they take in the
/// order of their arrival: so the messages of one person cannot keep those of others waiting.
final class OpinionDesk: Sendable {
  private let verdicts = DigestCache<OpinionVerdict>(capacity: 2_000)
  private let slots = FIFOSemaphore(capacity: 1)
  private let inProgress = Mutex<[String: Int]>([:])

  /// Identifies what a model would be asked about: the person, the message and the messages before it. The same words can
  /// mean something else after other messages.
  static func digest(of message: String, after history: [Message], by person: String)
    -> ContentDigest
  {
    ContentDigest(
      ofParts: ["opinion", person, message] + history.flatMap { [$0.role.rawValue, $0.text] })
  }

  subscript(digest: ContentDigest) -> OpinionVerdict? { verdicts[digest] }

  func keep(_ verdict: OpinionVerdict, for digest: ContentDigest) {
    verdicts.keep(verdict, for: digest)
  }

  /// Takes a slot for a question about a person's message and waits for it as long as the limit allows.
  ///
  /// Returns how long that took; `nil` if the person has too many questions in progress, no slot became free in time, or
  /// the caller's task was cancelled. Otherwise call ``leave(_:)`` in the end.
  func enter(
    _ person: String, atMost count: Int, of total: Int, within limit: Duration, _ clock: CallClock
  ) async -> Duration? {
    let isFree = inProgress.withLock { people in
      guard people[person, default: 0] < max(1, count) else { return false }
      people[person, default: 0] += 1
      return true
    }
    guard isFree else { return nil }
    slots.resize(to: max(1, total))
    let started = clock.now()
    if await slots.enter(within: limit, clock) { return started.duration(to: clock.now()) }
    release(person)
    return nil
  }

  /// Releases the slot of a question.
  func leave(_ person: String) {
    slots.leave()
    release(person)
  }

  private func release(_ person: String) {
    inProgress.withLock { people in
      let count = people[person, default: 0] - 1
      people[person] = count > 0 ? count : nil
    }
  }
}

extension FIFOSemaphore {
  /// Waits for a slot as long as a limit allows. Returns false if none became free, or the caller's task was cancelled.
  fileprivate func enter(within limit: Duration, _ clock: CallClock) async -> Bool {
    guard !enterAtOnce() else { return true }
    // The task that waits is asked for its result in any case: a slot that it was given must not get lost.
    let waiting = Task.onPreferredExecutor { await self.enter() }
    let alarm = Task.onPreferredExecutor {
      guard (try? await clock.sleep(limit)) != nil else { return }
      waiting.cancel()
    }
    defer { alarm.cancel() }
    return await withTaskCancellationHandler {
      await waiting.value
    } onCancel: {
      waiting.cancel()
    }
  }
}
