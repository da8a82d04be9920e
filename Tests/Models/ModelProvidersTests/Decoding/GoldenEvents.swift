import Documents
import LanguageModels

/// Events in the form of the golden files: one per line, the deltas of a part joined, since the provider's splits do
/// not matter there.
enum GoldenEvents {
  static func text(_ events: [ModelEvent], _ error: ModelError?) -> String {
    var lines: [String] = []
    var joined: (index: Int, kind: String, count: Int, delta: ModelDelta)?
    func flush() {
      guard let last = joined else { return }
      let event = ModelEvent.partDelta(index: last.index, delta: last.delta)
      lines.append("\(event.json.text()) in \(last.count)")
      joined = nil
    }
    for event in events {
      guard case .partDelta(let index, let delta) = event else {
        flush()
        lines.append(event.json.text())
        continue
      }
      if let last = joined, last.index == index, let more = last.delta.joined(delta) {
        joined = (index, last.kind, last.count + 1, more)
      } else {
        flush()
        joined = (index, "", 1, delta)
      }
    }
    flush()
    if let error { lines.append(error.json.text()) }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ModelDelta {
  /// Both deltas in one; nil if they are of different kinds.
  fileprivate func joined(_ other: ModelDelta) -> ModelDelta? {
    switch (self, other) {
    case (.text(let a), .text(let b)): .text(a + b)
    case (.reasoning(let a), .reasoning(let b)): .reasoning(a + b)
    case (.refusal(let a), .refusal(let b)): .refusal(a + b)
    case (.arguments(let a), .arguments(let b)): .arguments(a + b)
    default: nil
    }
  }
}

/// The promises of ``ModelEvent`` about order.
enum EventOrder {
  static func problems(_ events: [ModelEvent], failed: Bool) -> [String] {
    var problems: [String] = []
    var open: Set<Int> = []
    var count = 0
    for (position, event) in events.enumerated() {
      switch event {
      case .started: if position != 0 { problems.append("started at \(position)") }
      case .partStarted(let index, _):
        if index != count { problems.append("part \(index) after \(count) parts") }
        count += 1
        open.insert(index)
      case .partDelta(let index, _):
        if !open.contains(index) { problems.append("a delta of part \(index), which is not open") }
      case .partEnded(let index):
        if open.remove(index) == nil { problems.append("part \(index) ends, but is not open") }
      case .finished:
        if position != events.count - 1 { problems.append("finished is not last") }
        if !open.isEmpty { problems.append("parts \(open.sorted()) are open at the end") }
      case .partReclassified(let index, _):
        if index >= count { problems.append("part \(index) changes, and has not started") }
      case .usage, .warning, .continued: break
      }
    }
    if let first = events.first {
      if case .started = first {} else { problems.append("the first event is not started") }
    }
    let isFinished = events.last.map { if case .finished = $0 { true } else { false } } ?? false
    if isFinished == failed { problems.append(failed ? "finished and failed" : "not finished") }
    return problems
  }
}
