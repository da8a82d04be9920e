public import CoachModel
public import SourceFiles

/// What a ``UsageStore`` keeps about one person: counts of messages, the requests of the last day, and the clock of notices.
///
/// A ledger is a value and its methods are the rules. A store reads it, lets a change run and writes it back, in one
/// transaction. It reads no clock: callers pass the time, in seconds since 1970. A clock may be set back: an entry with
/// a later time than the current call's then counts as made at the time of that call. So nobody stays blocked until the
/// old time comes round again, and nobody gets a window twice. Entries older than the longest window are removed for
/// good, with the first call at a later time.
///
/// ```swift
/// var ledger = UsageLedger()
/// let now = 1_795_000_000.0
/// let record = AccessRecord(trial: AccessRecord.Trial(startedAt: now), updatedAt: now)
/// let decision = AccessPolicy.standard.decision(for: record, at: now)
/// if let message = UsageReservation(decision, id: "r-1", person: "p-4711", at: now) {
///   switch ledger.reserve(message) {
///   case .counted(let used): print("message \(used ?? 0) of the allowance")
///   case .refused(let refusal): print(refusal.word)
///   }
///   ledger.refund(message.id)  // if the model brought no reply
/// }
/// ```
public struct UsageLedger: Sendable, Hashable {
  /// The time during which a reservation can be refunded, in seconds.
  public static let refundTime = 3600.0
  /// The time during which an answered request is recognised, from its start, in seconds.
  public static let answerTime = 86_400.0
  /// The number of answered requests that are kept; of more, the oldest are forgotten first.
  public static let maximumAnswers = 200
  /// The time after the end of its lease at which a request that nobody repeated is forgotten, in seconds.
  static let abandonedTime = 600.0

  var counters: [UsagePurpose: UsageCounter] = [:]
  /// The requests, the earliest first.
  var requests: [RequestEntry] = []
  /// Since when the person has been writing, and which notices they were given.
  public var noticeClock = NoticeClock()
  /// The time of the last change, in seconds since 1970.
  public internal(set) var updatedAt = 0.0

  /// Creates the ledger of a person who has not written yet.
  public init() {}

  /// Whether there is nothing to keep, so that the ledger can be deleted.
  public var isEmpty: Bool { counters.isEmpty && requests.isEmpty && noticeClock.isEmpty }

  // MARK: Counts

  /// Counts a message in all of the rate windows of its purpose and in the allowance, if there is one, or in none of
  /// them.
  ///
  /// If both a window and the allowance are exhausted, the allowance is the reason, since waiting would not help.
  /// Repeating a reservation that is already counted has the same result and counts nothing.
  public mutating func reserve(_ reservation: UsageReservation) -> UsageVerdict {
    advance(to: reservation.at)
    return counters[reservation.purpose, default: UsageCounter()].reserve(reservation)
  }

  /// Refunds a reservation for which the person got no reply.
  ///
  /// The refund applies to the allowance only; the attempt stays in the rate windows. A second refund has no effect,
  /// and neither has one for an id that was never counted, or was counted over an hour ago.
  public mutating func refund(_ id: String) {
    for purpose in counters.keys { counters[purpose]?.refund(id) }
    removeEmptyCounters()
  }

  /// Removes a reservation as if it had never been made: from its allowance and from the rate windows.
  ///
  /// For a message that turned out to be one that is never counted. An id that is not known has no effect.
  public mutating func withdraw(_ id: String) {
    for purpose in counters.keys { counters[purpose]?.withdraw(id) }
    removeEmptyCounters()
  }

  /// The counts of messages by their keys.
  package var messageCounts: [String: Int] { counters[.message]?.counts ?? [:] }

  /// Returns the number of messages used in the allowance with this key; 0 for an unknown one.
  public func usage(in key: String) -> Int { counters[.message]?.usage(in: key) ?? 0 }

  /// Sets the number of messages used in an allowance, for counts that come from another system.
  public mutating func setUsage(_ count: Int, in key: String) {
    counters[.message, default: UsageCounter()].counts[key] = count > 0 ? count : nil
    removeEmptyCounters()
  }

  // MARK: Requests

  /// Returns the state of a request and records it as started if it is new.
  ///
  /// A request that was started and never finished is new again when its lease has run out: its program has died. What
  /// that attempt had counted is refunded. So is one that was released; what was counted is refunded if the contents are
  /// the same, since this attempt counts in its place.
  ///
  /// - Parameters:
  ///   - id: The caller's id of the request.
  ///   - digest: Identifies what the request contains: the same id with another digest is an error of the sender.
  ///   - attempt: The id of this attempt, and of its reservation.
  ///   - lease: The number of seconds after which the attempt counts as dead unless it is renewed.
  ///   - unixTime: The present time, in seconds since 1970.
  public mutating func begin(
    _ id: String, digest: ContentDigest, attempt: String, lease: Double, at unixTime: Double
  ) -> RequestState {
    let now = advance(to: unixTime)
    if let place = place(of: id) {
      let entry = requests[place]
      switch entry.state(at: now) {
      case .answered(let messageID):
        return entry.digest == digest.hexadecimal ? .answered(messageID: messageID) : .differs
      case .running: return entry.digest == digest.hexadecimal ? .running : .differs
      case .dead:
        // Another message does not take the place of one whose answer was seen in part.
        if !entry.isReleased || entry.digest == digest.hexadecimal { refund(entry.attempt) }
        requests.remove(at: place)
      }
    }
    requests.append(
      RequestEntry(
        id: id, digest: digest.hexadecimal, attempt: attempt, startedAt: now, renewedAt: now,
        lease: lease))
    return .new
  }

  /// Returns what is known of a request at a time, without recording anything; `nil` if nothing is, or if nobody answers it
  /// any more.
  package func requestState(of id: String, at unixTime: Double) -> RequestState? {
    guard let place = place(of: id), !requests[place].isExpired(at: unixTime) else { return nil }
    return switch requests[place].state(at: unixTime) {
    case .running: .running
    case .answered(let messageID): .answered(messageID: messageID)
    case .dead: nil
    }
  }

  /// Returns the time of the answer to a request, or of the last sign of life of a running one, in seconds since 1970.
  package func lastSign(ofRequest id: String) -> Double? {
    place(of: id).map { requests[$0].renewedAt }
  }

  /// Renews the lease of a running request. Returns false if it is no longer this attempt's: another one has taken the
  /// request over.
  public mutating func renew(_ id: String, attempt: String, at unixTime: Double) -> Bool {
    let now = advance(to: unixTime)
    guard let place = place(of: id), requests[place].isRunning(attempt) else { return false }
    requests[place].renewedAt = now
    return true
  }

  /// Records the message that answers a request, or with `nil` that there is no answer, so that the request may be
  /// repeated.
  ///
  /// Returns false, and changes nothing, if the request is no longer this attempt's. A request that was answered stays
  /// answered.
  @discardableResult
  public mutating func finish(
    _ id: String, attempt: String, messageID: String?, at unixTime: Double
  ) -> Bool {
    guard let place = place(of: id), requests[place].isRunning(attempt) else { return false }
    if let messageID {
      requests[place].messageID = messageID
      if unixTime.isFinite { requests[place].renewedAt = unixTime }
      forgetOldAnswers()
    } else {
      requests.remove(at: place)
    }
    return true
  }

  /// Ends an attempt whose answer was not seen to its end. The message stays counted; a repetition is a new attempt, which
  /// then counts in place of this one.
  ///
  /// Returns false, and changes nothing, if the request is no longer this attempt's.
  @discardableResult
  public mutating func release(_ id: String, attempt: String) -> Bool {
    guard let place = place(of: id), requests[place].isRunning(attempt) else { return false }
    requests[place].isReleased = true
    return true
  }

  /// Ids are compared byte by byte; Swift's equality treats different spellings of a letter as equal.
  private func place(of id: String) -> Int? {
    requests.firstIndex { $0.id.utf8.elementsEqual(id.utf8) }
  }

  // MARK: Time

  /// Removes what is too old to matter at a time, and treats later times as this one. Every call with a time does so
  /// itself; a store may do it for people who no longer write.
  @discardableResult
  public mutating func advance(to unixTime: Double) -> Double {
    let now = unixTime.isFinite ? unixTime : 0
    updatedAt = now
    for purpose in counters.keys { counters[purpose]?.advance(to: now) }
    for index in requests.indices { requests[index].advance(to: now) }
    // Whether a program that died showed its notices is not known: shown twice is better than not at all.
    for entry in requests where entry.hasDied(at: now) {
      noticeClock.withdraw(NoticeKind.known, of: entry.id)
    }
    for entry in requests where entry.isAbandoned(at: now) { refund(entry.attempt) }
    requests.removeAll { $0.isAbandoned(at: now) || $0.isExpired(at: now) }
    removeEmptyCounters()
    noticeClock.advance(to: now)
    return now
  }

  private mutating func removeEmptyCounters() {
    for (purpose, counter) in counters where counter.isEmpty { counters[purpose] = nil }
  }

  private mutating func forgetOldAnswers() {
    var surplus = requests.count { $0.messageID != nil } - Self.maximumAnswers
    requests.removeAll { entry in
      guard surplus > 0, entry.messageID != nil else { return false }
      surplus -= 1
      return true
    }
  }
}
