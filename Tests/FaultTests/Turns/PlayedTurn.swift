import CoachEngine
import LanguageModels
import Testing

/// A turn that has been read to its end.
struct PlayedTurn: Sendable {
  /// What the person was told, in order.
  var events: [TurnEvent] = []
  /// When `failed` came; nil when it did not.
  var failedAfter: Duration?

  /// The words that came as text.
  var text: String {
    events.map { if case .text(let text) = $0 { text } else { "" } }.joined()
  }

  /// The failures that were told.
  var failures: [TurnFailure] {
    events.compactMap { if case .failed(let failure) = $0 { failure } else { nil } }
  }

  /// The outcomes; there should be one.
  var outcomes: [TurnOutcome] {
    events.compactMap { if case .done(let outcome) = $0 { outcome } else { nil } }
  }

  /// Whether a model was announced as being asked, and how often.
  var starts: Int { events.count { if case .started = $0 { true } else { false } } }
}

extension PlayedTurn {
  /// Runs a turn and notes when it failed.
  init(_ turn: ChatTurn, _ request: TurnRequest) async {
    let started = turn.clock.now()
    for await event in turn.run(request) {
      if case .failed = event { failedAfter = started.duration(to: turn.clock.now()) }
      events.append(event)
    }
  }

  /// What holds for every turn: it ends with one outcome, which says what the events said.
  func expectConsistent(_ location: SourceLocation) {
    #expect(outcomes.count == 1, sourceLocation: location)
    guard case .done(let outcome)? = events.last else {
      Issue.record("the last event is not the end", sourceLocation: location)
      return
    }
    #expect(failures.count <= 1, sourceLocation: location)
    #expect(outcome.failure == failures.first, sourceLocation: location)
    #expect(outcome.message?.text ?? "" == text, sourceLocation: location)
    #expect(starts <= 1, sourceLocation: location)
  }

  /// Expects a failure in the words of the copy table, which a coach would say.
  func expectFailure(
    _ code: TurnFailure.Code, keepsText: Bool = false,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let failure = try #require(failures.first, sourceLocation: location)
    #expect(failure.code == code, "\(failure.detail)", sourceLocation: location)
    #expect(failure.keepsText == keepsText, sourceLocation: location)
    let key = try #require(
      CopyKey(rawValue: "failure.\(failure.code.rawValue)"), sourceLocation: location)
    #expect(
      failure.text == MessageCatalog.builtIn.text(key, in: "en"), sourceLocation: location)
    let words = failure.text.split { !$0.isLetter && $0 != "'" }
    #expect(
      words.contains { ["I", "I'd", "my", "My"].contains($0) }, sourceLocation: location)
    #expect(!failure.detail.isEmpty, sourceLocation: location)
  }
}
