import CoachKit
import Foundation
import Hummingbird
import Logging
import SQLiteUsage
import ServiceLifecycle

/// The program: reads its settings from the environment, and serves until it is told to stop.
@main
struct Backend {
  static func main() async {
    do {
      try await serve(ModelResolver.processEnvironment)
    } catch {
      print(error)
      exit(1)
    }
  }

  private static func serve(_ environment: [String: String]) async throws {
    func setting(_ name: String, default value: String) -> String { environment[name] ?? value }

    let content = setting("COACH_CONTENT", default: ".")
    var service = try ChatService(
      promptFolder: "\(content)/Prompts", domainFolder: "\(content)/DomainConfigs",
      models: ModelRoutes(
        discovery: setting("COACH_DISCOVERY_MODEL", default: "anthropic:claude-haiku-4-5"),
        coaching: setting("COACH_MODEL", default: "anthropic:claude-opus-5-5")),
      usage: SQLiteUsageStore(path: setting("COACH_USAGE", default: "usage.sqlite")))
    service.logger = Logger(label: "coach")
    let conversations = Conversations()
    service.onOutcome = { request, outcome in await conversations.store(outcome, of: request) }

    let port = Int(setting("PORT", default: "8080")) ?? 8080
    let server = Application(
      router: turnRouter(service, conversations),
      configuration: .init(address: .hostname("127.0.0.1", port: port)), logger: service.logger)
    // Services are stopped from the last to the first: running turns end before the server closes their connections.
    let group = ServiceGroup(
      configuration: .init(
        services: [
          .init(service: server), .init(service: CoachService(service: service)),
          .init(service: SessionService(service: service, conversations: conversations)),
        ],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: service.logger))
    try await group.run()
  }
}

/// Connects to the providers beside the server, which must not wait for them, follows edited prompts and domains, and
/// lets running turns end when the program is told to stop.
struct CoachService: Service {
  let service: ChatService

  func run() async throws {
    try await cancelWhenGracefulShutdown {
      async let preparing: Void = service.prepare()
      try await service.run()
      await preparing
    }
  }
}

/// Closes sessions every minute.
struct SessionService: Service {
  let service: ChatService
  let conversations: Conversations

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while true {
        try await Task.sleep(for: .seconds(60))
        await conversations.closeSessions(by: service)
      }
    }
  }
}
