import CoachKit
import Foundation

/// What a turn and a prompt take from a person's record: a search of memory, and the sums of all signals.
///
/// The floor of a search is looking for each of its words in every message with the standard library.
enum LearningBench {
  /// Measures, and returns whether every goal was met.
  static func run(_ texts: [String]) -> Bool {
    print("what a person's record gives to a turn, microseconds each")
    var isMet = true
    for (sessions, messages, goal) in [(30, 20, 1_000.0), (1_000, 20, 20_000.0)] {
      let index = memory(texts, sessions: sessions, messages: messages)
      let queries = texts.prefix(200).map { $0 }
      let all = index.sessions.flatMap { $0.messages.map { $0.text.lowercased() } }
      let floor = time(queries.prefix(20).map { $0 }) { query in
        let words = query.lowercased().split { !$0.isLetter }
        return all.count { text in words.contains { text.contains($0) } }
      }
      let found = time(queries) { index.search(MemoryQuery($0, language: "en")).count }
      isMet = found.show("memory, \(index.count) messages", floor: floor, goal: goal) && isMet
      let json = index.json.text()
      let opened = time([json]) { text in (try? MemoryIndex(json: JSONValue(parsing: text)))?.count
      }
      _ = opened.show("opening it, \(json.utf8.count >> 10) KB")
    }
    let log = signals(10_000)
    let sums = time([log, log, log, log, log]) { SignalSummary($0, at: 1_800_000_000).sessions }
    isMet = sums.show("sums of 10,000 signals", goal: 5_000) && isMet
    return isMet
  }

  private static func memory(_ texts: [String], sessions: Int, messages: Int) -> MemoryIndex {
    var index = MemoryIndex()
    var place = 0
    for session in 0..<sessions {
      index.add(
        RememberedSession(
          id: "s\(session)", conversation: "c", day: CalendarDay(number: 20_000 + session),
          language: "en",
          messages: (0..<messages).map { number in
            place += 1
            // Two texts together, so that few messages are the same.
            let text = texts[place % texts.count] + " " + texts[(place * 7) % texts.count]
            return RememberedMessage(
              id: "m\(place)", role: number.isMultiple(of: 2) ? .user : .assistant, text: text)
          }))
    }
    return index
  }

  private static func signals(_ count: Int) -> SignalLog {
    SignalLog(
      (0..<count).map { number in
        let signal: LearningSignal =
          switch number % 4 {
          case 0:
            .sessionCompleted(
              SessionFigures(
                messages: 9, averageLength: 20, duration: 900, depth: 0.5, domain: "career"))
          case 1: .insightConfirmed(.goals)
          case 2: .patternSurfaced("says yes first")
          default: .domainUsed(number.isMultiple(of: 3) ? "career" : "life")
          }
        return DatedSignal(
          id: "\(number)", time: 1_700_000_000 + Double(number) * 3_600, signal: signal)
      })
  }

  private static func time<Input, Value>(_ inputs: [Input], _ work: (Input) -> Value) -> Timing {
    Timing(inputs, rounds: 3) { input, _ in work(input) }
  }
}
