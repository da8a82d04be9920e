#if Server
  import CoachKit
  import SQLiteUsage

  #if Postgres
    import PostgresUsage
  #endif

  /// Where counts, request ids and costs are kept.
  struct ServerStores: Sendable {
    let usage: any UsageStore
    let costs: any CostStore

    /// Opens the stores that settings name.
    ///
    /// Throws the error of the store, with advice for operators.
    init(_ store: ServerSettings.Store) async throws {
      switch store {
      case .memory:
        usage = InMemoryUsageStore()
        costs = InMemoryCostStore()
      case .sqlite(let path):
        let store = try SQLiteUsageStore(path: path)
        usage = store
        costs = store
      case .postgres(let address, let connections):
        #if Postgres
          let store = try await PostgresUsageStore(address.value, connections: connections)
          usage = store
          costs = store
        #else
          throw SourceError(
            Diagnostic(
              "settings.store", "this program was built without PostgreSQL",
              hint: "build it with the trait 'Postgres'"))
        #endif
      }
    }

    /// Makes a change, at a time in seconds since 1970: reading would succeed on a full disk.
    ///
    /// Throws the error of the store.
    func probe(at now: Double) async throws {
      try await usage.updateLedger(of: Self.probe) { $0.setUsage(Int(now), in: "probe") }
    }

    /// No caller's id of a person.
    private static let probe = "\u{0}readiness"
  }
#endif
