public import CoachDomains
public import CoachSafety
public import LanguageModels
public import ModelMiddleware
public import PromptTemplates

/// A runner for the turns of a conversation: it takes a request, streams events, and ends with all data to be
/// stored.
///
/// A turn screens the message, decides whether and with which model the person may write, counts the message before
/// any model is asked, chooses the domain, assembles the prompt, calls the model, and streams the reply. It stores
/// nothing about the person: the request contains everything it needs.
///
/// A server creates one value and shares it between requests. Here `small` and `strong` are language models, and
/// `request` is a ``TurnRequest``:
///
/// ```swift
/// let prompts = try LivePromptLibrary(folder: "Prompts")
/// let domains = try LiveDomainLibrary(folder: "DomainConfigs")
/// let turn = ChatTurn(
///   prompts: { prompts.current }, domains: { domains.current },
///   models: ModelRoutes(discovery: ModelRoute(small), coaching: ModelRoute(strong)),
///   usage: InMemoryUsageStore())
/// for await event in turn.run(request).paced() {
///   if case .text(let text) = event { print(text, terminator: "") }
/// }
/// ```
public struct ChatTurn: Sendable {
  /// Returns the current prompt library; called once for each turn.
  public var prompts: @Sendable () -> PromptLibrary
  /// Returns the current domains and their routing; called once for each turn.
  public var domains: @Sendable () -> DomainSet
  /// The models for the different purposes of a turn.
  public var models: ModelRoutes
  /// The store of message counts and request ids.
  public var usage: any UsageStore
  /// The screen that detects signs of a crisis in a message.
  public var screen: any CrisisScreening = CrisisScreen.builtIn
  /// The second opinion on messages with signs that are not sufficient for the screen; `nil` for none.
  public var secondOpinion: CrisisSecondOpinion?
  /// The crisis resources by country.
  public var resources = ResourceTable.builtIn
  /// The texts that no model writes.
  public var copy = MessageCatalog.builtIn
  /// The prices from which the cost of calls is computed.
  public var prices = PriceTable.builtIn
  /// The clock for times and timeouts.
  public var clock = CallClock.system
  /// The random source that distinguishes repeated attempts at one request.
  public var random: @Sendable () -> UInt64 = { .random(in: .min ... .max) }
  /// The settings that apply to every turn.
  public var configuration = TurnConfiguration()
  /// A callback for every outcome, even if the reader of the events has left before the end.
  ///
  /// Store outcomes here rather than with the event `done`, which a reader who has left never gets: what was shown
  /// would be missing from the conversation, and the person could repeat the same step for free. The callback is not
  /// cancelled with the turn. A turn is a value, so a copy can have a callback that knows its request.
  public var onOutcome: (@Sendable (TurnOutcome) async -> Void)?

  /// Creates a turn from the properties without a default. The others can be set afterwards.
  public init(
    prompts: @escaping @Sendable () -> PromptLibrary,
    domains: @escaping @Sendable () -> DomainSet, models: ModelRoutes, usage: any UsageStore
  ) {
    self.prompts = prompts
    self.domains = domains
    self.models = models
    self.usage = usage
  }

  /// Returns the events of a turn. The turn starts when the first event is read.
  public func run(_ request: TurnRequest) -> TurnStream {
    TurnStream { pipe in
      var run = TurnRun(turn: self, request: request, pipe: pipe)
      await run.run()
    }
  }
}
