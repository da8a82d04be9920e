import CoachKit
import Hummingbird

/// What an app can ask for:
///
/// - `POST /turn` takes what an app knows of a message and answers with server-sent events.
/// - `POST /people/<id>/session/end` says that the person left.
/// - `GET /people/<id>/learned` has what was learned of them, `POST /people/<id>/learned/<item>/keep` or `…/drop` their
///   decision, and `DELETE /people/<id>` forgets them.
/// - `GET /schema/<name>` has the JSON Schemas.
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
    await conversations.closeSessions(of: message.person, by: service)
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
  addPeople(to: router, service, conversations)
  return router
}

private func addPeople(
  to router: Router<BasicRequestContext>, _ service: ChatService, _ conversations: Conversations
) {
  router.post("people/:id/session/end") { _, context in
    await conversations.closeSessions(
      of: try context.parameters.require("id"), isOver: true, by: service)
    return HTTPResponse.Status.noContent
  }
  router.get("people/:id/learned") { _, context in
    await conversations.learned(of: try context.parameters.require("id")).json.text(.indented(2))
  }
  router.post("people/:id/learned/:item/:decision") { _, context in
    let decision = try context.parameters.require("decision")
    guard ["keep", "drop"].contains(decision) else { throw HTTPError(.notFound) }
    let isKnown = await conversations.decide(
      keep: decision == "keep", item: try context.parameters.require("item"),
      of: try context.parameters.require("id"))
    return isKnown ? HTTPResponse.Status.noContent : .notFound
  }
  router.delete("people/:id") { _, context in
    try await conversations.forget(
      try context.parameters.require("id"), usage: service.usage)
    return HTTPResponse.Status.noContent
  }
}
