import CoachAccess
import TestKit

/// An event that affects people, a clock, or a store.
enum AccessStep: Sendable, CustomStringConvertible {
  /// The clock shows this time from here on.
  case clock(Double)
  /// An event that happened at a time is reported to a person's record.
  case event(AccessChange, person: Int, at: Double)
  /// A person sends messages with these ids concurrently.
  case send(ids: ClosedRange<Int>, person: Int)
  /// A message is refunded by a number of concurrent callers.
  case refund(id: Int, person: Int, callers: Int)
  /// A request arrives a number of times concurrently.
  case begin(id: Int, person: Int, body: Int, callers: Int)
  /// A request ends, with or without an answer.
  case finish(id: Int, person: Int, answer: Int?)

  var description: String {
    switch self {
    case .clock(let time): "the clock shows \(Self.short(time))"
    case .event(let event, let person, let time):
      "person \(person), at \(Self.short(time)): \(Self.text(event))"
    case .send(let ids, let person):
      ids.count == 1
        ? "person \(person) sends message \(ids.lowerBound)"
        : "person \(person) sends messages \(ids.lowerBound) to \(ids.upperBound) at once"
    case .refund(let id, let person, let callers):
      "message \(id) of person \(person) is refunded \(callers) times at once"
    case .begin(let id, let person, let body, let callers):
      "request \(id) of person \(person) with body \(body) comes \(callers) times at once"
    case .finish(let id, let person, let answer):
      "request \(id) of person \(person) ends with \(answer.map { "answer \($0)" } ?? "nothing")"
    }
  }

  /// Seconds since the start of all sequences are easier to read than those since 1970.
  private static func short(_ time: Double) -> String { "\(time - AccessSequence.origin)" }

  private static func text(_ event: AccessChange) -> String {
    func text(_ word: String, _ period: BillingPeriod) -> String {
      "\(word) \(short(period.start)) to \(short(period.end))"
    }
    return switch event {
    case .discoveryCompleted: "discovery completed"
    case .paywallShown: "paywall shown"
    case .trialStarted: "trial started"
    case .trialCancelled: "trial cancelled"
    case .subscribed(let period): text("subscribed", period)
    case .renewed(let period): text("renewed", period)
    case .renewalCancelled(let period): text("renewal cancelled", period)
    case .renewalResumed(let period): text("renewal resumed", period)
    case .subscriptionEnded(let period): text("subscription ended", period)
    }
  }
}

/// A random course of events, the same for the same seed.
struct AccessSequence: Sendable {
  /// 23:30 on 21 November 2026, so that the day changes within sequences.
  static let origin = 1_795_303_800.0
  static let people = 2

  let limits: AccessReference.Limits
  private(set) var steps: [AccessStep] = []

  private var random: SplitMix
  private var now = AccessSequence.origin
  private var messageCount = 0
  private var sent: [(id: Int, person: Int)] = []
  private var started: (id: Int, person: Int)?
  private var reported: [(event: AccessChange, person: Int, at: Double)] = []
  private var trials: [Double?] = Array(repeating: nil, count: AccessSequence.people)
  private var periods: [[BillingPeriod]] = Array(repeating: [], count: AccessSequence.people)
  /// Times at or near which something changes.
  private var borders: [Double] = []

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
    let days = 86_400.0
    limits = AccessReference.Limits(
      paid: 3 + random.below(10), trial: 2 + random.below(6),
      trialSeconds: random.pick([3 * days, 3 * days, 1800]),
      grace: random.pick([days, days, days, 600, 0]),
      windows: random.pick([
        [(12, 60), (120, 3600)], [(3, 60), (8, 3600)], [(2, 10)], [(1, 1), (4, 30), (5, 86_400)],
        [],
      ]))
    // Most people complete discovery; without a purchase little happens.
    let count = 12 + random.below(24)
    while steps.count < count { add() }
  }

  private mutating func add() {
    let person = random.below(Self.people)
    switch random.below(24) {
    case 20...21: billTrial(person)
    case 22: endTrial(person)
    case 0...3, 23: turnClock()
    case 4: report(random.pick([.discoveryCompleted, .paywallShown()]), person)
    case 5: buyTrial(person)
    case 6: report(.trialCancelled, person)
    case 7...9: bill(person)
    case 10: reportAgain()
    case 11...14: send(person)
    case 15...16: refund()
    default: request(person)
    }
  }

  // MARK: Time

  private mutating func turnClock() {
    switch random.below(10) {
    case 0...2: now += Double(random.below(40)) / 2
    case 3: now += Double(random.below(7200))
    case 4: now += Double(random.below(40)) * 86_400
    case 5: now -= Double(random.below(90))
    case 6: now -= Double(random.below(40)) * 86_400
    default:
      // Exactly at a boundary, or just before it.
      guard !borders.isEmpty else { return }
      now = random.pick(borders) + random.pick([-1, -0.5, 0, 0, 0.5])
    }
    now = max(now, Self.origin - 3e7)
    steps.append(.clock(now))
    borders.append(contentsOf: limits.windows.map { now + $0.seconds } + [now + 600])
  }

  /// The time of the reported event: mostly now, sometimes earlier or slightly in the future.
  private mutating func eventTime() -> Double {
    switch random.below(6) {
    case 0: now - Double(random.below(20)) * 43_200
    case 1: now + Double(random.below(20))
    default: now
    }
  }

  // MARK: Events

  private mutating func report(_ event: AccessChange, _ person: Int) {
    let time = eventTime()
    steps.append(.event(event, person: person, at: time))
    reported.append((event, person, time))
  }

  private mutating func reportAgain() {
    guard !reported.isEmpty else { return }
    let report = random.pick(reported)
    steps.append(.event(report.event, person: report.person, at: report.at))
  }

  private mutating func buyTrial(_ person: Int) {
    report(.trialStarted, person)
    guard case .event(_, _, let time) = steps[steps.count - 1] else { return }
    let end = time + limits.trialSeconds
    borders += [end, end, end + limits.grace]
    trials[person] = trials[person] ?? time
  }

  /// A trial is cancelled, mostly, and its end comes.
  private mutating func endTrial(_ person: Int) {
    if !random.once(in: 3) { report(.trialCancelled, person) }
    guard let start = trials[person] else { return }
    now = start + limits.trialSeconds + random.pick([-1, 0, 10, limits.grace])
    steps.append(.clock(now))
  }

  /// A store that sells the trial as a first, shorter period reports it, or the period after it.
  private mutating func billTrial(_ person: Int) {
    let start = trials[person] ?? now
    let end = start + limits.trialSeconds
    let own = BillingPeriod(start: start + random.pick([0, 0, 5]), end: end)
    let next = BillingPeriod(
      start: end + random.pick([0, 0, 20, -20, 7_200]), end: end + 30 * 86_400)
    guard let period = random.once(in: 2) ? own : next else { return }
    if random.once(in: 3) { note(period, person) }
    report(
      random.pick([
        .renewalCancelled(period), .renewalResumed(period), .renewalCancelled(period),
        .subscribed(period), .renewed(period), .subscriptionEnded(period),
      ]), person)
  }

  private mutating func bill(_ person: Int) {
    // An event about a known period, or about a new one.
    if let known = periods[person].last, !random.once(in: 3) {
      let period = random.once(in: 3) ? random.pick(periods[person]) : known
      switch random.below(9) {
      case 0...1: report(.renewalCancelled(period), person)
      case 2: report(.renewalResumed(period), person)
      case 3: report(.subscriptionEnded(period), person)
      case 4:
        // The end moves, mostly backwards.
        let shift = Double(random.below(10) - 3) * 86_400
        guard let moved = BillingPeriod(start: period.start, end: period.end + shift) else {
          return
        }
        note(moved, person)
        report(.renewed(moved), person)
      default:
        guard
          let next = newPeriod(from: period.end + random.pick([0, 0, 0, 3, -3, 40_000, -40_000]))
        else { return }
        note(next, person)
        if random.once(in: 3) {
          // Several periods at once, the last one first.
          guard let further = newPeriod(from: next.end + random.pick([0, 2])) else { return }
          note(further, person)
          let first: AccessChange =
            random.once(in: 3) ? .renewalCancelled(further) : .renewed(further)
          report(first, person)
        }
        report(random.once(in: 6) ? .subscriptionEnded(next) : .renewed(next), person)
      }
    } else {
      let shift = random.pick([0.0, 0, 0, -3_456_000, 5, 259_200])
      guard let period = newPeriod(from: now + shift) else { return }
      note(period, person)
      report(.subscribed(period), person)
    }
  }

  private mutating func newPeriod(from start: Double) -> BillingPeriod? {
    let lengths = [30.0, 30, 31, 7, 1, 0.01]
    return BillingPeriod(start: start, end: start + random.pick(lengths) * 86_400)
  }

  private mutating func note(_ period: BillingPeriod, _ person: Int) {
    periods[person].append(period)
    borders += [period.start, period.end, period.end + limits.grace]
  }

  // MARK: Messages and requests

  private mutating func send(_ person: Int) {
    if let known = sent.last, random.once(in: 8) {
      let message = random.once(in: 2) ? random.pick(sent) : known
      steps.append(.send(ids: message.id...message.id, person: message.person))
      return
    }
    let count = random.once(in: 3) ? 2 + random.below(12) : 1
    let ids = (messageCount + 1)...(messageCount + count)
    messageCount += count
    steps.append(.send(ids: ids, person: person))
    sent += ids.map { ($0, person) }
  }

  private mutating func refund() {
    guard !sent.isEmpty else { return }
    let message = random.pick(sent)
    steps.append(
      .refund(id: message.id, person: message.person, callers: 1 + random.below(3)))
  }

  private mutating func request(_ person: Int) {
    if let started, random.once(in: 2) {
      // Most ends belong to the last started request.
      let id = random.once(in: 4) ? random.below(3) : started.id
      let answer = random.once(in: 4) ? nil : random.below(100)
      steps.append(.finish(id: id, person: started.person, answer: answer))
      return
    }
    let again = random.once(in: 2) ? started : nil
    let id = again?.id ?? random.below(3)
    let person = again?.person ?? person
    started = (id, person)
    let callers = random.once(in: 3) ? 2 + random.below(4) : 1
    steps.append(
      .begin(id: id, person: person, body: random.once(in: 5) ? 1 : 0, callers: callers))
  }
}
