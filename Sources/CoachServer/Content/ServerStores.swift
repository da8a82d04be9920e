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
      case .postgres(let address):
        #if Postgres
          let store = try await PostgresUsageStore(address.value)
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

    /// Returns whether the store takes a change, at a time in seconds since 1970.
    func isReady(at now: Double) async -> Bool {
      // Reading would succeed on a full disk.
      (try? await usage.updateLedger(of: Self.probe) { ledger in
        ledger.setUsage(Int(now), in: "probe")
      }) != nil
    }

    /// No caller's id of a person.
    private static let probe = "\u{0}readiness"
  }
#endif
