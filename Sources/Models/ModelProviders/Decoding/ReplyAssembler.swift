import CoachModel
public import Documents
public import LanguageModels
import SourceFiles

/// Builds the events of a reply in the order that ``ModelEvent`` promises, and accumulates the reply.
///
/// Providers number parts in different ways or not at all; here they are numbered 0, 1, 2… in the order in which they
/// start.
public struct ReplyAssembler: Sendable {
  /// The maximum size of the text, reasoning, arguments and warnings of a reply in bytes: far more than any model
  /// writes.
  static let maximumBytes = 16 << 20
  /// The maximum number of parts of a reply.
  static let maximumParts = 1_000

  /// The events that have not been taken yet, after those that have.
  private var waiting: [ModelEvent] = []
  private var taken = 0
  /// The reply so far.
  public private(set) var reply = ModelReply()
  private var bytes = 0
  /// What the reply has too much of; nil for a reply within its limits.
  var excess: String? {
    bytes > Self.maximumBytes
      ? "\(Self.maximumBytes >> 20) MB"
      : count > Self.maximumParts ? "\(Self.maximumParts) parts" : nil
  }
  /// Whether any content has arrived: text, reasoning or a tool call.
  public private(set) var hasContent = false
  /// Whether content other than reasoning has arrived, so that the model has stopped thinking.
  private(set) var hasAnswer = false
  /// Whether the reason for the end has been stated and no content has followed it.
  public private(set) var hasReason = false
  /// Whether a reason was stated that content has followed: this server states one at every opportunity.
  private(set) var wasReasonWithdrawn = false
  /// The number of deltas and parts so far.
  private(set) var contentCount = 0
  /// The number of events so far, deltas of text as they came.
  private(set) var eventCount = 0
  /// Whether the reply has ended.
  public private(set) var isFinished = false
  private let wire: WireProtocol
  private let requestID: String?
  private let secrets: SentSecrets
  private var separator: ReasoningSeparator
  /// Whether a closing tag of reasoning came without its opening one.
  var lacksOpeningTag: Bool { separator.lacksOpening }
  /// Whether the reply has started.
  public private(set) var isStarted = false
  /// Warnings from before the start of the reply.
  private var earlyWarnings: [String] = []
  private var hasDoubtfulCounts = false
  private var halves = SurrogateHalves()
  /// Whether a text of the reply could not be read.
  private var lacksText = false
  private var openParts: [Int] = []
  private var count = 0
  private var newCallCount = 0
  /// The part to which unnumbered deltas belong.
  private var current: (part: Int, kind: ModelPartKind)?

  /// - Parameter secrets: What to remove from the names that the server reports.
  /// - Parameter startsReasoning: Whether the text begins inside of reasoning, whose opening tag is part of the prompt.
  init(
    wire: WireProtocol, requestID: String? = nil, hiding secrets: SentSecrets,
    startsReasoning: Bool = false
  ) {
    separator = ReasoningSeparator(startsInside: startsReasoning)
    self.wire = wire
    self.requestID = secrets.removed(fromName: requestID)
    self.secrets = secrets
  }

  /// Returns the next event; nil if there is none.
  mutating func next() -> ModelEvent? {
    guard taken < waiting.count else { return nil }
    defer { taken += 1 }
    return waiting[taken]
  }

  /// Removes the events that were taken, if all of them were.
  mutating func makeRoom() {
    guard taken == waiting.count else { return }
    waiting.removeAll(keepingCapacity: true)
    taken = 0
  }

  private mutating func add(_ event: ModelEvent) {
    eventCount += 1
    let count = waiting.count
    separator.take(secrets.removed(from: event), into: &waiting)
    for event in waiting[count...] { reply.add(event) }
  }

  /// Notes that the server stated why the reply ends. Content after it withdraws the reason: some servers state one with
  /// every event.
  public mutating func noteReason() { hasReason = true }

  private mutating func noteContent(isAnswer: Bool, isSignature: Bool = false) {
    hasContent = true
    if isAnswer { hasAnswer = true }
    // A signature says nothing of its own.
    guard !isSignature else { return }
    contentCount += 1
    if hasReason {
      hasReason = false
      wasReasonWithdrawn = true
    }
  }

  /// Starts the reply; only the first start counts.
  public mutating func start(id: String? = nil, model: String? = nil) {
    guard !isStarted else { return }
    isStarted = true
    add(
      .started(
        ModelStart(
          id: secrets.removed(fromName: id), model: secrets.removed(fromName: model),
          requestID: requestID, wire: wire)))
    for warning in earlyWarnings { add(.warning(warning)) }
  }

  /// Starts a part and returns its number.
  public mutating func open(_ kind: ModelPartKind) -> Int {
    start()
    let part = count
    count += 1
    openParts.append(part)
    if kind.isContent { noteContent(isAnswer: kind != .reasoning) }
    add(.partStarted(index: part, kind: kind))
    return part
  }

  /// Adds a delta to a part. Ignored if the delta is empty or the part has ended.
  public mutating func add(_ delta: ModelDelta, to part: Int) {
    guard !delta.content.isEmpty, openParts.contains(part) else { return }
    noteContent(isAnswer: !delta.isReasoning, isSignature: delta.isSignature)
    bytes += delta.content.utf8.count
    add(.partDelta(index: part, delta: delta))
  }

  /// Ends a part if it is open.
  public mutating func close(_ part: Int) {
    guard let position = openParts.firstIndex(of: part) else { return }
    openParts.remove(at: position)
    if current?.part == part { current = nil }
    add(.partEnded(index: part))
  }

  /// Adds a delta in a protocol that does not number parts: a different kind starts a new part.
  public mutating func write(_ delta: ModelDelta, as kind: ModelPartKind) {
    guard !delta.content.isEmpty else { return }
    if let current, current.kind != kind { close(current.part) }
    let part = current?.part ?? open(kind)
    current = (part, kind)
    add(delta, to: part)
  }

  /// Adds a complete part.
  public mutating func write(whole kind: ModelPartKind, _ deltas: ModelDelta...) {
    closeCurrent()
    let part = open(kind)
    for delta in deltas { add(delta, to: part) }
    close(part)
  }

  /// Ends the current part.
  public mutating func closeCurrent() {
    if let current { close(current.part) }
  }

  /// Returns an identifier for a tool call that the provider did not name. It is unique in the conversation: the
  /// reply's identifier with a number or, if it has none, a digest of something that differs.
  public mutating func newCallID(_ other: String? = nil) -> String {
    newCallCount += 1
    let origin = ContentDigest(of: reply.start.id ?? other ?? "").short
    return "call_\(origin)_\(newCallCount)"
  }

  /// Reports the call's total usage so far. Zero counts are ignored: gateways send them if they do not know.
  public mutating func use(_ reported: ReportedUsage) {
    let usage = reported.checked.keepingKnown(of: reply.usage)
    let isKnown = usage.input ?? 0 > 0 || usage.output ?? 0 > 0
    guard usage != reply.usage, isKnown else { return }
    start()
    add(.usage(usage))
    guard usage.isDoubtful, !hasDoubtfulCounts else { return }
    hasDoubtfulCounts = true
    warn("the server's counts of tokens do not add up; the larger reading counts")
  }

  /// Adds a warning. One from before the start of the reply follows the start.
  public mutating func warn(_ warning: String) {
    bytes += warning.utf8.count
    if isStarted { add(.warning(warning)) } else { earlyWarnings.append(warning) }
  }

  /// Returns the text of a member that continues what came before; halves of a character at the ends of two pieces are
  /// joined.
  public mutating func piece(_ node: JSONIndex.Node?, in json: borrowing JSONIndex) -> String? {
    guard let text = json.string(node) else { return nil }
    return halves.join(text, json.surrogateHalves(node))
  }

  /// Returns the text of a member; a value that is no text is left out, with a warning, because words are missing then.
  public mutating func text(_ node: JSONIndex.Node?, in json: borrowing JSONIndex) -> String? {
    if let text = piece(node, in: json) { return text }
    if node != nil, !lacksText {
      lacksText = true
      warn("the server sent something else where its protocol has text; it was left out")
    }
    return nil
  }

  /// Ends the reply; only the first end counts.
  public mutating func finish(_ reason: FinishReason) {
    guard !isFinished else { return }
    start()
    for part in openParts { close(part) }
    isFinished = true
    add(.finished(reason))
  }
}

extension TokenUsage {
  /// Returns the usage with earlier counts in place of those that are zero or missing now: a count never shrinks in the course
  /// of a reply.
  fileprivate func keepingKnown(of earlier: TokenUsage?) -> TokenUsage {
    guard let earlier else { return self }
    func kept(_ count: Int?, _ known: Int?) -> Int? {
      count == nil || count == 0 ? known ?? count : count
    }
    return TokenUsage(
      input: kept(input, earlier.input), cachedInput: kept(cachedInput, earlier.cachedInput),
      cacheWrites: kept(cacheWrites, earlier.cacheWrites),
      hourCacheWrites: kept(hourCacheWrites, earlier.hourCacheWrites),
      output: kept(output, earlier.output), reasoning: kept(reasoning, earlier.reasoning),
      tier: tier ?? earlier.tier, isDoubtful: isDoubtful)
  }
}

extension ModelDelta {
  fileprivate var isReasoning: Bool {
    switch self {
    case .reasoning, .signature: true
    case .text, .refusal, .arguments, .other: false
    }
  }

  fileprivate var isSignature: Bool { if case .signature = self { true } else { false } }
}
