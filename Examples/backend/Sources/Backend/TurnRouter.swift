import CoachKit
import Hummingbird

/// `POST /turn` takes what an app knows of a message and answers with server-sent events; `GET /schema/<name>` has their
/// JSON Schemas.
func turnRouter(_ service: ChatService, _ conversations: Conversations) -> Router<
  BasicRequestContext
> {
  let router = Router()
  router.post("turn") { request, _ in
    let body = try await request.body.collect(upTo: 1 << 20)
    let message: AppMessage
    do {
      message = try AppMessage(json: JSONValue(parsing: Array(body.readableBytesView)))
    } catch {
      throw HTTPError(.badRequest, message: "\(error)")
    }
    let turn = await conversations.request(for: message)
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: ResponseBody { writer in
        for await event in service.reply(to: turn).paced() {
          guard let event = event.forClient else { continue }
          try await writer.write(ByteBuffer(string: "data: \(event.json)\n\n"))
        }
        try await writer.finish(nil)
      })
  }
  router.get("schema/:name") { _, context in
    let name = context.parameters.get("name")
    guard let found = WireSchemas.all.first(where: { $0.name == name }) else {
      throw HTTPError(.notFound)
    }
    return found.schema.text(.indented(2))
  }
  return router
}
