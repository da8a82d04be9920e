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

    /// Returns whether the store answers.
    func isReady() async -> Bool {
      (try? await usage.usage(of: "readiness", in: "none")) != nil
    }
  }
#endif
