public import LanguageModels

/// Validates the order of a reply's events.
public struct EventOrder {
  private var problems: [String] = []
  private var kinds: [ModelPartKind] = []
  private var open: Set<Int> = []
  private var hasStarted = false
  private var isFinished = false

  private init() {}

  /// Returns the violations of the order that `ModelEvent` promises, one sentence each; empty if there are none.
  ///
  /// - Parameter isWhole: Whether the reply must be complete. If false, parts may still be open and the end may be
  ///   missing.
  public static func problems(in events: [ModelEvent], isWhole: Bool = true) -> [String] {
    var order = EventOrder()
    for event in events { order.take(event) }
    if isWhole, !order.isFinished { order.problems.append("the events end without 'finished'") }
    return order.problems
  }

  private mutating func take(_ event: ModelEvent) {
    if isFinished { problems.append("an event follows 'finished'") }
    if case .started = event {
      if hasStarted { problems.append("'started' comes twice") }
      hasStarted = true
      return
    }
    if !hasStarted {
      problems.append("the first event is not 'started'")
      hasStarted = true
    }
    switch event {
    case .started, .usage, .warning: break
    case .continued:
      if !open.isEmpty {
        problems.append("part \(open.min() ?? 0) is open where another model goes on")
      }
    case .partStarted(let index, let kind): begin(index, kind: kind)
    case .partDelta(let index, let delta): add(delta, to: index)
    case .partEnded(let index):
      if open.remove(index) == nil { problems.append("part \(index) ends without being open") }
    case .partReclassified(let index, let kind): change(index, to: kind)
    case .finished:
      isFinished = true
      if !open.isEmpty { problems.append("part \(open.min() ?? 0) is still open at the end") }
    }
  }

  private mutating func begin(_ index: Int, kind: ModelPartKind) {
    if index != kinds.count {
      problems.append("part \(index) begins where part \(kinds.count) was due")
    }
    kinds.append(kind)
    open.insert(index)
  }

  private mutating func change(_ index: Int, to kind: ModelPartKind) {
    guard kinds.indices.contains(index), [.text, .reasoning].contains(kinds[index]),
      [.text, .reasoning].contains(kind)
    else {
      problems.append("part \(index) changes its kind, and is not text or reasoning")
      return
    }
    kinds[index] = kind
  }

  private mutating func add(_ delta: ModelDelta, to index: Int) {
    guard open.contains(index), kinds.indices.contains(index) else {
      problems.append("a piece for part \(index), which is not open")
      return
    }
    if !kinds[index].takes(delta) {
      problems.append("a piece of another kind in part \(index): \(delta)")
    }
  }
}

extension ModelPartKind {
  /// Whether a delta may belong to a part of this kind.
  fileprivate func takes(_ delta: ModelDelta) -> Bool {
    switch (self, delta) {
    case (.text, .text), (.refusal, .refusal), (.other, .other), (.reasoning, .reasoning),
      (.reasoning, .signature), (.toolCall, .arguments), (.toolCall, .signature):
      true
    default: false
    }
  }
}
