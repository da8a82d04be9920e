import CoachAccess
import CoachDomains
import CoachEngine
import CoachModel
import LanguageModels
import PromptTemplates
import SQLiteUsage
import Synchronization
import Testing
import TestKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Many people write at once, to models that fail and programs that die, and every app repeats what got no answer.
@Suite("Counts and answers under load")
struct TurnLoadTests {
  @Test("1,000 turns at once, with repetitions, deaths and refunds, in memory")
  func inMemory() async throws {
    try await LoadedService(store: InMemoryUsageStore()).run()
  }

  @Test("1,000 turns at once, with repetitions, deaths and refunds, in SQLite")
  func inSQLite() async throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "load-\(UInt64.random(in: .min ... .max)).sqlite").path
    defer {
      for ending in ["", "-wal", "-shm", ".opening"] {
        try? FileManager.default.removeItem(atPath: path + ending)
      }
    }
    try await LoadedService(store: try SQLiteUsageStore(path: path)).run()
  }
}

/// A service under load, and what its apps have received.
private struct LoadedService: Sendable {
  private static let people = 50
  private static let messages = 20

  let store: any UsageStore
  private let received = Received()

  init(store: any UsageStore) {
    self.store = store
  }

  func run() async throws {
    let prompts = try PromptLibrary(folder: "\(ProjectFolder.path)/Prompts")
    let domains = try DomainLibrary(folder: "\(ProjectFolder.path)/DomainConfigs")
    let route = ModelRoute(UnreliableModel())
    var access = AccessRecord(updatedAt: 0)
    let now = 1_795_219_200.0
    let period = try #require(BillingPeriod(start: now, end: now + 30 * 86_400))
    access = try access.after(.subscribed(period), at: now)
    await withTaskGroup(of: Void.self) { group in
      for person in 0..<Self.people {
        for number in 0..<Self.messages {
          let request = TurnRequest(
            id: "r\(number)", person: Person(id: "p\(person)"), access: access,
            conversation: .init(id: "c"), message: "message \(number)")
          group.addTask { @concurrent in
            await answer(request, seed: UInt64(person * 1000 + number)) { time, isDying in
              var service = ChatService(
                prompts: { prompts },
                domains: { DomainSet(domains.domains, routing: KnownDomainRouting()) },
                models: ModelRoutes(discovery: route, coaching: route),
                usage: isDying ? DyingStore(base: store) : store)
              service.configuration.access = .unhurried
              service.clock = CallClock(now: { ContinuousClock.now }, unixTime: { now + time })
              return service
            }
          }
        }
      }
    }
    guard
      case .coaching(let allowance) = AccessPolicy.unhurried.decision(for: access, at: now)
    else { return }
    for person in 0..<Self.people {
      let used = try await store.usage(of: "p\(person)", in: allowance.key)
      #expect(used == Self.messages, "p\(person) has \(used)")
    }
    let answers = received.answers
    #expect(answers.count == Self.people * Self.messages)
    #expect(answers.values.allSatisfy { $0 == 1 }, "an answer was given twice")
  }

  /// Repeats a request as an app does until it is answered: twice at once, after failures, and after the program died.
  private func answer(
    _ request: TurnRequest, seed: UInt64,
    by service: @Sendable @escaping (_ time: Double, _ isDying: Bool) -> ChatService
  ) async {
    var random = SplitMix(seed: seed)
    var time = 0.0
    for _ in 0..<200 {
      let isDying = random.once(in: 4)
      let copies = random.once(in: 3) ? 2 : 1
      let served = service(time, isDying)
      let states = await withTaskGroup(of: Answer.self) { group in
        for _ in 0..<copies {
          group.addTask {
            guard let outcome = await served.reply(to: request).outcome(), !isDying else {
              return .nothing
            }
            switch outcome.refusal?.reason {
            case .answered: return .known
            case .running, .access, .spendingCap, .other: return .nothing
            case nil: break
            }
            guard outcome.message != nil else { return .nothing }
            received.note("\(request.person.id)/\(request.id)")
            return .given
          }
        }
        return await group.reduce(into: [Answer]()) { $0.append($1) }
      }
      if states.contains(where: { $0 != .nothing }) { return }
      // An app waits a little; after a death it takes the lease of the dead.
      time += random.once(in: 2) ? 31 : 1
    }
    Issue.record("a message was never answered")
  }

  private enum Answer: Sendable {
    case given
    case known
    case nothing
  }
}

extension AccessPolicy {
  /// Without rate windows: the test sends everything at once.
  fileprivate static let unhurried = (try? AccessPolicy(rateWindows: [])) ?? .standard
}

/// The answers that apps have received, by request.
private final class Received: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  var answers: [String: Int] { counts.withLock { $0 } }

  func note(_ request: String) { counts.withLock { $0[request, default: 0] += 1 } }
}

/// The store of a program that dies during a turn: what it writes after admitting the message never arrives.
private final class DyingStore: UsageStore {
  private struct Died: Error {}

  private let base: any UsageStore
  private let isDead = Atomic(false)

  init(base: any UsageStore) {
    self.base = base
  }

  func updateLedger<Value: Sendable>(
    of person: String, _ change: @escaping @Sendable (inout UsageLedger) throws -> Value
  ) async throws -> Value {
    guard !isDead.exchange(true, ordering: .relaxed) else { throw Died() }
    return try await base.updateLedger(of: person, change)
  }
}

/// Answers, fails before the first word, or breaks off.
private struct UnreliableModel: LanguageModel {
  let identity = ModelIdentity(provider: "scripted", model: "unreliable")

  func stream(_ request: ModelRequest) -> ModelStream {
    let failure = ModelError(.transport, "no answer", advice: "try again")
    let turn: ScriptedModel.Turn =
      switch Int.random(in: 0..<4) {
      case 0: .failure(failure, after: [])
      case 1: .failure(failure, after: ["Half "])
      default: .reply(["One. ", "Two."])
      }
    return ScriptedModel([turn]).stream(request)
  }
}
