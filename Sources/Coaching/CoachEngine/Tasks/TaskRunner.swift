public import CoachDomains
import CoachModel
public import LanguageModels
public import ModelLayers
public import PromptTemplates
public import ReplyContracts
import SourceFiles

/// Runs prompts as tasks: single calls whose reply is data or a text.
///
/// The inputs are checked against the prompt's schema before any call. The reply is checked against the schema of its
/// output, the tags and the rules of its contract; what does not keep them is sent back to the model with the reasons, at
/// most as often as the prompt allows.
///
/// ```swift
/// let themes = try await service.tasks.run(.journalThemes(from: text, for: person))
/// print(themes.value.themes.map(\.title), themes.cost ?? 0)
/// ```
public struct TaskRunner: Sendable {
  /// Returns the current prompts; called once for each task.
  public var prompts: @Sendable () -> PromptLibrary
  /// Returns all domains, for prompts that choose among them.
  public var domains: @Sendable () -> [DomainConfig] = { [] }
  /// The time limit of a task whose prompt has none.
  public var timeout = Duration.seconds(60)
  /// The time limit of every task, whatever its prompt says; `nil` for that of the prompt.
  public var timeoutOverride: Duration?
  /// The screens to which rules of contracts refer by name.
  public var screens = TextScreens.standard
  /// Whether replies are checked against the rules of the contract, beside its schema and tags. Without them a very small
  /// model can be tried, whose replies are right in form only.
  public var checksRules = true
  /// Called with every reply of a model as it was written, also with those that were sent back: for authors of prompts. By
  /// default nothing, since replies are about people.
  public var onReply: @Sendable (_ text: String) -> Void = { _ in }
  /// The prices from which costs are computed.
  public var prices = PriceTable.builtIn
  /// The clock for the time limit and for prices.
  public var clock = CallClock.system
  /// Returns the model for the purpose that a prompt names.
  var route: @Sendable (_ purpose: String?) -> ModelRoute

  /// Creates a runner that chooses the model by the purpose which a prompt names, by default that of tasks.
  public init(prompts: @escaping @Sendable () -> PromptLibrary, models: ModelRoutes) {
    self.prompts = prompts
    route = { purpose in purpose.map { models[$0] } ?? models.tasks }
  }

  /// Creates a runner that uses one model for every task.
  public init(prompts: @escaping @Sendable () -> PromptLibrary, route: ModelRoute) {
    self.prompts = prompts
    self.route = { _ in route }
  }

  /// Runs a prompt and returns the checked reply.
  public func run(_ request: AssemblyRequest) async throws(TaskError) -> TaskResult<TaskReply> {
    try await run(PromptTask(request))
  }

  /// Runs a task.
  ///
  /// Cancelling the caller's task cancels the call of the model.
  public func run<Value: Sendable>(_ task: PromptTask<Value>) async throws(TaskError) -> TaskResult<
    Value
  > {
    let prepared: PreparedTask
    do throws(SourceError) {
      prepared = try PreparedTask(
        task.request, in: prompts(), domains: domains, screens: screens, checksRules: checksRules)
    } catch {
      throw TaskError(error)
    }
    let route = route(prepared.declaration.model)
    let limit = task.timeout ?? timeoutOverride ?? prepared.declaration.timeout ?? timeout
    let decode = task.decode
    typealias Outcome = Result<TaskAnswer<Value>, StructuredOutputError>
    let outcome = await TurnTimeouts.result(within: limit, clock) { () -> Outcome in
      do throws(StructuredOutputError) {
        return .success(try await prepared.ask(route, decode: decode))
      } catch {
        return .failure(error)
      }
    }
    switch outcome {
    case .success(let answer)?:
      for reply in answer.replies { onReply(reply.text) }
      return result(answer, of: prepared, by: route)
    case .failure(let error)?:
      for reply in error.replies { onReply(reply.text) }
      let usage = error.replies.isEmpty ? nil : error.usage
      throw TaskError(
        error,
        call: call(
          prepared, by: route, usage: usage, replies: error.replies,
          isBilled: !error.replies.isEmpty || !error.cause.isUnbilled))
    case nil:
      let isCancelled = Task.isCancelled
      throw TaskError(
        code: isCancelled ? .cancelled : .timeout,
        message: isCancelled ? "the task was cancelled" : "no answer within \(limit)",
        advice: isCancelled ? nil : "allow more time, or choose a faster model",
        call: call(prepared, by: route, usage: nil))
    }
  }

  /// Runs a task to its end even if the caller's task is cancelled.
  func runToEnd<Value: Sendable>(
    _ task: PromptTask<Value>
  ) async -> Result<TaskResult<Value>, TaskError> {
    await Task.onPreferredExecutor { () -> Result<TaskResult<Value>, TaskError> in
      do throws(TaskError) {
        return .success(try await run(task))
      } catch {
        return .failure(error)
      }
    }.value
  }

  private func result<Value>(
    _ answer: TaskAnswer<Value>, of task: PreparedTask, by route: ModelRoute
  ) -> TaskResult<Value> {
    TaskResult(
      value: answer.value.value, reply: answer.value.reply,
      call: call(task, by: route, usage: answer.usage, replies: answer.replies),
      experiment: task.experiment,
      rejections: answer.problems, attempts: answer.replies.count)
  }

  private func call(
    _ task: PreparedTask, by route: ModelRoute, usage: TokenUsage?, replies: [ModelReply] = [],
    isBilled: Bool = true
  ) -> TurnCall {
    let parameters = ModelParameters(task.rendered.template.frontMatter)
      .overridden(by: route.parameters)
    return TurnCall(
      purpose: task.rendered.reference, model: route.model.identity, usage: usage,
      tier: parameters.serviceTier, prices: prices, at: clock.unixTime()
    ) {
      isBilled
        ? ModelRequest(rendered: task.rendered, route: route).estimatedUsage(after: replies) : .zero
    }
  }
}

/// A value with the checked reply that it was made from.
private struct Decoded<Value: Sendable>: Sendable {
  var value: Value
  var reply: TaskReply
}

private typealias TaskAnswer<Value: Sendable> = StructuredReply<Decoded<Value>>

/// A prompt with its inputs, assembled, and what its reply must keep to.
private struct PreparedTask: Sendable {
  let rendered: RenderedPrompt
  let experiment: String?
  private let contract: TaskContract
  private let checksRules: Bool

  var declaration: TaskDeclaration { rendered.template.frontMatter.task }

  init(
    _ request: AssemblyRequest, in library: PromptLibrary, domains: () -> [DomainConfig],
    screens: [String: ContractReferences.Screen], checksRules: Bool
  ) throws(SourceError) {
    self.checksRules = checksRules
    var request = request
    let assignment = library.taskVersion(of: request.prompt, for: request.person.id)
    (request.prompt, experiment) = (assignment.reference, assignment.experiment)
    let takesDomains = try library.prompt(request.prompt).inputNames.contains("domains")
    if request.domains.isEmpty, takesDomains { request.domains = domains() }
    contract = try TaskContract(of: request, in: library, screens: screens)
    rendered = try PromptAssembler(library: library).assemble(request)
  }

  /// Asks the model until a reply keeps the contract.
  func ask<Value: Sendable>(
    _ route: ModelRoute, decode: PromptTask<Value>.Decoding
  ) async throws(StructuredOutputError) -> TaskAnswer<Value> {
    let request = ModelRequest(rendered: rendered, route: route)
    func decoded(_ reply: TaskReply) throws(StructuredMisfit) -> Decoded<Value> {
      let reply = checksRules ? try contract.applied(to: reply) : reply
      return Decoded(value: try decode(reply), reply: reply)
    }
    guard let form = contract.form else {
      return try await route.model.value(for: request, attempts: declaration.attempts) {
        text throws(StructuredMisfit) in try decoded(try contract.read(text))
      }
    }
    return try await route.model.value(
      for: request, schema: form.schema, sending: form.sent, named: form.name,
      attempts: declaration.attempts, reading: TaskContract.reading
    ) { json throws(StructuredMisfit) in try decoded(TaskReply(json: json)) }
  }
}
