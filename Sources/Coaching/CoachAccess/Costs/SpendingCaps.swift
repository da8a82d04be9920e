public import CoachModel

/// What calls of models may cost, in dollars: from there on no model is asked. A month is thirty days, today among them; days
/// are those of UTC.
public struct SpendingCaps: Sendable, Hashable {
  /// A cap: whose costs it bounds, and over which days.
  public enum Cap: String, Sendable, Hashable, CaseIterable {
    /// What one person costs in a day.
    case personDay = "person_day"
    /// What one person costs in thirty days.
    case personMonth = "person_month"
    /// What one API key costs in a day.
    case keyDay = "key_day"
    /// What one API key costs in thirty days.
    case keyMonth = "key_month"
    /// What all people cost in a day.
    case serverDay = "server_day"
    /// What all people cost in thirty days.
    case serverMonth = "server_month"

    /// The days over which costs are added up.
    public var window: CostWindow {
      switch self {
      case .personDay, .keyDay, .serverDay: .day
      case .personMonth, .keyMonth, .serverMonth: .month
      }
    }
  }

  /// The caps in dollars; what is not among them is unlimited.
  public var dollars: [Cap: Double] = [:]

  /// Creates caps, by default none.
  public init(_ dollars: [Cap: Double] = [:]) { self.dollars = dollars }

  /// Whether nothing is limited.
  public var isEmpty: Bool { dollars.isEmpty }
}

/// A cap that was reached, for operators.
public struct ReachedCap: Sendable, Hashable {
  /// The cap.
  public var cap: SpendingCaps.Cap
  /// What it allows, in dollars.
  public var dollars: Double
  /// What was spent, in dollars; unpriced calls are not in it.
  public var spent: Double
  /// The first day (UTC) on which the present costs are below the cap again; `nil` if it allows nothing.
  public var resumesOn: CalendarDay?

  /// Creates a cap that was reached.
  public init(cap: SpendingCaps.Cap, dollars: Double, spent: Double, resumesOn: CalendarDay?) {
    self.cap = cap
    self.dollars = dollars
    self.spent = spent
    self.resumesOn = resumesOn
  }
}

/// Decides whether models may still be asked, once for each turn and for each task beside turns.
///
/// ``StoredSpendingLimit`` compares the costs in a ``CostStore`` with ``SpendingCaps``. A backend that counts elsewhere conforms a
/// type of its own.
public protocol SpendingLimiting: Sendable {
  /// Returns the cap that was reached; `nil` if a model may be asked.
  ///
  /// - Parameters:
  ///   - person: The caller's id of the person; `nil` for work that only the caps of keys and of the server bound.
  ///   - now: The time in seconds since 1970.
  func reachedCap(for person: String?, at now: Double) async throws -> ReachedCap?
}
