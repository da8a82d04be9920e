import CoachKit
import Foundation

@main
struct CoachServer {
  static func main() async {
    do {
      let environment = ModelResolver.processEnvironment
      let reply = ScriptedModel(replies: ["Welcome, Noor. Who would you like to talk to first?"])
      var models = ModelRoutes(discovery: ModelRoute(reply), coaching: ModelRoute(reply))
      if environment["ANTHROPIC_API_KEY"] != nil {
        models = try ModelRoutes(
          discovery: "anthropic:claude-haiku-4-5", coaching: "anthropic:claude-opus-5-5")
      }
      let folder = environment["COACH_CONTENT"] ?? "."
      let service = try makeService(folder: folder, models: models) { request, outcome in
        print("store: \(request.conversation.id) \(outcome.message?.text ?? "nothing")\n")
      }

      // A server gets these bytes as the body of a POST request.
      let path = CommandLine.arguments.dropFirst().first ?? "request.json"
      let request = try TurnRequest(body: DiskFileSystem().read(path).bytes)
      for await event in service.reply(to: request).paced() {
        if let event = event.forClient { print("data: \(event.json)\n") }
      }
    } catch {
      print(error)
      exit(1)
    }
  }
}
