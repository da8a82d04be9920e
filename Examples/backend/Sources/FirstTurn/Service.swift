import CoachKit

/// Makes the service, once per process. `folder` contains the prompts and the domains.
func makeService(
  folder: String, models: ModelRoutes,
  store: @escaping @Sendable (TurnRequest, TurnOutcome) async -> Void
) throws -> ChatService {
  var service = try ChatService(
    promptFolder: "\(folder)/Prompts", domainFolder: "\(folder)/DomainConfigs", models: models)
  service.onOutcome = store
  return service
}
