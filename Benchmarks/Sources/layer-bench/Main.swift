import CoachKit
import Foundation

/// Measures what layers add to a call and to an event, over a provider whose replies lie in memory, so that
/// nothing but our own work is timed. Prints a table; fails beyond the goals.
@main
struct LayerBench {
  /// What the project promises, in microseconds of processor time.
  static let callGoal = 20.0
  static let eventGoal = 0.2
  /// The share of an event's cost that telemetry may add where no backend is set up.
  static let telemetryGoal = 0.02

  static func main() async {
    let variants = Variant.all
    for batch in [64, 1] {
      // Rounds take turns, so that a slow moment of the machine hits all alike; the best round counts.
      var short = [Double](repeating: .infinity, count: variants.count)
      var long = short
      for _ in 0..<15 {
        for (place, variant) in variants.enumerated() {
          short[place] = min(short[place], await time(variant, events: 1, batch, calls: 400))
          long[place] = min(long[place], await time(variant, events: 2000, batch, calls: 4))
        }
      }
      let bare = figures(short[0], long[0])
      print("\nLayers around a provider, \(batch) event(s) a read, µs of processor time")
      print(row("", "a call", "added", "an event", "added"))
      for (place, variant) in variants.enumerated() {
        let own = figures(short[place], long[place])
        let (call, event) = (own.call - bare.call, own.event - bare.event)
        print(
          row(
            variant.name, decimal(own.call, 1), decimal(call, 1), decimal(own.event, 3),
            decimal(event, 3)))
        check(variant, call: call, event: event, bare: bare.event)
      }
    }
    if Failure.count > 0 { exit(1) }
  }

  private static func check(_ variant: Variant, call: Double, event: Double, bare: Double) {
    switch variant.goal {
    case nil: break
    case .stack?:
      if call > callGoal { fail("all layers add \(decimal(call, 1)) µs a call, goal \(callGoal)") }
      if event > eventGoal {
        fail("all layers add \(decimal(event, 3)) µs an event, goal \(eventGoal)")
      }
    case .telemetry?:
      let share = event / bare
      if share > telemetryGoal {
        fail("telemetry adds \(decimal(share * 100, 1)) % an event, goal \(telemetryGoal * 100) %")
      }
    }
  }

  private enum Failure {
    nonisolated(unsafe) static var count = 0
  }

  private static func fail(_ message: String) {
    print("  ✗ \(message)")
    Failure.count += 1
  }

  /// The cost of a call with one event, and of each further event.
  private static func figures(_ short: Double, _ long: Double) -> (call: Double, event: Double) {
    let event = (long - short) / 1999
    return (short - event, event)
  }

  /// Microseconds of processor time for one call.
  private static func time(_ variant: Variant, events: Int, _ batch: Int, calls: Int) async
    -> Double
  {
    let transport = CannedTransport(events: events, batch: batch)
    let endpoint = Endpoint(.openAIChat, baseURL: "http://host:1/v1", key: Secret("planted-key"))
    let provider = ProviderModel("gpt-4.1", at: endpoint, over: transport)
    let model = variant.model(provider)
    let started = now
    for number in 0..<calls {
      var request = Self.request
      // Each question is another one, or the cache would answer.
      request.parameters.seed = number + events
      var read = model.stream(request).makeAsyncIterator()
      var words = 0
      while let event = try? await read.next() { words += event.text?.utf8.count ?? 0 }
      precondition(words == events * 4, "a reply was not whole")
    }
    return (now - started) / Double(calls) * 1e6
  }

  /// A prompt of the size of the discovery prompt, and a short conversation.
  private static let request = ModelRequest(
    messages: [
      ModelMessage(
        Message(
          .system, String(repeating: "Reflect before asking, and ask one thing. ", count: 120))),
      ModelMessage(Message(.user, "I feel stuck in my job.")),
      ModelMessage(Message(.assistant, "Stuck can weigh a lot. What does stuck look like?")),
      ModelMessage(Message(.user, "I get up and want to go back to bed.")),
    ], parameters: ModelParameters(maximumTokens: 400))

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  private static func decimal(_ number: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", number)
  }

  private static func row(_ name: String, _ cells: String...) -> String {
    let padded = cells.map { String(repeating: " ", count: max(0, 10 - $0.count)) + $0 }
    return name + String(repeating: " ", count: max(0, 30 - name.count)) + padded.joined()
  }
}
