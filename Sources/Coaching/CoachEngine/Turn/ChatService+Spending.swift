public import CoachAccess
import CoachModel
import LanguageModels

/// What a limit on spending says of the next call.
enum SpendingVerdict: Sendable {
  case allowed
  case reached(ReachedCap)
  /// The limit could not be asked. Nothing is spent then: a limit must not disappear because of an outage.
  case unknown(any Error)
}

/// A limit on spending that did not answer in time.
public struct SpendingLimitTimeout: Error, CustomStringConvertible {
  /// The time that was allowed.
  public var limit: Duration

  /// What happened.
  public var description: String { "the spending limit did not answer within \(limit)" }
}

extension ChatService {
  /// Returns the cap of ``spendingLimit`` that was reached, so that no model should be asked; `nil` if one may be.
  ///
  /// Turns and the tasks of journeys ask by themselves, and so does a paywall. Ask before you close a session, write a nudge or
  /// run a task: a session that is closed without its tasks has no notes.
  ///
  /// Throws the error of the limit.
  ///
  /// - Parameter person: The caller's id of the person; `nil` for work that a person's own caps do not bound.
  public func reachedCap(for person: String?) async throws -> ReachedCap? {
    switch await spendingVerdict(for: person) {
    case .allowed: return nil
    case .reached(let cap): return cap
    case .unknown(let error): throw error
    }
  }

  func spendingVerdict(for person: String?) async -> SpendingVerdict {
    guard let spendingLimit else { return .allowed }
    let (now, wait) = (clock.unixTime(), configuration.timeouts.spendingLimit)
    let verdict = await TurnTimeouts.result(within: wait, clock) { () -> SpendingVerdict in
      do {
        return try await spendingLimit.reachedCap(for: person, at: now).map { .reached($0) }
          ?? .allowed
      } catch {
        return .unknown(error)
      }
    }
    return verdict ?? .unknown(SpendingLimitTimeout(limit: wait))
  }
}

extension ReachedCap {
  /// The time at which the costs are below the cap again, in seconds since 1970; `nil` if it allows nothing.
  public var resumesAt: Double? { resumesOn.map { Double($0.number) * 86_400 } }

  /// What an operator should know, in one sentence.
  public var detail: String {
    "the cap \(cap.rawValue) of $\(dollars) is reached: $\(spent) were spent"
  }
}

extension MessageCatalog {
  /// Returns the text for a person for whom a cap stops the coach.
  package func text(for cap: ReachedCap, in language: String) -> String {
    text(.refusalSpendingCap, in: language, with: CopyValues(date: cap.resumesOn))
  }
}
