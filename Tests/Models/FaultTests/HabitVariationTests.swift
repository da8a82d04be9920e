import LanguageModels
import ModelProviders
import ModelTestKit
import TestKit
import Testing
import WireFaults

/// Habits of servers, as their bytes may arrive and as other servers would write them.
@Suite("Variations of habits")
struct HabitVariationTests {
  private static let habits = WireProtocol.included.flatMap { Fault.all(of: $0) }
    .filter { !$0.body.isEmpty }

  @Test("200 variations of each end alike", arguments: habits)
  func variations(habit: Fault) async throws {
    var random = SplitMix(seed: UInt64(habit.body.count))
    for number in 0..<200 {
      let chunks = random.chunks(of: random.variation(of: habit))
      let (events, error) = await outcome(habit.wire.model(answering: chunks).stream(greeting))
      let reply = events.reduce(into: ModelReply()) { $0.add($1) }
      let comment: Comment = "\(habit.wire.rawValue) \(habit.name), variation \(number)"
      switch habit.expected {
      case .reply(let text):
        #expect(error == nil && reply.text == text && reply.finish != nil, comment)
      case .failure(let code, let partial, _, _):
        #expect(error?.code == code && error?.partialText == partial, comment)
        #expect(reply.finish == nil, comment)
      }
    }
  }
}

extension SplitMix {
  /// Returns the body of a habit as another server might have written it.
  fileprivate mutating func variation(of habit: Fault) -> [UInt8] {
    var text = String(decoding: habit.body, as: UTF8.self)
    // What is not a stream of events has no comments and no fields.
    guard text.hasPrefix("data:"), habit.wire != .ollama else { return habit.body }
    if chance(0.3) { text = text.replacing("data: ", with: "data:") }
    if chance(0.3) { text = text.replacing("data:", with: ": busy\n\ndata:") }
    if chance(0.3) { text = text.replacing("data:", with: "id: 7\nretry: 10\ndata:") }
    if chance(0.3) { text = text.replacing("\n", with: "\r\n") }
    if chance(0.2) { text = "\n\n" + text }
    if chance(0.2) { text = "\u{feff}" + text }
    return Array(text.utf8)
  }
}
