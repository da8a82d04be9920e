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
    /// The start of the trial that is known when the report comes.
    var trial: Double?
  }

  /// What is known about the newest period.
  struct Subscription {
    var start: Double
    var end: Double
    var countsFrom: Double
    var isPaid: Bool
    var isEnded = false
    /// The last change of the renewal.
    var change: (isOn: Bool, at: Double)?
    /// The start of counting and the end of the previous paid period.
    var before: (countsFrom: Double, end: Double)?

    var renews: Bool { change?.isOn ?? true }
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
    var trialSwitches: [(isOn: Bool, at: Double)] = []
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
    let known = subscription(histories[person].reports)
    if let known = bought(known, trial: time) {
      let isBefore = time < known.before?.countsFrom ?? known.start
      if !isBefore, paid(known, at: time) != nil { return false }
    }
    if deviceHadTrial { return false }
    histories[person].trialStarts.append(time)
    if let known, let change = known.change,
      concernsTrial(time, from: known.start, to: known.end, at: change.at)
    {
      histories[person].trialSwitches.append(change)
    }
    return true
  }

  /// Cancels the trial if there is one.
  mutating func cancelledTrial(_ person: Int, at time: Double) -> Bool {
    guard !histories[person].trialStarts.isEmpty else { return false }
    histories[person].trialSwitches.append((false, time))
    return true
  }

  mutating func receive(_ report: Report, about person: Int) {
    var report = report
    report.trial = histories[person].trialStarts.first
    if let trial = report.trial, report.kind == .off || report.kind == .on,
      concernsTrial(trial, from: report.start, to: report.end, at: report.at)
    {
      histories[person].trialSwitches.append((report.kind == .on, report.at))
    }
    histories[person].reports.append(report)
  }

  func hasHadTrial(_ person: Int) -> Bool { !histories[person].trialStarts.isEmpty }

  /// The state after some reports, which are taken one by one.
  private func subscription(_ reports: [Report]) -> Subscription? {
    subscriptions(reports).last ?? nil
  }

  /// The states after each of some reports.
  private func subscriptions(_ reports: [Report]) -> [Subscription?] {
    var states: [Subscription?] = []
    var known: Subscription?
    for report in reports {
      defer { states.append(known) }
      guard var newest = newest(known, report) else { continue }
      switch report.kind {
      case .paid: newest.isPaid = true
      case .ended: newest.isEnded = true
      case .off, .on:
        let isOn = report.kind == .on
        let last = newest.change
        if last.map({ report.at > $0.at || report.at == $0.at && !isOn }) ?? true {
          newest.change = (isOn, report.at)
        }
      }
      known = newest
    }
    return states
  }

  /// Whether a trial's own period was given back: as reported while the trial was known, or in what was known of the
  /// subscription at any time since.
  private func isRefunded(_ trial: Double, _ reports: [Report]) -> Bool {
    let isReported = reports.contains {
      $0.kind == .ended && $0.trial != nil && isTrials(trial, from: $0.start, to: $0.end)
    }
    if isReported { return true }
    let states = subscriptions(reports)
    return states.indices.contains { place in
      let isTrialKnown = place + 1 == states.count || reports[place + 1].trial != nil
      guard isTrialKnown, let known = states[place], known.isEnded else { return false }
      return isTrials(trial, from: known.start, to: known.end)
    }
  }

  /// The period that a report is about; nil if it is an older one.
  private func newest(_ known: Subscription?, _ report: Report) -> Subscription? {
    var new = Subscription(
      start: report.start, end: report.end, countsFrom: report.start, isPaid: false)
    let trialEnd = report.trial.map { $0 + limits.trialSeconds }
    let followsTrial =
      trialEnd.map { report.start >= $0 - 60 && report.start - $0 <= limits.grace } ?? false
    guard var known else {
      if followsTrial, let trialEnd { new.countsFrom = trialEnd }
      return new
    }
    if report.start - known.start <= 60, known.start - report.start <= 60 {
      known.end = max(known.end, report.end)
      return known
    }
    if let trial = report.trial, bought(known, trial: trial)?.start != known.start {
      let isPurchase =
        report.kind == .paid && !isTrials(trial, from: report.start, to: report.end)
      guard isPurchase || (report.start > known.start && !known.isEnded) else { return nil }
      if followsTrial, let trialEnd { new.countsFrom = trialEnd }
      new.before = bought(known, trial: trial).map { ($0.countsFrom, $0.end) }
      return new
    }
    guard report.start > known.start else { return nil }
    if !known.isEnded {
      new.before = (known.countsFrom, known.end)
      if known.renews, report.start - known.end <= limits.grace,
        known.end - report.start <= limits.grace
      {
        new.countsFrom = known.end
      }
    }
    if let trial = report.trial, let trialEnd, known.start < trial {
      new.countsFrom = followsTrial ? trialEnd : report.start
    }
    return new
  }

  // MARK: What is the trial's

  private func isTrials(_ trial: Double, from start: Double, to end: Double) -> Bool {
    start - trial <= 60 && trial - start <= 60
      && end <= trial + limits.trialSeconds + limits.grace + 60
  }

  private func isInTrial(_ trial: Double, _ time: Double) -> Bool {
    time >= trial - 60 && time < trial + limits.trialSeconds
  }

  private func concernsTrial(
    _ trial: Double, from start: Double, to end: Double, at time: Double
  ) -> Bool { isTrials(trial, from: start, to: end) || isInTrial(trial, time) }

  /// What was bought beyond a trial.
  private func bought(_ known: Subscription?, trial: Double?) -> Subscription? {
    guard var known, let trial else { return known }
    if let before = known.before, isTrials(trial, from: before.countsFrom, to: before.end) {
      known.before = nil
    }
    let isOnlyChanged = !known.isPaid && (known.change.map { isInTrial(trial, $0.at) } ?? false)
    guard isTrials(trial, from: known.start, to: known.end) || isOnlyChanged else { return known }
    return known.before.flatMap {
      guard $0.countsFrom < $0.end else { return nil }
      return Subscription(
        start: $0.countsFrom, end: $0.end, countsFrom: $0.countsFrom, isPaid: true,
        change: (false, 0))
    }
  }
}

// MARK: - Stage and decision

extension AccessReference {
  func standing(of person: Int, at now: Double) -> Standing {
    let history = histories[person]
    let known = subscription(history.reports)
    let trial = history.trialStarts.first
    let bought = bought(known, trial: trial)
    let counted = bought.flatMap { paid($0, at: now) }
    guard let trial else {
      if let counted { return counted }
      if bought != nil { return Standing(stage: "lapsed", answer: "lapsed") }
      return history.discoveries.isEmpty
        ? Standing(stage: "discovery", answer: "discovery")
        : Standing(stage: "paywall_shown", answer: "paywall")
    }
    let end = trial + limits.trialSeconds
    let isRefunded = isRefunded(trial, history.reports)
    let off = history.trialSwitches.filter { !$0.isOn }.map(\.at).max()
    let on = history.trialSwitches.filter(\.isOn).map(\.at).max()
    let renews = off.map { off in on.map { $0 > off } ?? false } ?? true
    let next = bought.flatMap { $0.start >= trial ? $0 : nil }
    let hasBegun =
      bought.map { sub in
        now >= sub.countsFrom || (sub.before.map { $0.countsFrom <= now && now < $0.end } ?? false)
      } ?? false
    if now < end, !isRefunded, counted == nil || !hasBegun {
      var reset: Double?
      if let next {
        if !next.isEnded { reset = next.countsFrom }
      } else if renews {
        reset = end
      }
      return Standing(
        stage: "trial_active", answer: "coaching", key: "trial:" + Self.day(trial),
        limit: limits.trial, resetsAt: reset)
    }
    if let counted { return counted }
    if renews, !isRefunded, next == nil, now < end + limits.grace {
      return Standing(
        stage: "subscribed", answer: "coaching", key: "paid:" + Self.day(end),
        limit: [limits.paid, limits.trial].min())
    }
    if bought != nil { return Standing(stage: "lapsed", answer: "lapsed") }
    let isCancelled = isRefunded || (!renews && (off.map { $0 < end } ?? false))
    return Standing(
      stage: "trial_expired", answer: isCancelled ? "trial_cancelled" : "trial_days_over")
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
    case trialUsed(Double?)
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
        verdict =
          key.hasPrefix("trial")
          ? .trialUsed(standing.resetsAt) : .periodUsed(standing.resetsAt)
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
