import ArgumentParser
import CoachEngine
import Conversations
import LanguageModels
import PromptTemplates
import StreamParsing

/// `coachkit chat`
struct ChatCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chat",
    abstract: "Talk with a prompt in the terminal.",
    discussion: """
      The coach speaks first; an empty line or Ctrl-D ends the conversation. Tags appear as \
      events, not as text. With --json every event is one line of JSON.

      Examples:
        coachkit chat discovery --model local
        coachkit chat coaching --person ines --domain career
        echo "I feel stuck" | coachkit chat discovery --model local --json
      """)

  @Argument(
    help: "The prompt, as name, name@version or name@label; a name alone means the newest version.")
  var prompt: String

  @OptionGroup var data: PromptDataOptions

  @OptionGroup var generation: GenerationOptions

  @Flag(help: "Print one event a line, as JSON.")
  var json = false

  @OptionGroup var modelOptions: ModelOptions
  @OptionGroup(title: "Calls") var calls: CallOptions
  @OptionGroup var workspace: WorkspaceOptions

  func run() async throws {
    let library = try workspace.promptLibrary()
    var request = try data.request(PromptReference(argument: prompt), in: workspace, library)
    let assembler = PromptAssembler(library: library)
    // A broken prompt is found before the model is.
    _ = try assembler.assemble(request)
    let layered = try await calls.model(
      modelOptions.model ?? "local", from: modelOptions.factory)
    defer { layered.reportBudget() }
    let model = layered.model
    let screen: any ChatScreen = json ? JSONChatScreen() : TerminalChatScreen()
    screen.begin(model.identity)
    let own = ModelParameters(try library.template(request.prompt).frontMatter)
    let parameters = own.overridden(by: generation.parameters)
    while true {
      let rendered = try assembler.assemble(request)
      let reply = try await turn(
        model.stream(ModelRequest(rendered, parameters: parameters)), rendered.contract, screen)
      request.history.append(Message(.assistant, reply))
      guard let text = screen.readMessage() else { break }
      request.history.append(Message(.user, text))
    }
    screen.end()
  }

  /// Shows one reply while it streams; returns it as the model wrote it.
  private func turn(
    _ stream: ModelStream, _ contract: ReplyContract, _ screen: any ChatScreen
  ) async throws -> String {
    var parser = ReplyTagParser(contract.tags)
    var reply = ModelReply()
    var events = stream.makeAsyncIterator()
    do {
      while let event = try await events.next() {
        reply.add(event)
        guard let text = event.words else { continue }
        for event in parser.feed(text.utf8) { screen.show(event, contract) }
      }
    } catch {
      // What had come stays on the screen and is marked; the error follows.
      for event in parser.finish() { screen.show(event, contract) }
      screen.endReply(reply, failure: error)
      throw error
    }
    for event in parser.finish() { screen.show(event, contract) }
    screen.endReply(reply, failure: nil)
    return reply.words
  }
}
