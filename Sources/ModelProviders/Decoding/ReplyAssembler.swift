import CoachModel
import LanguageModels
import SourceFiles

/// Builds the events of a reply in the order that ``ModelEvent`` promises, and keeps the reply as far
/// as it has come.
///
/// Providers number their parts in different ways or not at all; here they get the numbers 0, 1, 2…
/// in the order in which they begin.
struct ReplyAssembler {
  /// The events that nobody has taken yet.
  private var waiting: [ModelEvent] = []
  private var taken = 0
  /// The reply as far as it has come.
  private(set) var reply = ModelReply()
  /// Whether any content has come: words, thoughts, a tool call.
  private(set) var hasContent = false
  /// Whether the reply has ended.
  private(set) var isFinished = false
  private let wire: WireProtocol
  private let requestID: String?
  /// Whether the provider has begun.
  private(set) var isStarted = false
  /// Warnings that were known before the provider began.
  private var earlyWarnings: [String] = []
  private var openParts: [Int] = []
  private var count = 0
  private var newCallCount = 0
  /// The part that text without a number belongs to.
  private var current: (part: Int, kind: ModelPartKind)?

  init(wire: WireProtocol, requestID: String? = nil) {
    self.wire = wire
    self.requestID = requestID
  }

  /// Hands out the next event.
  mutating func next() -> ModelEvent? {
    guard taken < waiting.count else { return nil }
    defer { taken += 1 }
    return waiting[taken]
  }

  /// Forgets the events that were handed out, when all of them were.
  mutating func makeRoom() {
    guard taken == waiting.count else { return }
    waiting.removeAll(keepingCapacity: true)
    taken = 0
  }

  private mutating func add(_ event: ModelEvent) {
    reply.add(event)
    waiting.append(event)
  }

  /// The provider has begun; only the first beginning counts.
  mutating func start(id: String? = nil, model: String? = nil) {
    guard !isStarted else { return }
    isStarted = true
    add(.started(ModelStart(id: id, model: model, requestID: requestID, wire: wire)))
    for warning in earlyWarnings { add(.warning(warning)) }
  }

  /// Begins a part and returns its number.
  mutating func open(_ kind: ModelPartKind) -> Int {
    start()
    let part = count
    count += 1
    openParts.append(part)
    if kind.isContent { hasContent = true }
    add(.partStarted(index: part, kind: kind))
    return part
  }

  /// Adds to an open part; nothing is added to one that has ended, and nothing empty.
  mutating func add(_ delta: ModelDelta, to part: Int) {
    guard !delta.content.isEmpty, openParts.contains(part) else { return }
    hasContent = true
    add(.partDelta(index: part, delta: delta))
  }

  /// Ends a part, if it is open.
  mutating func close(_ part: Int) {
    guard let position = openParts.firstIndex(of: part) else { return }
    openParts.remove(at: position)
    if current?.part == part { current = nil }
    add(.partEnded(index: part))
  }

  /// Adds to the part that is being written in a protocol that does not number them: another kind
  /// begins another part.
  mutating func write(_ delta: ModelDelta, as kind: ModelPartKind) {
    guard !delta.content.isEmpty else { return }
    if let current, current.kind != kind { close(current.part) }
    let part = current?.part ?? open(kind)
    current = (part, kind)
    add(delta, to: part)
  }

  /// Adds a part that comes whole.
  mutating func write(whole kind: ModelPartKind, _ deltas: ModelDelta...) {
    closeCurrent()
    let part = open(kind)
    for delta in deltas { add(delta, to: part) }
    close(part)
  }

  /// Ends the part that is being written.
  mutating func closeCurrent() {
    if let current { close(current.part) }
  }

  /// A name for a tool call that the provider has not named, which no other reply of the conversation has:
  /// the reply's own name with a number, or where it has none a digest of something that differs.
  mutating func newCallID(_ other: String? = nil) -> String {
    newCallCount += 1
    let origin = ContentDigest(of: reply.start.id ?? other ?? "").short
    return "call_\(origin)_\(newCallCount)"
  }

  /// What the call has consumed so far, in all. Nothing at all is what gateways say who do not know.
  mutating func use(_ usage: TokenUsage) {
    let isKnown = usage.input ?? 0 > 0 || usage.output ?? 0 > 0
    guard usage != reply.usage, isKnown else { return }
    start()
    add(.usage(usage))
  }

  /// Something the caller may want to know.
  mutating func warn(_ warning: String) {
    if isStarted { add(.warning(warning)) } else { earlyWarnings.append(warning) }
  }

  /// Ends the reply; only the first end counts.
  mutating func finish(_ reason: FinishReason) {
    guard !isFinished else { return }
    start()
    for part in openParts { close(part) }
    isFinished = true
    add(.finished(reason))
  }
}
