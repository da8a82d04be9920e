public import SourceFiles

/// The storage of message counts and seen request ids, the only part of access with mutable state.
///
/// Several processes may share a store, so each call must be atomic. Times are passed by the caller, in seconds
/// since 1970, and a clock may be set back: an entry with a later time than the current call's then counts as made
/// at the time of that call. So nobody stays blocked until the old time comes round again, and nobody gets a window
/// twice. Entries older than the longest window are removed for good.
///
/// A message that signals a crisis is answered whatever the store returns, and even if it does not respond.
///
/// ``InMemoryUsageStore`` implements the protocol for one process. A ``ChatTurn`` makes these calls itself:
///
/// ```swift
/// let store: any UsageStore = InMemoryUsageStore()
/// let now = 1_795_000_000.0
/// let record = AccessRecord(trial: AccessRecord.Trial(startedAt: now), updatedAt: now)
/// let decision = AccessPolicy.standard.decision(for: record, at: now)
/// if let reservation = UsageReservation(decision, id: "r-1", person: "p-4711", at: now) {
///   switch try await store.reserve(reservation) {
///   case .counted(let used): print("message \(used ?? 0) of the allowance")
///   case .refused(let refusal): print(refusal.word)
///   }
///   try await store.refund(reservation)  // if the model brought no reply
/// }
/// ```
public protocol UsageStore: Sendable {
  /// Counts a message in all of the person's rate windows for its purpose and in the allowance, if there is one, or in
  /// none of them.
  ///
  /// If both a window and the allowance are exhausted, the allowance is the reason, since waiting would not help.
  /// Repeating a reservation that is already counted has the same result and counts nothing.
  func reserve(_ reservation: UsageReservation) async throws -> UsageVerdict

  /// Refunds a message for which the person got no reply.
  ///
  /// The refund applies to the allowance only; the attempt stays in the rate windows. A second refund has no
  /// effect, and neither has one for an id that was never counted or is no longer stored. A store must keep
  /// reservations for at least an hour.
  func refund(_ reservation: UsageReservation) async throws

  /// Returns the number of messages used in the allowance with this key; 0 for an unknown one.
  func usage(of person: String, in key: String) async throws -> Int

  /// Returns the state of a request and records it as started if it is new.
  ///
  /// Ids are scoped to a person: the same id of two people denotes two requests. An unfinished request becomes new
  /// again ``UsageRetention/running`` seconds after its start, an answered one ``UsageRetention/answered`` seconds
  /// after its start.
  func begin(
    _ requestID: String, of person: String, digest: ContentDigest, at unixTime: Double
  ) async throws -> SeenRequest

  /// Records the message that answers a request, or with `nil` that there is no answer, so that the request may be
  /// repeated.
  ///
  /// A request that was answered stays answered; an unknown id is ignored.
  func finish(_ requestID: String, of person: String, messageID: String?) async throws
}
