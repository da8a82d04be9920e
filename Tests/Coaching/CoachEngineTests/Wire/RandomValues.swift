import CoachAccess
import CoachDomains
import CoachModel
import CoachSafety
import CoachSignals
import Documents
import Journeys
import LanguageModels
import PromptTemplates
import SafetyRules
import SourceFiles
import StreamParsing
import TestKit

@testable import CoachEngine

/// Random values of everything that has a JSON form, with the texts that are hard for one.
struct RandomValues {
  var random: SplitMix

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
  }

  // MARK: Parts

  private static let pieces = [
    "a", "word", " ", "\n", "\t", "\"", "\\", "\\u0041", "é", "e\u{301}", "😀", "👩‍👩‍👧", "\u{0}",
    "\u{1f}",
    "\u{7f}", "\u{85}", "\u{2028}", "\u{feff}", "\u{fffe}", "null", "true", "12", "1e5", "{", "}",
    "[", "]", ":", ",", "'", "#", "- ", "---", "~", "<person>", "v",
  ]

  mutating func text() -> String {
    (0..<random.below(6)).map { _ in random.pick(Self.pieces) }.joined()
  }

  /// A text with more than whitespace.
  mutating func filled() -> String { text() + random.pick(["x", "7", "ä", "null"]) + text() }

  mutating func optional<Value>(_ make: (inout RandomValues) -> Value) -> Value? {
    random.once(in: 3) ? nil : make(&self)
  }

  mutating func list<Value>(_ make: (inout RandomValues) -> Value) -> [Value] {
    (0..<random.below(4)).map { _ in make(&self) }
  }

  mutating func count() -> Int { random.pick([0, 1, 2, 799, 1 << 40]) }

  mutating func time() -> Double {
    random.pick([0, 0.125, 1, 1_795_262_400, 1_795_262_400.75, 253_402_300_799])
      + random.pick([0, Double(random.below(1000)) / 1024, 0])
  }

  mutating func validTime() -> Double { min(time(), 253_402_300_799) }

  mutating func amount() -> Double {
    random.pick([0, 1e-9, 0.1 + 0.2, 3.5, 1e15, Double.random(in: 0...10, using: &random)])
  }

  mutating func duration() -> Duration { .microseconds(random.below(1 << 40)) }

  mutating func flag() -> Bool { random.once(in: 2) }

  mutating func one<Choice: CaseIterable>(of type: Choice.Type) -> Choice {
    random.pick(Array(Choice.allCases))
  }

  mutating func journeyState() -> JourneyState {
    JourneyState(journey: filled(), facts: object(), updatedAt: validTime())
  }

  mutating func kind() -> ConversationKind {
    let own = ["trainer-intake", "x", "a_b-3"].compactMap { ConversationKind(rawValue: $0) }
    return random.pick(own + ConversationKind.standard)
  }

  mutating func route() -> TurnRoute {
    let own = TurnRoute.conversation(kind())
    return random.pick([.discovery, .coaching, .crisis, .pinned, .refused, own])
  }

  mutating func range() -> Range<Int> {
    let start = random.below(1000)
    return start..<(start + random.below(50))
  }

  mutating func json(depth: Int = 2) -> JSONValue {
    switch random.below(depth > 0 ? 7 : 5) {
    case 0: .null
    case 1: .bool(flag())
    case 2: .integer(random.pick([0, -1, 42, .max, .min]))
    case 3: .number(random.pick([0.5, -1e-7, 1e300, 12.25]))
    case 4: .string(text())
    case 5: .array(list { $0.json(depth: depth - 1) })
    default: .object(object(depth: depth - 1))
    }
  }

  mutating func object(depth: Int = 2) -> JSONObject {
    list { $0.text() }.reduce(into: JSONObject()) { $0[$1] = json(depth: depth) }
  }

  // MARK: People

  mutating func person() -> Person {
    var person = Person(id: filled(), language: random.pick(["en", "pt-BR", "zh-Hant-TW"]))
    person.name = optional { $0.filled() }
    person.region = optional { $0.random.pick(["GB", "US", "ZZ"]) }
    person.jurisdiction = optional { $0.random.pick(["DE", "US-CA", "ZZ-9"]) }
    person.ageGroup = one(of: AgeGroup.self)
    person.sessions = count()
    person.profile = ContextProfile(
      values: list { $0.item() }, goals: list { $0.item() }, situation: list { $0.item() })
    person.discovery = optional { $0.discovery() }
    person.style = optional { values in
      let dimensions = (0..<4).map { _ in Double(values.random.below(9)) / 4 - 1 }
      return StylePreference(
        directExploratory: dimensions[0], briefDetailed: dimensions[1],
        actionReflective: dimensions[2], challengingSupportive: dimensions[3])
    }
    person.patterns = PatternSummary(
      themes: list { values in
        PatternSummary.Theme(
          text: values.filled(), count: 3 + values.random.below(9),
          domains: values.list { $0.filled() }, lastSeen: values.filled())
      }, growth: list { $0.filled() }, styleNotes: list { $0.filled() })
    person.memories = list { $0.memory() }
    person.openQuestion = optional { $0.filled() }
    person.goalProgress = list {
      GoalProgress(
        id: $0.filled(), goal: $0.filled(), sessions: 1 + $0.random.below(9), last: $0.filled())
    }
    person.domainsUsed = list {
      DomainShare(domain: $0.text(), share: Double($0.random.below(5)) / 4)
    }
    return person
  }

  mutating func item() -> ContextProfile.Item {
    ContextProfile.Item(
      text: filled(), source: one(of: ContextProfile.Item.Source.self), date: filled())
  }

  mutating func memory() -> Memory {
    Memory(
      text: filled(), date: filled(), domain: optional { $0.filled() },
      session: optional { $0.filled() }, message: optional { $0.filled() })
  }

  mutating func discovery() -> DiscoveryProfile {
    DiscoveryProfile(
      coachingDomains: list { $0.text() }, currentChallenges: list { $0.text() },
      emotionalBaseline: text(), communicationStyle: text(), keyThemes: list { $0.text() },
      strengthsIdentified: list { $0.text() }, values: list { $0.text() }, vision: text(),
      ahaInsight: text())
  }

  mutating func deviceTrials() -> DeviceTrials {
    var trials = DeviceTrials(device: text(), salt: text(), at: validTime())
    for account in list({ $0.filled() }) {
      trials =
        flag()
        ? trials.startingTrial(of: account, salt: "s", at: validTime())
        : trials.seen(with: account, salt: "s", at: validTime())
      if flag() { trials = trials.forgetting(account, salt: "s") }
    }
    return trials
  }

  mutating func persona() -> Persona {
    Persona(
      name: filled(), domain: optional { $0.filled() }, tone: filled(), methodology: filled(),
      personality: filled(), id: optional { $0.filled() }, creator: optional { $0.filled() },
      status: optional { $0.one(of: PersonaStatus.self) }, statusReason: optional { $0.text() },
      shareCode: optional { $0.filled() })
  }

  mutating func category() -> ProfileCategory {
    random.pick(
      ProfileCategory.standard + [ProfileCategory(rawValue: "training_history")].compactMap(\.self))
  }

  mutating func signal() -> LearningSignal {
    switch random.below(12) {
    case 0: .discoveryCompleted
    case 1: .domainUsed(text())
    case 2: .patternSurfaced(text())
    case 3: .patternEngaged(text(), messages: 2 + random.below(9))
    case 4: .insightConfirmed(category())
    case 5: .insightDismissed(category())
    case 6:
      .sessionCompleted(
        SessionFigures(
          messages: count(), averageLength: amount(), duration: amount(),
          depth: Double(random.below(9)) / 8, domain: optional { $0.filled() }))
    case 7: .reflectionAccepted(one(of: ReflectionKind.self))
    case 8: .reflectionDeclined(one(of: ReflectionKind.self))
    case 9: .product(filled(), object())
    case 10: .nudgeOpened(text())
    default: .memoryRecalled(text())
    }
  }

  // MARK: Access

  mutating func access() -> AccessRecord {
    let record = AccessRecord(
      discoveryCompletedAt: optional { $0.validTime() },
      paywallShownAt: optional { $0.validTime() },
      trial: optional { values in
        .init(
          startedAt: values.validTime(), cancelledAt: values.optional { $0.validTime() },
          resumedAt: values.optional { $0.validTime() })
      }, subscription: subscription(), updatedAt: validTime())
    guard flag() else { return record }
    let shown = AccessChange.paywallShown(optional { $0.impression() })
    return (try? record.after(shown, at: validTime())) ?? record
  }

  mutating func impression() -> PaywallImpression {
    PaywallImpression(
      version: filled(), presentation: one(of: PaywallImpression.Presentation.self),
      experiment: optional { $0.text() }, assigned: optional { $0.filled() })
  }

  private mutating func subscription() -> AccessRecord.Subscription? {
    let start = min(validTime(), 200_000_000_000)
    guard flag(), let period = BillingPeriod(start: start, end: start + 1 + amount() / 1e7) else {
      return nil
    }
    return AccessRecord.Subscription(
      period, countedFrom: optional { $0.validTime() }, willRenew: flag(),
      renewalChangedAt: optional { $0.validTime() }, isPaid: flag(),
      endedAt: optional { $0.validTime() },
      previous: optional { .init(countedFrom: $0.validTime(), end: $0.validTime()) })
  }

  mutating func accessEvent() -> AccessChange {
    let start = Double(random.below(1 << 32))
    let end = start + 1 + Double(random.below(1 << 32))
    guard let period = BillingPeriod(start: start, end: end) else { return .discoveryCompleted }
    return random.pick([
      .discoveryCompleted, .paywallShown(optional { $0.impression() }), .trialStarted,
      .trialCancelled, .subscribed(period),
      .renewed(period), .renewalCancelled(period), .renewalResumed(period),
      .subscriptionEnded(period),
    ])
  }

  mutating func ledger() -> UsageLedger {
    var ledger = UsageLedger()
    var now = 1_795_262_400.0
    let windows: [RateWindow] = [.minute, .hour]
    for number in 0..<random.below(12) {
      now += Double(random.below(4000)) / 8
      let id = filled() + "\(number)"
      switch random.below(6) {
      case 5: ledger.noticeClock.noteMessage(at: now, silence: 1800)
      case 4:
        ledger.noticeClock.record(
          NoticeClock.Given(
            kind: noticeKind(), moment: one(of: NoticeMoment.self), jurisdiction: text(), at: now,
            requestID: text()))
      case 0:
        _ = ledger.begin(
          id, digest: ContentDigest(of: text()), attempt: filled(), lease: 30, at: now)
      case 1: ledger.setUsage(count(), in: filled())
      default:
        _ = ledger.reserve(
          UsageReservation(
            id: id, person: "p", purpose: UsagePurpose(rawValue: filled()), at: now,
            windows: flag() ? windows : [],
            allowance: optional { Allowance(key: $0.filled(), limit: 1 << 50, isTrial: true) }))
      }
    }
    return ledger
  }

  // MARK: Requests

  mutating func request() -> TurnRequest {
    let messages = list { values in
      Message(
        values.flag() ? .user : .assistant, values.text(), tags: values.flag() ? ["PATTERN"] : [])
    }
    if random.once(in: 4) {
      return TurnRequest(
        id: filled(), record: record(), access: access(),
        conversation: TurnRequest.Conversation(id: filled(), messages: messages),
        message: optional { $0.filled() }, today: CalendarDay(unixTime: validTime()))
    }
    return TurnRequest(
      id: filled(), person: person(), access: access(),
      conversation: TurnRequest.Conversation(
        id: filled(), messages: messages, sessionStart: random.below(messages.count + 1),
        domain: optional { $0.filled() }, kind: optional { $0.kind() },
        assignments: list { $0.assignment() }),
      message: optional { $0.filled() },
      persona: optional { $0.persona() }, domain: optional { $0.filled() },
      inputs: object(), today: optional { CalendarDay(unixTime: $0.validTime()) })
  }

  private mutating func assignment() -> PromptAssignment {
    PromptAssignment(
      reference: PromptReference(name: filled(), version: filled()), person: text(),
      traffic: flag()
        ? [] : [.init(version: "v1", weight: 80), .init(version: "v2", weight: 12.5)],
      salt: optional { $0.text() }, experiment: text())
  }

  // MARK: Events

  mutating func event() -> TurnEvent {
    switch random.below(12) {
    case 10: .notice(turnNotice())
    case 8: .replaced(text())
    case 9: .continued(by: text())
    case 0: .text(text())
    case 1:
      .started(
        TurnStart(
          requestID: text(), messageID: text(), route: route(), prompt: text()))
    case 2: .tag(tag())
    case 3: .finding(finding())
    case 4:
      .crisisDetected(
        CrisisNotice(
          assessment: assessment(), resources: list { $0.resource() },
          emergencyNumber: optional { $0.text() }))
    case 5: .limits(notice(), text: optional { $0.text() })
    case 6: .refused(refusal())
    case 7: .failed(failure())
    default: .done(outcome())
    }
  }

  mutating func tag() -> CheckedTag {
    let verdict: CheckedTag.Verdict =
      switch random.below(3) {
      case 0: .valid
      case 1: .repaired(list { $0.text() })
      default: .invalid(list { $0.text() })
      }
    switch random.below(4) {
    case 0:
      return CheckedTag(
        tag: ReplyTag(name: text(), content: .inline(text(), isClosed: flag())), payload: nil,
        verdict: verdict)
    case 1:
      return CheckedTag(tag: ReplyTag(name: text(), content: .bare), payload: nil, verdict: verdict)
    case 2:
      return CheckedTag(
        tag: ReplyTag(name: text(), content: .malformed(raw: text(), reason: text())),
        payload: nil, verdict: verdict)
    default:
      let parsed = JSONValue.object(object())
      let payload = ReplyPayload(
        parsed, repairs: list { $0.one(of: JSONRepair.self) }, raw: text())
      return CheckedTag(
        tag: ReplyTag(name: text(), content: .payload(payload)),
        payload: flag() ? parsed : .object(object()), verdict: verdict)
    }
  }

  mutating func finding() -> ReplyFinding {
    ReplyFinding(
      check: random.pick(ReplyCheck.builtIn + ["own_check"]), action: one(of: GuardrailAction.self),
      sentence: text(),
      range: range(), evidence: text())
  }

  mutating func assessment() -> SafetyAssessment {
    SafetyAssessment(
      categories: list { $0.one(of: CrisisCategory.self) },
      severity: one(of: CrisisSeverity.self), subject: one(of: CrisisSubject.self),
      evidence: .init(text: text(), range: range(), messagesBack: random.below(3)),
      isFollowUp: flag(), stage: ScreeningStage(rawValue: text()))
  }

  mutating func resource() -> CrisisResource {
    CrisisResource(
      name: text(), contact: text(), note: text(), kinds: list { $0.one(of: ResourceKind.self) },
      links: list {
        ContactLink(
          kind: $0.one(of: ContactLink.Kind.self), label: $0.optional { $0.text() }, url: $0.text())
      })
  }

  mutating func noticeKind() -> NoticeKind {
    random.pick(NoticeKind.known + [NoticeKind(rawValue: "own_2")].compactMap(\.self))
  }

  mutating func turnNotice() -> TurnNotice {
    TurnNotice(kind: noticeKind(), jurisdiction: text(), text: text())
  }

  mutating func notice() -> UsageNotice {
    let trial = AccessRecord(trial: AccessRecord.Trial(startedAt: 0), updatedAt: 0)
    let day = trial.trialDay(at: Double(random.below(300_000)))
    return UsageNotice(
      Allowance(
        key: text(), limit: count(), resetsAt: optional { $0.time() },
        endsAt: optional { $0.time() }, isTrial: flag()),
      used: count(), trialDay: day)
  }

  private mutating func trialEnd(_ end: AccessRefusal.TrialEnd) -> AccessRefusal {
    .trialEnded(end, resetsAt: end == .messages ? optional { $0.time() } : nil)
  }

  mutating func refusal() -> TurnRefusal {
    let reason: TurnRefusal.Reason =
      switch random.below(8) {
      case 0: .running
      case 1: .answered(messageID: text())
      case 2: .access(.paywall)
      case 3: .access(trialEnd(one(of: AccessRefusal.TrialEnd.self)))
      case 4: .access(.periodLimit(resetsAt: optional { $0.time() }))
      case 5: .access(.lapsed)
      case 6: .spendingCap(resumesAt: optional { $0.time() })
      default: .access(.rateLimited(retryAfter: amount()))
      }
    return TurnRefusal(
      reason: reason, text: text(), callToAction: flag() ? .subscribe : nil)
  }

  mutating func failure() -> TurnFailure {
    TurnFailure(
      code: one(of: TurnFailure.Code.self), text: text(), detail: text(), keepsText: flag())
  }

  mutating func clientEvent() -> ClientEvent {
    while true {
      // Whether an event is for clients depends on the event.
      if let event = event().forClient { return event }
    }
  }

  // MARK: Outcomes

  mutating func outcome() -> TurnOutcome {
    TurnOutcome(
      requestID: text(), personID: text(),
      jurisdiction: optional { $0.random.pick(["DE", "US-CA"]) }, route: route(),
      message: optional { $0.reply() },
      discovery: optional { values in
        DiscoveryEnd(
          profile: values.optional { $0.discovery() },
          source: values.optional { $0.one(of: DiscoverySource.self) })
      },
      isReflectionAccepted: optional { $0.flag() },
      offer: optional { $0.one(of: Offer.self) },
      updates: TurnUpdates(
        access: optional { $0.access() }, domain: optional { $0.text() },
        kind: optional { $0.kind() },
        assignments: list { $0.assignment() }, signals: list { $0.signal() }),
      limits: optional { $0.notice() }, notices: list { $0.turnNotice() },
      nextNoticeAt: optional { $0.time() },
      refusal: optional { $0.refusal() }, failure: optional { $0.failure() },
      safety: optional { $0.assessment() }, findings: list { $0.finding() }, trace: trace())
  }

  private mutating func reply() -> CoachReply {
    let text = text()
    return CoachReply(
      id: self.text(), text: text, written: flag() ? text : self.text(),
      tags: list { $0.tag() },
      finish: optional { values in
        values.random.pick([
          .stop, .length, .toolCalls, .contentFilter, .refusal, .pause, .contextFull,
          .other("stop"), .other("custom"),
        ])
      }, isPartial: flag())
  }

  private mutating func trace() -> TurnTrace {
    TurnTrace(
      secondOpinion: optional { $0.one(of: SecondOpinionResult.self) },
      routing: optional { values in
        RoutingDecision(
          domain: values.optional { $0.text() },
          outcome: values.optional { $0.one(of: RoutingOutcome.Kind.self) },
          confidence: Double(values.random.below(1001)) / 1000,
          runnerUp: values.optional { $0.text() }, needsClarification: values.flag(),
          isUnsure: values.flag(), reason: values.text())
      },
      prompt: optional { values in
        TurnPrompt(
          reference: values.text(), templateDigest: ContentDigest(of: values.text()),
          requestDigest: ContentDigest(of: values.text()),
          experiment: values.optional { $0.text() },
          traffic: [.init(version: "v1", weight: 12.5)], leftOutMessages: values.random.below(4),
          leftOutInputs: values.list { $0.text() })
      }, memories: list { $0.text() },
      calls: list { values in
        TurnCall(
          purpose: values.text(),
          model: ModelIdentity(
            provider: values.text(), model: values.text(),
            address: values.optional { $0.text() }, recorded: values.optional { $0.text() }),
          usage: values.optional { $0.usage() },
          cost: values.optional { $0.amount() }, isEstimated: values.random.below(2) == 0)
      },
      reachedCap: optional { values in
        ReachedCap(
          cap: values.one(of: SpendingCaps.Cap.self), dollars: values.amount(),
          spent: values.amount(),
          resumesOn: values.optional { CalendarDay(number: 20_000 + $0.random.below(900)) })
      }, problems: list { $0.text() },
      timings: TurnTimings(
        access: duration(), assembly: duration(), timeToFirstToken: optional { $0.duration() },
        total: duration()))
  }

  private mutating func usage() -> TokenUsage {
    TokenUsage(
      input: optional { $0.random.below(1 << 30) }, cachedInput: optional { $0.random.below(9) },
      cacheWrites: optional { $0.random.below(9) },
      hourCacheWrites: optional { $0.random.below(9) },
      output: optional { $0.random.below(1 << 30) }, reasoning: optional { $0.random.below(9) })
  }
}
