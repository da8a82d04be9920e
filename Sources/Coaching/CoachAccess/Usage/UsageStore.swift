/// The storage of ledgers: the only part of access with mutable state.
///
/// A store of your own is one function: in a transaction, read the person's ledger, run the change, and write the ledger
/// back. Several processes may share a store, so two changes to one ledger must never both start from the same state.
/// `UsageStoreConformance` checks that, and all else that a store must keep.
///
/// ```swift
/// struct KeyValueUsageStore: UsageStore {
///   let database: Database  // yours
///
///   func updateLedger<Value: Sendable>(
///     of person: String, _ change: @escaping @Sendable (inout UsageLedger) throws -> Value
///   ) async throws -> Value {
///     try await database.transaction { rows in
///       let stored = try await rows.readForUpdate("usage", person)
///       var ledger = try stored.map { try UsageLedger(json: JSONValue(parsing: $0)) } ?? UsageLedger()
///       let value = try change(&ledger)
///       try await rows.write("usage", person, ledger.isEmpty ? nil : Array(ledger.json.text().utf8))
///       return value
///     }
///   }
/// }
/// ```
///
/// A message that signals a crisis is answered whatever the store returns, and even if it does not respond.
public protocol UsageStore: Sendable {
  /// Changes the ledger of a person in one atomic step and returns what the change returned.
  ///
  /// The change is a pure function of the ledger: a store may run it again, for example when another transaction was
  /// faster. If it throws, nothing is stored. A person who is not known has an empty ledger, and an empty ledger need
  /// not be stored. Ids of people are compared byte by byte.
  func updateLedger<Value: Sendable>(
    of person: String, _ change: @escaping @Sendable (inout UsageLedger) throws -> Value
  ) async throws -> Value

  /// Deletes everything about a person. By default the ledger becomes empty, as ``updateLedger(of:_:)`` stores it.
  func forget(_ person: String) async throws
}

extension UsageStore {
  /// Counts a message or returns why it is refused; see ``UsageLedger/reserve(_:)``.
  public func reserve(_ reservation: UsageReservation) async throws -> UsageVerdict {
    try await updateLedger(of: reservation.person) { $0.reserve(reservation) }
  }

  /// Refunds a message; see ``UsageLedger/refund(_:)``.
  public func refund(_ reservation: UsageReservation) async throws {
    try await updateLedger(of: reservation.person) { $0.refund(reservation.id) }
  }

  /// Returns the number of messages used in the allowance with this key; 0 for an unknown one.
  public func usage(of person: String, in key: String) async throws -> Int {
    try await updateLedger(of: person) { $0.usage(in: key) }
  }

  /// Empties the ledger.
  public func forget(_ person: String) async throws {
    try await updateLedger(of: person) { $0 = UsageLedger() }
  }
}
