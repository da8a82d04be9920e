public import CoachDomains
public import CoachSafety
public import LanguageModels
public import ModelMiddleware
public import PromptTemplates

/// One turn of a conversation: a request goes in, events come out, and at the end all that should be stored.
///
/// A turn screens the message, decides whether and with which model the person may write, counts the message
/// before any model is asked, routes, assembles, asks, and passes the reply on while it comes. It keeps
/// nothing of the person: what it needs comes with the request.
public struct ChatTurn: Sendable {
  /// The prompts as they are now; asked for once a turn.
  public var prompts: @Sendable () -> PromptLibrary
  /// The domains as they are now, with who decides among them; asked for once a turn.
  public var domains: @Sendable () -> DomainSet
  /// Which model is asked where.
  public var models: ModelRoutes
  /// Where counts and request ids live.
  public var usage: any UsageStore
  /// Looks for signs of a crisis.
  public var screen: any CrisisScreening = CrisisScreen.builtIn
  /// Is asked about a message in which the screen sees signs, and not enough of them; nil for nobody.
  public var secondOpinion: CrisisSecondOpinion?
  /// Where help can be found.
  public var resources = ResourceTable.builtIn
  /// The words that no model writes.
  public var copy = MessageCatalog.builtIn
  /// What models cost.
  public var prices = PriceTable.builtIn
  /// The time.
  public var clock = CallClock.system
  /// Chance, by which the attempts at one request are told apart.
  public var random: @Sendable () -> UInt64 = { .random(in: .min ... .max) }
  /// What the product decides.
  public var configuration = TurnConfiguration()
  /// Hears of every outcome, also when the reader of the events has left before the end: for logs of cost, and
  /// for callers who keep what was said in any case.
  public var onOutcome: (@Sendable (TurnOutcome) async -> Void)?

  /// Creates a turn from what has no usual choice; everything else can be set afterwards.
  public init(
    prompts: @escaping @Sendable () -> PromptLibrary,
    domains: @escaping @Sendable () -> DomainSet, models: ModelRoutes, usage: any UsageStore
  ) {
    self.prompts = prompts
    self.domains = domains
    self.models = models
    self.usage = usage
  }

  /// Runs a turn. Nothing happens before the first event is read.
  public func run(_ request: TurnRequest) -> TurnStream {
    TurnStream { pipe in
      var run = TurnRun(turn: self, request: request, pipe: pipe)
      await run.run()
    }
  }
}
