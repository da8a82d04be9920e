import CoachEngine
import CoachModel
import Documents
import LanguageModels
import ModelLayers
import ModelTestKit
import PromptTemplates
import SourceFiles
import Testing
import TestKit
import TestTiming

/// Tasks that exist as files alone.
@Suite("Running a prompt as a task")
struct TaskRunnerTests {
  private static let files = [
    "p/haiku.v1.prompt": """
    ---
    description: Three lines about a word.
    input:
      schema:
        word: string, what it is about
    coachkit.contract:
      rules:
        - {lines: text, minimum: 3, maximum: 3}
    coachkit.task: {attempts: 3, timeout: 5, model: poets}
    ---
    {{role "system"}}Write a haiku.
    {{role "user"}}{{word}}
    """,
    "p/mood.v1.prompt": """
    ---
    input:
      schema:
        text: string
    output:
      format: json
      schema:
        mood(enum): [good, bad]
        quote: string
    coachkit.contract:
      rules:
        - {quote: quote, from: text, otherwise: retry}
    ---
    {{text}}
    """,
    "p/pick.v1.prompt": """
    ---
    input:
      schema:
        rooms(array): string
        words(array): string
    output:
      format: json
      schema:
        room: string
        word: string
    coachkit.inputs:
      rooms: {cache: shared, trust: trusted}
    coachkit.contract:
      rules:
        - {choice: room, among: "rooms[]", or: [outside]}
        - {choice: word, among: "words[]"}
    ---
    {{#each rooms}}{{this}} {{/each}}{{#each words}}{{this}} {{/each}}
    """,
    "p/tagged.v1.prompt": """
    ---
    input:
      schema:
        text: string
    coachkit.contract:
      tags:
        NOTHING: {form: signal}
        PLAN:
          form: signal
          payload:
            days: integer
        PATTERN: {form: inline}
      rules:
        - {number: PLAN.days, maximum: 7}
        - {words: text, minimum: 2, unless: NOTHING}
    ---
    {{text}}
    """,
    "p/chat.v1.prompt":
      "---\ninput: {schema: {a?: string}}\n---\n{{role \"system\"}}Hi.\n{{history}}\n",
    "p/broken.v1.prompt":
      "---\ninput: {schema: {a?: string}}\n---\n{{role \"system\"}}{{nothing}}\n",
  ]

  private static let library = Result {
    try PromptLibrary(folder: "p", files: InMemoryFileSystem(files))
  }

  private func runner(_ turns: [ScriptedModel.Turn]) throws -> (TaskRunner, NotingModel) {
    let library = try Self.library.get()
    let model = NotingModel(turns, name: "small")
    return (TaskRunner(prompts: { library }, route: ModelRoute(model)), model)
  }

  private func runner(_ replies: [String]) throws -> (TaskRunner, NotingModel) {
    try runner(replies.map { .reply([$0]) })
  }

  private func request(_ name: String, _ values: JSONObject) -> AssemblyRequest {
    AssemblyRequest(
      prompt: PromptReference(name: name), person: Person(id: "p"), values: values)
  }

  private func failure(_ name: String, _ values: JSONObject, _ replies: [String]) async throws
    -> TaskError?
  {
    let (runner, _) = try runner(replies)
    return await #expect(throws: TaskError.self) {
      _ = try await runner.run(self.request(name, values))
    }
  }

  // MARK: Values

  private struct Mood: Decodable, Sendable, Equatable {
    var mood: String
    var quote: String
  }

  @Test("a value of any decodable type, and a misfit that goes back to the model")
  func decodable() async throws {
    let reply = #"{"mood": "good", "quote": "I slept"}"#
    let (runner, _) = try runner([reply])
    let task = PromptTask<Mood>(request("mood", ["text": "I slept well."]))
    let mood = try await runner.run(task).value
    #expect(mood == Mood(mood: "good", quote: "I slept"))

    struct Numbered: Decodable, Sendable { var mood: Int }
    let (again, _) = try self.runner([reply, reply])
    let error = await #expect(throws: TaskError.self) {
      _ = try await again.run(
        PromptTask<Numbered>(self.request("mood", ["text": "I slept well."])))
    }
    #expect(error.map { "\($0)" }?.contains("'mood' is not of the type Int") == true)
  }

  @Test("a text that a coach must not say is sent back, and the last one fails")
  func guarded() async throws {
    let harmful = "You have depression.\nYes.\nYou do."
    let (runner, _) = try runner([harmful, "One.\nTwo.\nThree."])
    let result = try await runner.run(request("haiku", ["word": "rain"]))
    #expect(result.value.text == "One.\nTwo.\nThree." && result.attempts == 2)
    #expect("\(result.rejections)".contains("diagnosis"))
    let error = try await failure(
      "haiku", ["word": "rain"], Array(repeating: harmful, count: 3))
    #expect(error?.code == .invalidReply)
  }

  @Test("a text is returned as it is")
  func text() async throws {
    let (runner, model) = try runner(["rain\non the\nroof"])
    let result = try await runner.run(request("haiku", ["word": "rain"]))
    expect(result.value.text, equals: "rain\non the\nroof")
    expect(result.value.json, equals: ["text": "rain\non the\nroof"])
    expect(result.prompt, equals: "haiku@v1")
    expect(result.attempts, equals: 1)
    expect(model.requests.count, equals: 1)
  }

  @Test("choices among trusted inputs are in the schema, and what people wrote never is")
  func listedChoices() async throws {
    let (tasks, model) = try runner([.reply([#"{"room": "attic", "word": "sea"}"#])])
    let person = Person(id: "p", language: "en")
    _ = try await tasks.run(
      AssemblyRequest(
        prompt: PromptReference(name: "pick"), person: person,
        values: ["rooms": ["attic", "cellar"], "words": ["sea", "sky"]]))
    guard case .schema(_, let schema, _)? = model.requests[0].format else {
      Issue.record("no schema was sent")
      return
    }
    #expect(schema["properties"]?["room"]?["enum"] == ["attic", "cellar", "outside"])
    #expect(schema["properties"]?["word"]?["enum"] == nil)
  }

  @Test("data is validated, and its prompt tells the model the schema")
  func json() async throws {
    let (runner, model) = try runner([#"{"mood": "good", "quote": "slept well"}"#])
    let result = try await runner.run(request("mood", ["text": "I slept well."]))
    expect(result.value.json, equals: ["mood": "good", "quote": "slept well"])
    expect(result.value.text, equals: nil)
    guard case .schema(let name, _, _)? = model.requests[0].format else {
      Issue.record("no schema was sent")
      return
    }
    expect(name, equals: "mood")
  }

  @Test("tags are read beside the text, or instead of it")
  func tags() async throws {
    let (runner, _) = try runner([
      "Two [PATTERN: words] here.\n\n[PLAN]\n{\"days\": 3}", "[NOTHING]",
    ])
    let first = try await runner.run(request("tagged", ["text": "a"]))
    expect(first.value.text, equals: "Two words here.")
    expect(
      first.value.json,
      equals: ["text": "Two words here.", "PATTERN": ["words"], "PLAN": ["days": 3]])
    let second = try await runner.run(request("tagged", ["text": "a"]))
    expect(second.value.has("NOTHING"), equals: true)
    expect(second.value.json, equals: ["text": "", "NOTHING": true])
  }

  private struct Haiku: Sendable, Equatable {
    var lines: [String]

    @Sendable static func read(_ reply: TaskReply) throws(StructuredMisfit) -> Haiku {
      let lines = (reply.text ?? "").split(separator: "\n").map { String($0) }
      guard lines[0] == "rain" else { throw StructuredMisfit(["it does not begin with rain"]) }
      return Haiku(lines: lines)
    }
  }

  @Test("a type of one's own is decoded, and what it refuses is sent back")
  func typed() async throws {
    let (runner, model) = try runner(["one\ntwo\nthree", "rain\non the\nroof"])
    let task = PromptTask<Haiku>(request("haiku", ["word": "rain"]), decode: Haiku.read)
    let result = try await runner.run(task)
    expect(result.value, equals: Haiku(lines: ["rain", "on the", "roof"]))
    expect(result.rejections, equals: ["it does not begin with rain"])
    expect(model.text(ofRequest: 1), contains: "it does not begin with rain")
  }

  // MARK: Sending back

  @Test("a reply that breaks a rule is sent back with the reason, as often as the prompt allows")
  func retry() async throws {
    let (runner, model) = try runner(["one line", "two\nlines", "rain\non the\nroof"])
    let result = try await runner.run(request("haiku", ["word": "rain"]))
    expect(result.attempts, equals: 3)
    expect(
      result.rejections,
      equals: [
        "'text' has 1 lines; the minimum is 3", "'text' has 2 lines; the minimum is 3",
      ])
    expect(model.text(ofRequest: 1), contains: "one line")
    expect(model.text(ofRequest: 1), contains: "'text' has 1 lines; the minimum is 3")
    let error = try await failure("haiku", ["word": "rain"], ["a", "b", "c", "d\ne\nf"])
    expect(error?.code, equals: .invalidReply)
    expect(error?.problems, equals: ["'text' has 1 lines; the minimum is 3"])
    expect(error?.call?.purpose, equals: "haiku@v1")
  }

  @Test("schema, tags and empty replies count like rules")
  func otherReasons() async throws {
    let wrong = #"{"mood": "blue", "quote": "slept"}"#
    let (runner, model) = try runner([wrong, #"{"mood": "bad", "quote": "slept"}"#])
    let result = try await runner.run(request("mood", ["text": "I slept."]))
    expect(result.rejections.count, equals: 1)
    expect(model.requests.count, equals: 2)
    let tag = try await failure("tagged", ["text": "a"], ["x [PLAN]", "x y [PLAN]\n{\"days\": 9}"])
    expect(tag?.problems ?? [], equals: ["'PLAN.days' is 9; the maximum is 7"])
    let empty = try await failure("tagged", ["text": "a"], ["", "  "])
    expect(empty?.problems ?? [], equals: ["the reply has no text"])
  }

  @Test("tokens and cost are those of all attempts, also of a task that failed")
  func usage() async throws {
    let usage = TokenUsage(input: 1_000_000, output: 1_000_000)
    let library = try Self.library.get()
    func runner(_ last: String) throws -> TaskRunner {
      let model = FakeModel("m", answers: .reply("one", usage: usage), .reply(last, usage: usage))
      var runner = TaskRunner(prompts: { library }, route: ModelRoute(model))
      runner.prices = try PriceTable(
        parsing: Array(
          #"{"format": 1, "prices": [{"provider": "fake", "model": "m", "input": 1, "output": 2}]}"#
            .utf8))
      return runner
    }
    let result = try await runner("rain\non the\nroof").run(request("haiku", ["word": "rain"]))
    expect(result.usage?.input, equals: 2_000_000)
    expect(result.cost, equals: 6)
    let error = await #expect(throws: TaskError.self) {
      _ = try await runner("two").run(self.request("haiku", ["word": "rain"]))
    }
    expect(error?.call?.usage?.output, equals: 3_000_000)
    expect(error?.call?.cost, equals: 9)
  }

  // MARK: Failures

  @Test("what cannot run says why, and asks no model")
  func refusals() async throws {
    let (runner, model) = try runner([String]())
    func code(_ name: String, _ values: JSONObject) async -> TaskError.Code? {
      do throws(TaskError) {
        _ = try await runner.run(request(name, values))
        return nil
      } catch {
        return error.code
      }
    }
    await expect(code("haikus", [:]), equals: .unknownTask)
    await expect(code("haiku", [:]), equals: .invalidInput)
    await expect(code("haiku", ["word": 3]), equals: .invalidInput)
    await expect(code("haiku", ["word": "a", "words": "b"]), equals: .invalidInput)
    await expect(code("broken", [:]), equals: .brokenPrompt)
    expect(model.requests.count, equals: 0)
  }

  @Test("a model that fails is an error with its cause")
  func down() async throws {
    let (runner, _) = try runner([.failure(.failed(.overloaded), after: [])])
    let error = await #expect(throws: TaskError.self) {
      _ = try await runner.run(self.request("haiku", ["word": "a"]))
    }
    expect(error?.code, equals: .model)
    expect(error?.cause?.code, equals: .overloaded)
    expect(error?.call?.usage, equals: nil)
  }

  @Test("a model that does not answer in the time that the prompt allows is given up")
  func timeout() throws {
    let time = SimulatedTime()
    let library = try Self.library.get()
    var runner = TaskRunner(
      prompts: { library }, route: ModelRoute(FakeModel(answers: .endless([]))))
    runner.clock = time.clock
    let asked = request("haiku", ["word": "a"])
    let (tried, limited) = (runner, PromptTask(asked, timeout: .seconds(2)))
    let error = time.run {
      await #expect(throws: TaskError.self) { _ = try await tried.run(asked) }
    }
    expect((error ?? nil)?.code, equals: .timeout)
    expect(time.elapsed, equals: .seconds(5))
    _ = time.run { await #expect(throws: TaskError.self) { _ = try await tried.run(limited) } }
    expect(time.elapsed, equals: .seconds(7))
  }

  @Test("the caller's cancellation reaches the model")
  func cancellation() async throws {
    let asked = Observed(0)
    let model = FakeModel { _, _ in
      asked.increment()
      return .endless([])
    }
    let library = try Self.library.get()
    let runner = TaskRunner(prompts: { library }, route: ModelRoute(model))
    let prompt = request("haiku", ["word": "a"])
    let task = Task { () -> TaskError.Code? in
      do throws(TaskError) {
        _ = try await runner.run(prompt)
        return nil
      } catch {
        return error.code
      }
    }
    try await asked.until { $0 == 1 }
    task.cancel()
    await expect(task.value, equals: .cancelled)
  }

  // MARK: Which model, which version

  @Test("the model is that for the purpose which the prompt names")
  func purposes() async throws {
    let library = try Self.library.get()
    func model(_ name: String) -> ModelRoute {
      ModelRoute(ScriptedModel([.reply(["a\nb\nc"])], name: name))
    }
    let models = ModelRoutes(
      discovery: model("small"), coaching: model("strong"), others: ["poets": model("poet")])
    let runner = TaskRunner(prompts: { library }, models: models)
    let result = try await runner.run(request("haiku", ["word": "a"]))
    expect(result.call.model.model, equals: "poet")
    expect(models["tasks"].model.identity.model, equals: "small")
    expect(models["unheard of"].model.identity.model, equals: "strong")
  }

  @Test("a file is a task by its front matter alone; conversations are none")
  func registry() throws {
    let tasks = try Self.library.get().tasks
    expect(tasks.map(\.name), equals: ["haiku", "mood", "pick", "tagged"])
    expect(tasks.map(\.form), equals: [.text, .json, .json, .tags])
    let library = try Self.library.get()
    for name in ["chat", "haikus"] {
      #expect(throws: SourceError.self) { try library.task(PromptReference(name: name)) }
    }
  }

  @Test(
    "without a version, a person gets the one that the labels assign, and the experiment is named")
  func versions() async throws {
    var files = Self.files
    files["p/haiku.v2.prompt"] = Self.files["p/haiku.v1.prompt"]
    files["p/labels.yaml"] = "haiku:\n  production: v1\n  traffic: {v1: 50, v2: 50}\n"
    let library = try PromptLibrary(folder: "p", files: InMemoryFileSystem(files))
    var prompts: Set<String> = []
    for number in 0..<20 {
      let runner = TaskRunner(
        prompts: { library }, route: ModelRoute(ScriptedModel([.reply(["a\nb\nc"])])))
      var asked = request("haiku", ["word": "a"])
      asked.person = Person(id: "person-\(number)")
      let result = try await runner.run(asked)
      prompts.insert(result.prompt)
      #expect(result.experiment != nil)
    }
    expect(prompts, equals: ["haiku@v1", "haiku@v2"])
  }
}
