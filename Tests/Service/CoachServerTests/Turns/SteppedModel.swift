#if Server
  import CoachKit
  import LanguageModels
  import ModelTestKit
  import TestKit

  /// A model that writes a piece of its reply for each permit.
  struct SteppedModel: LanguageModel {
    let identity = ModelIdentity(provider: "fake", model: "stepped")
    let capabilities = ModelCapabilities()
    let pieces: [String]
    let permits: Observed<Int>

    func stream(_ request: ModelRequest) -> ModelStream {
      ModelStream { SteppedEvents(events: [ModelEvent].said(pieces)[...], permits: permits) }
    }
  }

  private struct SteppedEvents: ModelEventSource {
    var events: ArraySlice<ModelEvent>
    let permits: Observed<Int>
    private var written = 0

    init(events: ArraySlice<ModelEvent>, permits: Observed<Int>) {
      self.events = events
      self.permits = permits
    }

    mutating func next() async throws(ModelError) -> ModelEvent? {
      guard let event = events.popFirst() else { return nil }
      guard event.text != nil else { return event }
      written += 1
      let needed = written
      do {
        try await permits.until { $0 >= needed }
      } catch {
        throw .planned(.cancelled)
      }
      return event
    }
  }
#endif
