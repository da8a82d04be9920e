#if Server
  import CoachEngine
  public import CoachKit
  import Hummingbird
  import LanguageModels
  import Logging
  import NIOCore
  import ServiceLifecycle
  import UnixSignals

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// The HTTP service: everything that the toolkit does, for a backend in any language.
  ///
  /// ```swift
  /// let settings = try ServerSettings(path: "coachkit.yaml", environment: environment)
  /// let process = ServerProcess(logger: Logger(label: "coach"))
  /// try await HTTPService(settings, process: process).run()
  /// ```
  public struct HTTPService: Sendable {
    private let state: ServerState
    private let process: ServerProcess

    /// Reads content, prices and keys, and opens the stores.
    ///
    /// Throws `SourceError` for models, content, prices and keys that cannot be used, and the error of the store.
    public init(
      _ settings: ServerSettings, resolver: ModelResolver = ModelResolver(), process: ServerProcess
    ) async throws {
      let models: ServerModels
      do throws(SourceError) {
        models = try ServerModels(
          settings.models, from: resolver,
          breakers: BreakerBoard(logger: process.logger, metrics: process.metrics))
      } catch {
        var problems = error.diagnostics
        // What else is wrong is reported in the same run.
        do throws(SourceError) {
          _ = try LiveContent(settings.content)
        } catch {
          problems += error.diagnostics
        }
        do throws(SourceError) {
          _ = try resolver.prices(file: settings.models.prices)
        } catch {
          problems += error.diagnostics
        }
        try problems.throwErrors()
        throw error
      }
      try await self.init(
        settings, models: models,
        prices: { () throws(SourceError) in try resolver.prices(file: settings.models.prices) },
        process: process)
    }

    /// Creates a server with models of the caller's.
    init(
      _ settings: ServerSettings, models: ServerModels,
      prices: @escaping @Sendable () throws(SourceError) -> PriceTable = { .builtIn },
      clock: CallClock = .system, process: ServerProcess
    ) async throws {
      state = try await ServerState(
        settings, models: models, prices: prices, clock: clock, logger: process.logger)
      self.process = process
    }

    /// What does not keep the server from starting and should be known: models without a price.
    public var warnings: [String] { state.priceWarnings }

    /// Serves until the process is told to stop by SIGTERM or SIGINT if it is the server's own
    /// (``ServerProcess/init(bootstrapping:resolver:)``): running turns end before. Cancelling the task ends them at once.
    ///
    /// Throws `SourceError` if the address cannot be used.
    ///
    /// - Parameter onStart: Called with the port when requests are accepted.
    public func run(onStart: @escaping @Sendable (_ port: Int) async -> Void = { _ in })
      async throws
    {
      defer { state.turns.stopAll() }
      // What needs nobody else. Providers are asked while requests are accepted.
      await state.service.warmUp()
      state.noteUnpricedModels()
      let settings = state.settings
      let logger = quiet(process.logger)
      let isServing = AtomicFlag()
      let endpoints = Endpoint.all(state, metrics: process.metrics)
      let server = Application(
        responder: EndpointResponder(endpoints, state: state),
        server: .http1(
          configuration: .init(
            additionalChannelHandlers: [
              ConnectionGuard(
                headTime: .seconds(Int64(settings.limits.headSeconds)),
                writeTime: .seconds(Int64(settings.limits.writeSeconds)),
                silence: .seconds(Int64(settings.limits.keepAliveSeconds)))
            ], idleTimeout: .seconds(Int64(settings.limits.idleSeconds)))),
        configuration: ApplicationConfiguration(
          address: .hostname(settings.listening.host, port: settings.listening.port),
          availableConnectionsDelegate: .maximum(settings.limits.connections, logger: logger)),
        onServerRunning: {
          isServing.raise()
          await onStart($0.localAddress?.port ?? settings.listening.port)
        },
        logger: logger)
      // Services are stopped from the last to the first: running turns end before their connections are closed.
      var configuration = ServiceGroupConfiguration(
        services: [
          .init(service: SpanService(tracer: process.tracer)), .init(service: server),
          .init(
            service: TurnService(
              state: state, followsHangups: process.isOwn, isServing: isServing)),
        ],
        gracefulShutdownSignals: process.isOwn ? [.sigterm, .sigint] : [], logger: logger)
      // A client that does not read must not keep the process.
      configuration.maximumGracefulShutdownDuration = .seconds(settings.drainSeconds + 5)
      let group = ServiceGroup(configuration: configuration)
      do {
        try await group.run()
      } catch let error as IOError where !isServing.isRaised {
        throw SourceError(settings.listening.problem(error))
      }
    }

    /// What the libraries below say about their inner life is of no use to operators.
    private func quiet(_ logger: Logger) -> Logger {
      var logger = logger
      logger.logLevel = max(logger.logLevel, .warning)
      return logger
    }
  }

  extension ServerSettings.Listening {
    /// Why the address cannot be used.
    fileprivate func problem(_ error: IOError) -> Diagnostic {
      let (words, hint) =
        switch error.errnoCode {
        case EADDRINUSE:
          (
            "another program uses \(host):\(port)",
            "stop it, or set listen.port (COACHKIT_LISTEN_PORT)"
          )
        case EADDRNOTAVAIL:
          (
            "this machine has no address '\(host)'",
            "set listen.host to 127.0.0.1, or to 0.0.0.0 for all of its addresses"
          )
        case EACCES:
          ("the port \(port) is not allowed", "set listen.port to one from 1024 on")
        default:
          (
            "\(host):\(port) cannot be used (error \(error.errnoCode))",
            "set listen.host and listen.port"
          )
        }
      return Diagnostic("settings.listen", words, hint: hint)
    }
  }

  /// Asks the providers, follows edited content and the keys, and lets running turns end when the server is told to
  /// stop.
  private struct TurnService: Service {
    let state: ServerState
    let followsHangups: Bool
    let isServing: AtomicFlag

    func run() async throws {
      await cancelWhenGracefulShutdown {
        await withDiscardingTaskGroup { group in
          group.addTask { await state.providers.run() }
          group.addTask { await state.followFiles() }
          group.addTask { await state.turns.removeExpired() }
          if followsHangups { group.addTask { await state.followHangups() } }
        }
      }
      state.drain()
      if isServing.isRaised { await state.service.drain() }
    }
  }

  /// Sends spans to the collector, the last ones when everything else has ended.
  private struct SpanService: Service {
    let tracer: OTLPTracer?

    func run() async throws {
      await cancelWhenGracefulShutdown {
        if let tracer {
          await tracer.run()
        } else {
          while (try? await Task.sleep(for: .seconds(3_600))) != nil {}
        }
      }
    }
  }
#endif
