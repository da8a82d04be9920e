import CoachKit
import Foundation
import Hummingbird

@main
struct Minimal {
  static func main() async {
    do {
      let service = try ChatService(
        promptFolder: "Prompts", domainFolder: "DomainConfigs",
        models: ModelRoutes(
          discovery: "anthropic:claude-haiku-4-5", coaching: "anthropic:claude-opus-5-5"))
      Task { await service.prepare() }
      try await Application(router: router(for: service)).runService()
    } catch {
      print(error)
      exit(1)
    }
  }

  static func router(for service: ChatService) -> Router<BasicRequestContext> {
    let router = Router()
    router.post("turn") { request, _ in
      let body = try await request.body.collect(upTo: 1 << 20)
      guard let turn = try? TurnRequest(body: body.readableBytesView) else {
        throw HTTPError(.badRequest)
      }
      return Response(
        status: .ok, headers: [.contentType: "text/event-stream"],
        body: ResponseBody { writer in
          for await event in service.reply(to: turn).paced() {
            guard let event = event.forClient else { continue }
            try await writer.write(ByteBuffer(string: "data: \(event.json)\n\n"))
          }
          try await writer.finish(nil)
        })
    }
    return router
  }
}
