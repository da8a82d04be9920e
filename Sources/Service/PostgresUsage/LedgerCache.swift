#if Postgres
  import CoachAccess

  /// A ledger with the history of its row.
  struct StoredLedger: Sendable {
    var history: RowHistory
    var ledger: UsageLedger
  }

  /// The ledgers of the people who wrote last.
  ///
  /// What it says may be out of date. A write that starts from it fails in that case, and everything else is checked
  /// against the database.
  struct LedgerCache: Sendable {
    private struct Entry {
      var stored: StoredLedger
      var usedAt: UInt64
    }

    private let capacity: Int
    private var entries: [[UInt8]: Entry] = [:]
    private var uses: UInt64 = 0

    init(capacity: Int) {
      self.capacity = max(0, capacity)
    }

    var count: Int { entries.count }

    mutating func ledger(of person: [UInt8]) -> StoredLedger? {
      uses += 1
      entries[person]?.usedAt = uses
      return entries[person]?.stored
    }

    mutating func set(_ stored: StoredLedger?, of person: [UInt8]) {
      uses += 1
      entries[person] = stored.map { Entry(stored: $0, usedAt: uses) }
      if entries.count > capacity { removeOldest() }
    }

    /// Removes an eighth at once, so that the cost of sorting is spread over many changes.
    private mutating func removeOldest() {
      let count = max(entries.count - capacity, entries.count / 8)
      let oldest = entries.map { (person: $0.key, usedAt: $0.value.usedAt) }
        .sorted { $0.usedAt < $1.usedAt }
      for entry in oldest.prefix(count) { entries[entry.person] = nil }
    }
  }
#endif
