public import Documents
public import SourceFiles

/// The signals of a person in the order of their times. Signals are added and never changed.
public struct SignalLog: Sendable, Hashable {
  /// The signals, the earliest first.
  public private(set) var signals: [DatedSignal] = []
  private var known: Set<String> = []

  /// Creates a log, without signals by default.
  public init(_ signals: [DatedSignal] = []) {
    append(signals)
  }

  /// Adds signals; those with an id that is known already are left out. They may come in any order.
  public mutating func append(_ new: [DatedSignal]) {
    let fresh = new.filter { known.insert($0.id).inserted }
    guard !fresh.isEmpty else { return }
    let isInOrder = zip([signals.last].compactMap { $0 } + fresh, fresh).allSatisfy {
      $0.order <= $1.order
    }
    signals += fresh
    if !isInOrder { signals.sort { $0.order < $1.order } }
  }

  /// Whether a signal with this id was added.
  public func contains(_ id: String) -> Bool { known.contains(id) }

  /// Removes the signals of some sessions, when their conversation is forgotten.
  mutating func forget(where isForgotten: (DatedSignal) -> Bool) {
    signals.removeAll(where: isForgotten)
    known = Set(signals.map(\.id))
  }

  /// Removes words of what was observed.
  mutating func forgetWords(where isForgotten: (String) -> Bool) {
    signals.forgetWords(where: isForgotten)
  }

  /// Returns the signals of both logs.
  public func merged(with other: SignalLog) -> SignalLog {
    var log = self
    log.append(other.signals)
    return log
  }
}

extension DatedSignal {
  fileprivate var order: (Double, String) { (time, id) }
}

extension SignalLog: JSONConvertible {
  static let members = JSONObjectForm<SignalLog>(
    "signals", .list("signals", \.signals, DatedSignal.document.form)
  ) { SignalLog($0.signals) }

  package static let document = JSONDocumentForm(members)

  /// The log as JSON.
  public var json: JSONValue { Self.document.json(self) }

  /// Reads a log from JSON. Throws ``SourceError`` with the kind and the location of the problem.
  public init(json: JSONValue) throws(SourceError) { self = try Self.document.read(json) }
}
