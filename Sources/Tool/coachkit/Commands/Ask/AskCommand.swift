import ArgumentParser
import CoachModel
import CommandLineSupport
import Documents
import LanguageModels
import SourceFiles

struct AskCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask",
    abstract: "Ask any provider's model one question.",
    discussion: """
      The reply streams to standard output; everything else goes to standard error. With --json, every event is a \
      line of JSON. If the reply breaks off or is withheld, the exit code is 1, but not if it reaches --max-tokens. \
      A call that fails before its first word is retried (--retries).

      With --schema, only the validated value is printed. Providers that support schemas enforce it; for others it \
      is added to the prompt. An invalid reply is sent back once with the list of its problems. With --json, the \
      incomplete value is printed after each piece, and the validated one last.

      Examples:
        coachkit ask local "What is a good question?"
        coachkit ask anthropic:claude-haiku-4-5 "Hello" --system persona.txt
        coachkit ask openai:gpt-6-luna "Three values of a teacher" --schema values.schema.json
        coachkit ask compatible:my-model "Hello" --base-url http://127.0.0.1:8000/v1 --json
        git diff | coachkit ask gemini:gemini-3.8-flash -
      """)

  @Argument(help: "The model, as provider:model; 'coachkit models' lists providers and models.")
  var model: String

  @Argument(help: "The question; '-' reads it from standard input.")
  var question: String

  @Option(help: ArgumentHelp("A file with the instructions.", valueName: "file"))
  var system: String?

  @Option(
    help: ArgumentHelp("A file with a JSON Schema that the reply must fit.", valueName: "file"))
  var schema: String?

  @Option(
    help: ArgumentHelp(
      "An image to show: a file or a web address; may be repeated.", valueName: "image"))
  var image: [String] = []

  @OptionGroup var generation: GenerationOptions

  @Flag(help: "Print one event per line, as JSON.")
  var json = false

  @Flag(help: "Show the model's reasoning, if the provider returns it.")
  var thoughts = false

  @Option(
    help: ArgumentHelp(
      "The server's address, up to and including its version (…/v1).", valueName: "url"))
  var baseUrl: String?

  @OptionGroup var waiting: PatienceOption

  private var files: any FileSystem { DiskFileSystem() }

  @OptionGroup(title: "Calls") var calls: CallOptions

  func run() async throws {
    let schema = try self.schema.map { try readSchema($0) }
    let request = ModelRequest(messages: try messages(), parameters: generation.parameters)
    let layered = try await calls.model(
      model, from: ModelFactory(baseURL: baseUrl, patience: waiting.duration))
    defer { layered.reportBudget() }
    let screen: any AskScreen = json ? JSONAskScreen() : TerminalAskScreen(showsThoughts: thoughts)
    if let schema {
      try await askForValue(request, matching: schema, from: layered.model, on: screen)
    } else {
      try await askForWords(request, from: layered.model, on: screen)
    }
  }

  private func askForWords(
    _ request: ModelRequest, from model: any LanguageModel, on screen: any AskScreen
  ) async throws {
    var screen = screen
    var reply = ModelReply()
    var events = model.stream(request).makeAsyncIterator()
    do {
      while let event = try await events.next() {
        reply.add(event)
        screen.show(event)
      }
    } catch {
      screen.fail(error)
      throw ExitCode(1)
    }
    screen.end(reply)
    switch reply.finish {
    case .contentFilter, .contextFull, .other, nil: throw ExitCode(1)
    case .stop, .length, .toolCalls, .refusal, .pause: break
    }
  }

  private func askForValue(
    _ request: ModelRequest, matching schema: JSONSchema, from model: any LanguageModel,
    on screen: any AskScreen
  ) async throws {
    var screen = screen
    var partial = PartialValue()
    do throws(StructuredOutputError) {
      let reply = try await model.json(
        for: request, schema: schema, named: Self.name(of: self.schema)
      ) { progress in
        if case .event(let event) = progress {
          screen.note(event)
          if let value = event.text.flatMap({ partial.feed($0) }) { screen.show(partial: value) }
        } else {
          partial = PartialValue()
          screen.note(progress)
        }
      }
      screen.show(value: reply.json, repairs: reply.repairs)
    } catch {
      screen.fail(error)
      throw ExitCode(1)
    }
  }

  // MARK: What is asked

  private func messages() throws -> [ModelMessage] {
    var messages: [ModelMessage] = []
    if let system {
      let text = String(decoding: try files.read(system).bytes, as: UTF8.self)
      messages.append(ModelMessage(Message(.system, text)))
    }
    let text = question == "-" ? Terminal.readAll() : question
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw CommandError(
        "there is no question", hint: "write the question, or pipe it in with '-'")
    }
    let images = try image.map { ModelPart.image(url: try ImageAddress.url(of: $0, files)) }
    return messages + [ModelMessage(role: .user, parts: images + [.text(text)])]
  }

  private func readSchema(_ path: String) throws -> JSONSchema {
    let file = try files.read(path)
    let source: JSONValue
    do throws(JSONSyntaxError) {
      source = try JSONValue(parsing: file.bytes, refusesRepeatedNames: true)
    } catch {
      throw SourceError(
        Diagnostic(
          "schema.syntax", "this is not JSON: \(error.message)", in: file, at: error.offset))
    }
    do throws(JSONSchemaError) {
      return try JSONSchema(source)
    } catch {
      throw CommandError(
        "\(path) is not a usable JSON Schema: \(error)", hint: error.hint ?? "fix the schema")
    }
  }

  /// Returns a name for the schema, which providers demand: that of the file, reduced to the characters that
  /// they accept.
  private static func name(of path: String?) -> String {
    let file = path?.split(separator: "/").last?.split(separator: ".").first ?? "reply"
    let name = file.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    return name.isEmpty ? "reply" : String(name.prefix(64))
  }
}
