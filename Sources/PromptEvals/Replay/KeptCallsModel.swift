import LanguageModels
import Synchronization

/// The model of a judge or a simulated person, whose replies are stored with the sample so that none is paid
/// for twice.
struct KeptCallsModel: LanguageModel {
  private let base: any LanguageModel
  private let calls: SampleCalls
  private let step: String
  private let count = Count()

  /// Numbers the calls of a step, since a judge may have to ask again.
  private final class Count: Sendable {
    private let value = Mutex(0)

    func next() -> Int {
      value.withLock { value in
        value += 1
        return value
      }
    }
  }

  init(_ base: any LanguageModel, calls: SampleCalls, step: String) {
    self.base = base
    self.calls = calls
    self.step = step
  }

  var identity: ModelIdentity { base.identity }
  var capabilities: ModelCapabilities { base.capabilities }
  var server: ServerAddress? { base.server }

  func stream(_ request: ModelRequest) -> ModelStream {
    ModelStream(request, openedBy: self)
  }

  func open(_ call: ModelCall) async throws(ModelError) -> OpenedReply {
    let number = count.next()
    return OpenedReply(
      try await calls.events(
        of: base, call.request, step: number == 1 ? step : "\(step) again \(number)"))
  }
}
