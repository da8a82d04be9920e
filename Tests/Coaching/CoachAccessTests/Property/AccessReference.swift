import CoachModel

/// The expected state, recomputed each time from all events.
///
/// It is slow and simple on purpose: lists that only grow, no derived state, and no code in common with what it is
/// compared to, not even for days.
struct AccessReference {
  /// The numbers of a policy.
  struct Limits: Sendable {
    var paid: Int
    var trial: Int
    var trialSeconds: Double
    var grace: Double
    var windows: [(count: Int, seconds: Double)]
  }

  /// A report of a billing system, in the order of arrival.
  struct Report: Sendable {
    enum Kind: Sendable { case paid, off, on, ended }

    var kind: Kind
    var start: Double
    var end: Double
    var at: Double
  }

  /// What is known about the newest period.
  struct Subscription {
    var start: Double
    var end: Double
    var countsFrom: Double
    var renews: Bool
    var isEnded: Bool
    /// The start of counting and the end of the previous paid period.
    var before: (countsFrom: Double, end: Double)?
  }

  /// A person's stage, and the allowance that their next message counts towards.
  struct Standing: Equatable {
    var stage: String
    var answer: String
    var key: String?
    var limit: Int?
    var resetsAt: Double?
  }

  /// One call that asked to send a message.
  private struct Ask {
    var at: Double
    var passed: Bool
  }

  private struct Message {
    var id: Int
    var key: String?
    var number: Int?
    /// All times reported since it was sent.
    var times: [Double]
    var isRefunded = false
    /// Whether it is too old to be refunded.
    var isForgotten = false
  }

  private struct Request {
    var id: Int
    var body: Int
    var times: [Double]
    var answer: Int?
    var isForgotten = false
  }

  private struct History {
    var discoveries: [Double] = []
    var trialStarts: [Double] = []
    var trialEnds: [Double] = []
    var reports: [Report] = []
    var asks: [Ask] = []
    var messages: [Message] = []
    var requests: [Request] = []
  }

  private let limits: Limits
  private var histories: [History]

  init(_ limits: Limits, people: Int) {
    self.limits = limits
    histories = Array(repeating: History(), count: people)
  }
}

// MARK: - Facts

extension AccessReference {
  mutating func completedDiscovery(_ person: Int, at time: Double) {
    histories[person].discoveries.append(time)
  }

  /// Starts a trial if it is allowed. A repeated report of the same trial is not a new one.
  mutating func startedTrial(_ person: Int, at time: Double, deviceHadTrial: Bool) -> Bool {
    if let first = histories[person].trialStarts.first { return first == time }
    let known = subscription(histories[person].reports[...])
    let isBefore = known.map { time < $0.before?.countsFrom ?? $0.start } ?? true
    if !isBefore, standing(of: person, at: time).stage == "subscribed" { return false }
    if deviceHadTrial { return false }
    histories[person].trialStarts.append(time)
    return true
  }

  /// Cancels the trial if there is one.
  mutating func cancelledTrial(_ person: Int, at time: Double) -> Bool {
    guard !histories[person].trialStarts.isEmpty else { return false }
    histories[person].trialEnds.append(time)
    return true
  }

  mutating func receive(_ report: Report, about person: Int) {
    var report = report
    // A difference of up to a minute is the newest period, reported by another clock.
    let newest = histories[person].reports.map(\.start).max() ?? report.start
    if report.start - newest <= 60, newest - report.start <= 60 { report.start = newest }
    histories[person].reports.append(report)
  }

  func hasHadTrial(_ person: Int) -> Bool { !histories[person].trialStarts.isEmpty }

  /// The state after some reports: the newest period, and what was known when it was first reported.
  private func subscription(_ reports: ArraySlice<Report>) -> Subscription? {
    guard let start = reports.map(\.start).max(),
      let first = reports.firstIndex(where: { $0.start == start })
    else { return nil }
    let own = reports.filter { $0.start == start }
    let switches = own.filter { $0.kind == .off || $0.kind == .on }
    let lastSwitch = switches.map(\.at).max()
    let isOff = switches.contains { $0.kind == .off && $0.at == lastSwitch }
    var newest = Subscription(
      start: start, end: own.map(\.end).max() ?? start, countsFrom: start, renews: !isOff,
      isEnded: own.contains { $0.kind == .ended })
    if let before = subscription(reports[..<first]), !before.isEnded {
      newest.before = (before.countsFrom, before.end)
      if before.renews, start - before.end <= limits.grace, before.end - start <= limits.grace {
        newest.countsFrom = before.end
      }
    }
    return newest
  }
}

// MARK: - Stage and decision

extension AccessReference {
  func standing(of person: Int, at now: Double) -> Standing {
    let history = histories[person]
    let subscription = subscription(history.reports[...])
    if let subscription, let paid = paid(subscription, at: now) { return paid }
    var trialAnswer: String?
    if let start = history.trialStarts.first {
      let end = start + limits.trialSeconds
      if history.trialEnds.contains(where: { $0 < end }) {
        trialAnswer = "trial_cancelled"
      } else if now >= end || !history.trialEnds.isEmpty {
        trialAnswer = "trial_days_over"
      } else {
        return Standing(
          stage: "trial_active", answer: "coaching", key: "trial:" + Self.day(start),
          limit: limits.trial)
      }
    }
    if subscription != nil { return Standing(stage: "lapsed", answer: "lapsed") }
    if let trialAnswer { return Standing(stage: "trial_expired", answer: trialAnswer) }
    if !history.discoveries.isEmpty { return Standing(stage: "paywall_shown", answer: "paywall") }
    return Standing(stage: "discovery", answer: "discovery")
  }

  /// The intervals in which messages count, each with its key and its end.
  private func paid(_ subscription: Subscription, at now: Double) -> Standing? {
    var stretches: [(until: Double, from: Double, reset: Double?)] = []
    if let before = subscription.before {
      let end = [before.end, subscription.countsFrom].min() ?? before.end
      stretches.append((end, before.countsFrom, subscription.isEnded ? nil : end))
    }
    if !subscription.isEnded {
      let end = subscription.end
      stretches.append((end, subscription.countsFrom, subscription.renews ? end : nil))
      if subscription.renews { stretches.append((end + limits.grace, end, nil)) }
    }
    guard let stretch = stretches.first(where: { now < $0.until }) else { return nil }
    return Standing(
      stage: "subscribed", answer: "coaching", key: "paid:" + Self.day(stretch.from),
      limit: limits.paid, resetsAt: stretch.reset)
  }

  /// The day of a time, found by iterating over the years and months since 1970.
  private static func day(_ time: Double) -> String {
    var days = Int(time / 86_400)
    var year = 1970
    func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
    while days >= (isLeap(year) ? 366 : 365) {
      days -= isLeap(year) ? 366 : 365
      year += 1
    }
    let months = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var month = 0
    while days >= months[month] {
      days -= months[month]
      month += 1
    }
    let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(two(month + 1))-\(two(days + 1))"
  }
}

// MARK: - Counts

extension AccessReference {
  /// The result of a message.
  enum Verdict: Hashable, Sendable {
    case counted(Int?)
    case trialUsed
    case periodUsed(Double?)
    case wait(Double)
  }

  /// A person sends a message that is not blocked.
  mutating func send(_ id: Int, by person: Int, at now: Double, _ standing: Standing) -> Verdict {
    observe(now, of: person)
    if let known = histories[person].messages.last(where: { $0.id == id }), !known.isRefunded,
      !known.isForgotten
    {
      histories[person].asks.append(Ask(at: now, passed: false))
      return .counted(known.number)
    }
    var verdict = Verdict.counted(nil)
    if let key = standing.key, let limit = standing.limit {
      let used = used(by: person, in: key)
      verdict = .counted(used + 1)
      if used >= limit {
        verdict = key.hasPrefix("trial") ? .trialUsed : .periodUsed(standing.resetsAt)
      }
    }
    if case .counted(let number) = verdict {
      if let wait = wait(for: person, at: now) {
        verdict = .wait(wait)
      } else {
        histories[person].messages.append(
          Message(id: id, key: standing.key, number: number, times: [now]))
        histories[person].asks.append(Ask(at: now, passed: true))
        return verdict
      }
    }
    histories[person].asks.append(Ask(at: now, passed: false))
    return verdict
  }

  func used(by person: Int, in key: String) -> Int {
    histories[person].messages.filter { $0.key == key && !$0.isRefunded }.count
  }

  mutating func refund(_ id: Int, of person: Int) {
    guard
      let index = histories[person].messages.lastIndex(where: { $0.id == id && !$0.isForgotten })
    else { return }
    histories[person].messages[index].isRefunded = true
  }

  /// Time passes for a person with every call that has one. Messages can be refunded for an hour, answers are
  /// remembered for a day, and requests without an end for ten minutes after the ten of their lease.
  private mutating func observe(_ now: Double, of person: Int) {
    for index in histories[person].messages.indices {
      histories[person].messages[index].times.append(now)
      let sent = histories[person].messages[index].times.min() ?? now
      if now >= sent + 3600 { histories[person].messages[index].isForgotten = true }
    }
    for index in histories[person].requests.indices {
      histories[person].requests[index].times.append(now)
      let request = histories[person].requests[index]
      let started = request.times.min() ?? now
      if now >= started + (request.answer == nil ? 1200 : 86_400) {
        histories[person].requests[index].isForgotten = true
      }
    }
  }

  /// A message counts from the earliest time reported since it was sent, and once it has left the longest window it
  /// never counts again.
  private func wait(for person: Int, at now: Double) -> Double? {
    let horizon = limits.windows.map(\.seconds).max() ?? 0
    var times: [Double] = []
    for ask in histories[person].asks + [Ask(at: now, passed: false)] {
      times = times.map { min($0, ask.at) }.filter { ask.at < $0 + horizon }
      if ask.passed { times.append(ask.at) }
    }
    var longest: Double?
    for window in limits.windows {
      let inside = times.filter { now < $0 + window.seconds }
      guard inside.count >= window.count else { continue }
      let wait = inside.sorted()[inside.count - window.count] + window.seconds - now
      if wait > longest ?? 0 { longest = wait }
    }
    return longest
  }
}

// MARK: - Requests

extension AccessReference {
  /// The results of several equal concurrent requests, in any order.
  mutating func begin(_ id: Int, of person: Int, body: Int, at now: Double, callers: Int)
    -> [String]
  {
    (0..<callers).map { _ in begin(id, of: person, body: body, at: now) }
  }

  private mutating func begin(_ id: Int, of person: Int, body: Int, at now: Double) -> String {
    observe(now, of: person)
    histories[person].asks.append(Ask(at: now, passed: false))
    let known = histories[person].requests.lastIndex { $0.id == id && !$0.isForgotten }
    if let known {
      let request = histories[person].requests[known]
      let started = request.times.min() ?? now
      if request.answer != nil || now < started + 600 {
        if request.body != body { return "differs" }
        return request.answer.map { "answered \($0)" } ?? "running"
      }
      histories[person].requests[known].isForgotten = true
    }
    histories[person].requests.append(Request(id: id, body: body, times: [now]))
    return "new"
  }

  mutating func finish(_ id: Int, of person: Int, answer: Int?) {
    guard
      let known = histories[person].requests.lastIndex(where: { $0.id == id && !$0.isForgotten }),
      histories[person].requests[known].answer == nil
    else { return }
    histories[person].requests[known].answer = answer
    if answer == nil { histories[person].requests[known].isForgotten = true }
  }
}
