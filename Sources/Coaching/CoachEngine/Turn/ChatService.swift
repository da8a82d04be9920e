public import CoachAccess
public import CoachDomains
public import CoachDuties
import CoachModel
public import CoachSafety
public import LanguageModels
public import Logging
public import ModelLayers
public import PromptTemplates

/// The service that answers the messages of conversations: each turn takes a request, streams events, and ends with all
/// data to be stored.
///
/// A turn screens the message, decides whether and with which model the person may write, counts the message before
/// any model is asked, chooses the domain, assembles the prompt, calls the model, and streams the reply. It stores
/// nothing about the person but counts: the request contains everything it needs.
///
/// A server creates one service and shares it between requests. Here `request` is a ``TurnRequest``:
///
/// ```swift
/// let service = try ChatService(
///   prompts: LivePromptLibrary(folder: "Prompts"),
///   domains: LiveDomainLibrary(folder: "DomainConfigs"),
///   models: ModelRoutes(discovery: ModelRoute(small), coaching: ModelRoute(strong)))
/// for await event in service.reply(to: request).paced() {
///   if let event = event.forClient { send(event.json) }
/// }
/// ```
public struct ChatService: Sendable {
  /// Returns the current prompt library; called once for each turn.
  public var prompts: @Sendable () -> PromptLibrary
  /// Returns the current domains and their routing; called once for each turn.
  public var domains: @Sendable () -> DomainSet
  /// Returns the current legal duties; called once for each turn. By default there are none, and no clock of notices is kept.
  /// ``follow(duties:)`` sets it to those of a folder.
  public var duties: @Sendable () -> DutySet = { DutySet() }
  /// The models for the different purposes of a turn.
  public var models: ModelRoutes
  /// The store of message counts and request ids. The one in memory forgets them when the program ends.
  public var usage: any UsageStore
  /// The screen that detects signs of a crisis in a message.
  public var screen: any CrisisScreening = CrisisScreen.builtIn
  /// Where the embeddings of messages come from, for the screen and the router; `nil` for none.
  public var embeddings: MessageEmbeddings?
  /// What is asked for the domain, in this order, if the routing is unsure: ``EmbeddingStage``, ``ClassificationStage``,
  /// or your own. A turn waits at most two seconds for all of them.
  public var routingStages: [any RoutingStage] = []
  /// The second opinion on messages about which the screen is unsure, by default from the model for tasks; `nil` for
  /// none.
  public var secondOpinion: CrisisSecondOpinion?
  /// The crisis resources by country.
  public var resources = ResourceTable.builtIn
  /// Returns the current texts that no model writes; called once for each turn. ``follow(_:)`` sets it to those of a file.
  public var currentCopy: @Sendable () -> MessageCatalog = { .builtIn }
  /// The texts that no model writes, as they are now.
  public var copy: MessageCatalog {
    get { currentCopy() }
    set { currentCopy = { newValue } }
  }
  /// The prices from which the cost of calls is computed.
  public var prices = PriceTable.builtIn
  /// What decides whether models may still be asked, by what they have cost; `nil` asks without limit. In a crisis they are asked
  /// anyway. Before work beside turns, such as the end of a session, ask ``reachedCap(for:)``.
  public var spendingLimit: (any SpendingLimiting)?
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
  /// cancelled with the turn.
  public var onOutcome: (@Sendable (TurnRequest, TurnOutcome) async -> Void)?
  /// Where turns, reloads and problems are logged; nowhere by default.
  ///
  /// A turn is one line at `info`, or at `warning` if it failed: ids, versions, counts, times and costs. What people and
  /// models wrote, and the details of failures, which may quote them, are logged at `debug` only.
  public var logger = Logger(label: "coachkit") { _ in SwiftLogNoOpLogHandler() }
  /// The time between two looks at the folders in ``run()``.
  public var reloadInterval = Duration.seconds(1)
  /// How long ``run()`` waits for running turns after it was cancelled. After that, they are cancelled, too.
  public var drainTime = Duration.seconds(30)
  /// What ``run()`` watches for changes.
  var watches: [@Sendable (Duration, Logger) async -> Void] = []
  /// The turns that are running, shared by all copies of the service.
  let activity = TurnActivity()

  /// Creates a service from functions that return the prompts and domains of the moment, for sources of your own.
  public init(
    prompts: @escaping @Sendable () -> PromptLibrary,
    domains: @escaping @Sendable () -> DomainSet, models: ModelRoutes,
    usage: any UsageStore = InMemoryUsageStore()
  ) {
    self.prompts = prompts
    self.domains = domains
    self.models = models
    self.usage = usage
    secondOpinion = CrisisSecondOpinion(models.tasks)
  }

  /// Returns the events of a turn. The turn starts when the first event is read, and has one reader.
  ///
  /// If the reader stops or its task is cancelled, the turn ends: the connection to the provider is closed, and a message
  /// that got no reply is refunded.
  public func reply(to request: TurnRequest) -> TurnStream {
    TurnStream(refusal: { secondReaderEvents(request) }) { pipe in
      var run = TurnRun(service: self, request: request, pipe: pipe)
      guard let id = activity.begin({ pipe.interrupt() }) else {
        return await run.refuseForShutdown()
      }
      await run.run()
      activity.end(id)
    }
  }

  private func secondReaderEvents(_ request: TurnRequest) -> [TurnEvent] {
    var outcome = TurnOutcome(
      requestID: request.id, personID: request.person.id, route: .refused)
    let failure = TurnFailure(
      code: .invalidRequest, text: copy.text(.failureUnknown, in: request.person.language),
      detail: "the events of a turn have one reader; answer the request again for another",
      keepsText: false)
    outcome.failure = failure
    return [.failed(failure), .done(outcome)]
  }
}

extension ChatService: CustomStringConvertible, CustomReflectable {
  /// A short name: what prints a service, such as the log of its life cycle, must not print all prompts and tables.
  public var description: String { "ChatService" }

  /// An empty mirror.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
