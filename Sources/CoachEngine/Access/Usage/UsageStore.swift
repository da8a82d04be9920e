public import SourceFiles

/// Where counts and seen request ids live: the only part of access that is not a function of values.
///
/// Several processes may share a store, so each call is one step that nothing comes between. Times are the
/// caller's, in seconds since 1970, and a clock may be set back. What a store has noted at a later time
/// than it is told now counts as of now, from then on: nobody stays blocked until the old time comes
/// round again, and nobody is given a window twice. What has left the longest window is gone for good.
///
/// A message that signals a crisis is answered whatever a store says, and also when it does not answer.
public protocol UsageStore: Sendable {
  /// Counts a message in all of the person's rate windows and towards the allowance, if there is one, or
  /// in none of them.
  ///
  /// Where both are exhausted the allowance is the reason: a wait would not help. A reservation with an
  /// id that is counted already is not counted again and has the same verdict.
  func reserve(_ reservation: UsageReservation) async throws -> UsageVerdict

  /// Gives a message back that brought the person nothing.
  ///
  /// Only towards the allowance; in the rate windows the attempt stays. Refunding twice gives back one.
  /// An id that was never counted, or longer ago than the store remembers, gives back nothing. A store
  /// must remember for an hour.
  func refund(_ reservation: UsageReservation) async throws

  /// How many messages of an allowance are used.
  func usage(of person: String, in key: String) async throws -> Int

  /// Asks whether a request is new, and if so takes it as begun.
  ///
  /// Ids are the person's own: the same id of two people is two requests. A request that was begun and
  /// never finished is new again after ``UsageRetention/running`` seconds, one that was answered after
  /// ``UsageRetention/answered`` seconds, both from its beginning.
  func begin(
    _ requestID: String, of person: String, digest: ContentDigest, at unixTime: Double
  ) async throws -> SeenRequest

  /// Notes the message that answers a request, or with nil that nothing came of it, so that it may be
  /// sent again. What was answered stays so; an id that is not known is left alone.
  func finish(_ requestID: String, of person: String, messageID: String?) async throws
}
