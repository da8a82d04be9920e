import Synchronization

/// Whether the replies of a model begin inside of reasoning, because its template ends with the opening tag.
///
/// Nothing announces such a template, so the first reply shows it: a closing tag comes without an opening one. From then on,
/// what precedes the tag is reasoning from its first byte.
final class ReasoningHabit: Sendable {
  private let state: Mutex<Bool>

  /// - Parameter startsReasoning: What is known of the model.
  init(startsReasoning: Bool = false) { state = Mutex(startsReasoning) }

  /// Whether the next reply is expected to begin inside of reasoning.
  var startsReasoning: Bool { state.withLock { $0 } }

  /// Notes whether a complete reply had a closing tag without an opening one.
  func note(lacksOpening: Bool) { state.withLock { $0 = lacksOpening } }
}
