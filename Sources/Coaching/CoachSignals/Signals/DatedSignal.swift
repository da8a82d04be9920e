public import CoachModel
public import Documents
public import SourceFiles

/// A signal with its time and place.
public struct DatedSignal: Sendable, Hashable {
  /// The id of the signal, the same whenever the same observation is reported again.
  public var id: String
  /// The time of the observation in seconds since 1970.
  public var time: Double
  /// The id of the session; `nil` if it belongs to none.
  public var session: String?
  /// The observation.
  public var signal: LearningSignal

  /// Creates a dated signal.
  public init(id: String, time: Double, session: String? = nil, signal: LearningSignal) {
    self.id = id
    self.time = time
    self.session = session
    self.signal = signal
  }
}

extension DatedSignal: JSONConvertible {
  static let members = JSONObjectForm<DatedSignal>(
    "a dated signal", .required("id", \.id, .filledText), .required("time", \.time, .unixTime),
    .optional("session", \.session, .filledText),
    .required("what", \.signal, LearningSignal.document.form)
  ) { DatedSignal(id: $0.id, time: $0.time, session: $0.session, signal: $0.signal) }

  package static let document = JSONDocumentForm(members)

  /// The signal as JSON.
  public var json: JSONValue { Self.document.json(self) }

  /// Reads a signal from JSON. Throws ``SourceError`` with the kind and the location of the problem.
  public init(json: JSONValue) throws(SourceError) { self = try Self.document.read(json) }
}

extension DatedSignal {
  /// The signal without the words of the conversation that it may contain.
  var withoutWords: DatedSignal {
    var signal = self
    switch self.signal {
    case .patternSurfaced: signal.signal = .patternSurfaced("")
    case .patternEngaged(_, let messages): signal.signal = .patternEngaged("", messages: messages)
    case .memoryRecalled: signal.signal = .memoryRecalled("")
    case .product(let name, _): signal.signal = .product(name, [:])
    case .discoveryCompleted, .domainUsed, .insightConfirmed, .insightDismissed,
      .sessionCompleted, .reflectionAccepted, .reflectionDeclined, .nudgeOpened:
      break
    }
    return signal
  }
}

extension [DatedSignal] {
  /// Removes the words of the signals whose words are forgotten.
  mutating func forgetWords(where isForgotten: (String) -> Bool) {
    for index in indices where self[index].signal.words.map(isForgotten) ?? false {
      self[index] = self[index].withoutWords
    }
  }
}

extension LearningSignal {
  /// The words of the conversation that the signal contains; `nil` if it is of a kind without.
  var words: String? {
    switch self {
    case .patternSurfaced(let text), .patternEngaged(let text, _), .memoryRecalled(let text): text
    case .product(_, let values): values.isEmpty ? nil : JSONValue.object(values).text()
    case .discoveryCompleted, .domainUsed, .insightConfirmed, .insightDismissed,
      .sessionCompleted, .reflectionAccepted, .reflectionDeclined, .nudgeOpened:
      nil
    }
  }
}
