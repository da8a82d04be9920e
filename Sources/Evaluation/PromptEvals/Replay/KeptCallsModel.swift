import LanguageModels
import Synchronization

/// The model of a judge or a simulated person, whose replies are stored with the sample so that none is paid
/// for twice.
struct KeptCallsModel: LanguageModel {
  private let base: any LanguageModel
  private let calls: SampleCalls
  private let step: String
  private let role: SampleCalls.Role
  private let message: Int?
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

  /// Creates the model for a step of `role` that is about a coach message, or about the whole conversation.
  init(
    _ base: any LanguageModel, calls: SampleCalls, step: String, role: SampleCalls.Role,
    message: Int?
  ) {
    self.base = base
    self.calls = calls
    self.step = step
    self.role = role
    self.message = message
  }

  var identity: ModelIdentity { base.identity }
  var capabilities: ModelCapabilities { base.capabilities }
  var server: ServerAddress? { base.server }
  var telemetry: ModelTelemetry { base.telemetry }

  func stream(_ request: ModelRequest) -> ModelStream {
    ModelStream(request, openedBy: self)
  }

  func open(_ call: ModelCall) async throws(ModelError) -> OpenedReply {
    let number = count.next()
    return OpenedReply(
      try await calls.events(
        of: base, call.request, step: number == 1 ? step : "\(step) again \(number)", role: role,
        message: message))
  }
}
