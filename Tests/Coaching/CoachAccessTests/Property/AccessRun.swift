import CoachAccess
import CoachKitTesting
import CoachModel
import Documents
import SourceFiles

/// Runs a sequence against the library and the reference side by side.
struct AccessRun {
  /// The events of a sequence: one without events proves nothing.
  struct Totals: Sendable, CustomStringConvertible {
    var sequences = 0
    var steps = 0
    var counted = 0
    var refused: [String: Int] = [:]
    var stages: [String: Int] = [:]
    var refusedEvents = 0
    var refunds = 0
    var requests: [String: Int] = [:]

    static func += (left: inout Totals, right: Totals) {
      left.sequences += right.sequences
      left.steps += right.steps
      left.counted += right.counted
      left.refused.merge(right.refused, uniquingKeysWith: +)
      left.stages.merge(right.stages, uniquingKeysWith: +)
      left.refusedEvents += right.refusedEvents
      left.refunds += right.refunds
      left.requests.merge(right.requests, uniquingKeysWith: +)
    }

    var description: String {
      func list(_ counts: [String: Int]) -> String {
        counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
      }
      return "\(sequences) sequences: \(steps) steps, \(counted) messages counted, refused:"
        + " \(list(refused)); \(refunds) refunds, \(refusedEvents) events refused; requests:"
        + " \(list(requests)); stages seen: \(list(stages))"
    }
  }

  private(set) var totals = Totals()
  private let sequence: AccessSequence
  private let policy: AccessPolicy
  private let store: any UsageStore
  private var reference: AccessReference
  private var now = AccessSequence.origin
  private var records = Array(
    repeating: AccessRecord(updatedAt: AccessSequence.origin), count: AccessSequence.people)
  /// The last reservation of each message.
  private var reservations: [Int: UsageReservation] = [:]
  /// The last attempt at each request.
  private var attempts: [String: String] = [:]
  private var keys: [Set<String>] = Array(repeating: [], count: AccessSequence.people)
  private var problems: [String] = []

  init(_ sequence: AccessSequence, store: any UsageStore) throws {
    self.sequence = sequence
    self.store = store
    let limits = sequence.limits
    policy = try AccessPolicy(
      paidLimit: limits.paid, trialLimit: limits.trial, trialLength: limits.trialSeconds,
      renewalGrace: limits.grace,
      rateWindows: try limits.windows.map { try RateWindow(count: $0.count, seconds: $0.seconds) })
    reference = AccessReference(limits, people: AccessSequence.people)
  }

  /// The first difference from the reference, with the steps up to it; nil if there is none. Everything is compared
  /// after every step, so the steps cannot be fewer.
  mutating func run() async throws -> String? {
    totals.sequences = 1
    for (place, step) in sequence.steps.enumerated() {
      totals.steps += 1
      try await take(step)
      try await compare()
      guard problems.isEmpty else {
        let steps = sequence.steps[...place].enumerated().map { "  \($0 + 1). \($1)" }
        return (["\(sequence.limits)"] + steps + problems.map { "  → \($0)" })
          .joined(separator: "\n")
      }
    }
    try checkRecord()
    return problems.isEmpty ? nil : problems.joined(separator: "\n")
  }

  private mutating func expect<Value: Equatable>(
    _ seen: Value, _ expected: Value, _ what: @autoclosure () -> String
  ) {
    if seen != expected { problems.append("\(what()): expected \(expected), saw \(seen)") }
  }

  private mutating func take(_ step: AccessStep) async throws {
    switch step {
    case .clock(let time): now = time
    case .event(let event, let person, let time): takeEvent(event, person, at: time)
    case .send(let ids, let person): try await send(ids, person)
    case .refund(let id, let person, let callers):
      reference.refund(id, of: person)
      guard let reservation = reservations[id] else { return }
      totals.refunds += 1
      let store = store
      try await Self.atOnce(callers) { _ in try await store.refund(reservation) }
    case .begin(let id, let person, let body, let callers):
      try await begin(id, person, body, callers)
    case .finish(let id, let person, let answer):
      reference.finish(id, of: person, answer: answer)
      let attempt = attempts["\(id) of \(person)"] ?? "none"
      _ = try await store.updateLedger(of: "\(person)") { [now] in
        $0.finish("\(id)", attempt: attempt, messageID: answer.map { "\($0)" }, at: now)
      }
    }
  }

  @discardableResult
  private static func atOnce<Value: Sendable>(
    _ count: Int, _ call: @escaping @Sendable (Int) async throws -> Value
  ) async throws -> [Value] {
    guard count > 1 else { return [try await call(0)] }
    return try await UsageStoreConformance.atOnce(count, call)
  }
}

// MARK: - Events

extension AccessRun {
  private mutating func takeEvent(_ event: AccessChange, _ person: Int, at time: Double) {
    let trialAccounts = records.indices.filter { reference.hasHadTrial($0) }
    let device = DeviceHistory(trialAccounts: Set(trialAccounts.map { "\($0)" }))
    let isAllowed = report(event, person, at: time, deviceHadTrial: !trialAccounts.isEmpty)
    let before = records[person]
    do {
      let after = try before.after(event, at: time, on: device, policy: policy)
      expect(true, isAllowed, "the event")
      expect(
        try? after.after(event, at: time, on: device, policy: policy), after, "the event again")
      expect(after == before || after.updatedAt > before.updatedAt, true, "newer than before")
      expect(AccessRecord.newer(of: before, after, policy: policy), after, "the newer record")
      records[person] = after
    } catch {
      expect(false, isAllowed, "the event, refused with \(error.code)")
      totals.refusedEvents += 1
    }
  }

  /// Reports an event to the reference, and returns whether it is allowed.
  private mutating func report(
    _ event: AccessChange, _ person: Int, at time: Double, deviceHadTrial: Bool
  ) -> Bool {
    func hear(_ kind: AccessReference.Report.Kind, _ period: BillingPeriod) {
      reference.receive(
        .init(kind: kind, start: period.start, end: period.end, at: time), about: person)
    }
    switch event {
    case .discoveryCompleted: reference.completedDiscovery(person, at: time)
    case .paywallShown: break
    case .trialStarted:
      return reference.startedTrial(person, at: time, deviceHadTrial: deviceHadTrial)
    case .trialCancelled: return reference.cancelledTrial(person, at: time)
    case .subscribed(let period), .renewed(let period): hear(.paid, period)
    case .renewalCancelled(let period): hear(.off, period)
    case .renewalResumed(let period): hear(.on, period)
    case .subscriptionEnded(let period): hear(.ended, period)
    }
    return true
  }

  /// The stored record of a person round-trips; only one person is checked, since reading takes time.
  private mutating func checkRecord() throws {
    let record = records[sequence.steps.count % records.count]
    let file = SourceFile(path: "record.json", text: record.json.text())
    expect(try AccessRecord(file), record, "the record that was written and read")
  }
}

// MARK: - Messages and requests

extension AccessRun {
  private mutating func send(_ ids: ClosedRange<Int>, _ person: Int) async throws {
    let decision = policy.decision(for: records[person], at: now)
    let batch = ids.compactMap { id in
      UsageReservation(decision, id: "\(id)", person: "\(person)", at: now, policy: policy)
    }
    guard batch.count == ids.count else { return }
    for (id, reservation) in zip(ids, batch) { reservations[id] = reservation }
    if case .coaching(let allowance) = decision { keys[person].insert(allowance.key) }
    let store = store
    let verdicts = try await Self.atOnce(batch.count) { place in
      (id: ids.lowerBound + place, seen: Self.plain(try await store.reserve(batch[place])))
    }
    for verdict in verdicts { note(verdict.seen) }
    // There must be a sequential order with the same results: first the counted messages by number, then the refused
    // ones.
    let standing = reference.standing(of: person, at: now)
    for (id, seen) in verdicts.sorted(by: { $0.seen.place < $1.seen.place }) {
      let expected = reference.send(id, by: person, at: now, standing)
      expect(seen, expected, "the verdict on message \(id)")
    }
  }

  private mutating func note(_ verdict: AccessReference.Verdict) {
    switch verdict {
    case .counted: totals.counted += 1
    case .trialUsed: totals.refused["trial", default: 0] += 1
    case .periodUsed: totals.refused["period", default: 0] += 1
    case .wait: totals.refused["rate", default: 0] += 1
    }
  }

  private static func plain(_ verdict: UsageVerdict) -> AccessReference.Verdict {
    switch verdict {
    case .counted(let used): .counted(used)
    case .refused(.trialEnded(.messages, let reset)): .trialUsed(reset)
    case .refused(.periodLimit(let reset)): .periodUsed(reset)
    case .refused(.rateLimited(let wait)): .wait(wait)
    case .refused: .wait(-1)
    }
  }

  private mutating func begin(_ id: Int, _ person: Int, _ body: Int, _ callers: Int) async throws {
    let expected = reference.begin(id, of: person, body: body, at: now, callers: callers)
    let digest = ContentDigest(of: "\(body)")
    let (store, now, step) = (store, now, totals.steps)
    let states = try await Self.atOnce(callers) { caller in
      let attempt = "\(step)/\(caller)"
      let state = try await store.updateLedger(of: "\(person)") {
        $0.begin("\(id)", digest: digest, attempt: attempt, lease: 600, at: now)
      }
      return (attempt: attempt, state: state)
    }
    if let new = states.first(where: { $0.state == .new }) {
      attempts["\(id) of \(person)"] = new.attempt
    }
    let seen = states.map { _, state in
      switch state {
      case .new: "new"
      case .running: "running"
      case .answered(let message): "answered \(message)"
      case .differs: "differs"
      }
    }
    expect(seen.sorted(), expected.sorted(), "what is known of the request")
    for word in seen {
      totals.requests[String(word.prefix { $0 != " " }), default: 0] += 1
    }
  }
}

// MARK: - Comparing

extension AccessRun {
  private mutating func compare() async throws {
    for person in records.indices {
      let standing = reference.standing(of: person, at: now)
      let stage = records[person].stage(at: now, policy: policy)
      expect(stage.rawValue, standing.stage, "person \(person)'s stage")
      totals.stages[stage.rawValue, default: 0] += 1
      let decision = policy.decision(for: records[person], at: now)
      expect(Self.plain(decision, stage), standing, "person \(person)'s decision")
      for key in keys[person] {
        expect(
          try await store.usage(of: "\(person)", in: key), reference.used(by: person, in: key),
          "person \(person)'s count of \(key)")
      }
    }
  }

  private static func plain(_ decision: AccessDecision, _ stage: AccessStage)
    -> AccessReference.Standing
  {
    switch decision {
    case .discovery: .init(stage: stage.rawValue, answer: "discovery")
    case .blocked(let refusal): .init(stage: stage.rawValue, answer: refusal.word)
    case .coaching(let allowance):
      .init(
        stage: stage.rawValue, answer: "coaching", key: allowance.key, limit: allowance.limit,
        resetsAt: allowance.resetsAt)
    }
  }
}

extension AccessReference.Verdict {
  /// The position in the batch.
  fileprivate var place: Int {
    if case .counted(let number) = self { number ?? 0 } else { .max }
  }
}
