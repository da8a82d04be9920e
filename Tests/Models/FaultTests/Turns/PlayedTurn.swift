import CoachEngine
import CoachModel
import LanguageModels
import Testing

/// A turn that has been read to its end.
struct PlayedTurn: Sendable {
  /// The events for the person, in order.
  var events: [TurnEvent] = []
  /// The time of `failed`; nil if it did not arrive.
  var failedAfter: Duration?

  /// The text that arrived.
  var text: String {
    events.map { if case .text(let text) = $0 { text } else { "" } }.joined()
  }

  /// The failures that were reported.
  var failures: [TurnFailure] {
    events.compactMap { if case .failed(let failure) = $0 { failure } else { nil } }
  }

  /// The outcomes; there should be one.
  var outcomes: [TurnOutcome] {
    events.compactMap { if case .done(let outcome) = $0 { outcome } else { nil } }
  }

  /// The number of times that a model call was announced.
  var starts: Int { events.count { if case .started = $0 { true } else { false } } }
}

extension PlayedTurn {
  /// Runs a turn and records the time of its failure.
  init(_ turn: ChatService, _ request: TurnRequest) async {
    let started = turn.clock.now()
    for await event in turn.reply(to: request) {
      if case .failed = event { failedAfter = started.duration(to: turn.clock.now()) }
      events.append(event)
    }
  }

  /// Expects what holds for every turn: it ends with one outcome that matches the events.
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

  /// Expects a failure with the text of the catalog.
  func expectFailure(
    _ code: TurnFailure.Code, keepsText: Bool = false,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let failure = try #require(failures.first, sourceLocation: location)
    #expect(failure.code == code, "\(failure.detail)", sourceLocation: location)
    #expect(failure.keepsText == keepsText, sourceLocation: location)
    let key = CopyKey("failure.\(failure.code.rawValue)")
    let catalog = MessageCatalog.builtIn
    // Nobody knows where the person is, so the line of help names the list of helplines alone.
    let directions = catalog.text(.crisisNoResources, in: "en").split(separator: "\n").map(
      String.init)
    let help = catalog.text(
      .crisisHelpAnyway, in: "en", with: CopyValues(resources: Array(directions.prefix(1))))
    #expect(
      failure.text == "\(catalog.text(key, in: "en"))\n\n\(help)", sourceLocation: location)
    let words = failure.text.split { !$0.isLetter && $0 != "'" }
    #expect(
      words.contains { ["I", "I'd", "my", "My"].contains($0) }, sourceLocation: location)
    #expect(!failure.detail.isEmpty, sourceLocation: location)
  }
}
