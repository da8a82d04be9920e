import CoachAccess
import CoachEngine
import CoachModel
import WireFaults

/// A fault after which no part of a reply arrives.
struct Outage: Sendable, CustomStringConvertible {
  /// How the server is reached.
  enum Place: Sendable {
    case http
    /// The client uses TLS; the server never responds.
    case silentHTTPS
    /// A port on which no server listens.
    case closed
  }

  var title: String
  var words: ProviderWords
  var place = Place.http
  var code = TurnFailure.Code.unreachable
  /// Whether the server shows that it lives.
  var isLively = false
  /// The permitted number of requests at the server.
  var requests = 1...1
  var script: [ServerStep]

  var description: String { "\(words): \(title)" }

  /// All outages, in both families of protocols.
  static let all = ProviderWords.families.flatMap { words in
    let error = SampleReply.of(words.wire).errorEvent
    return [
      Outage(
        title: "nothing listens", words: words, place: .closed, requests: 0...0, script: []),
      Outage(
        title: "no connection in time", words: words, place: .silentHTTPS, requests: 0...0,
        script: [.waitForClose]),
      Outage(
        title: "accepted and never answered", words: words, code: .slow,
        script: [.waitForClose]),
      Outage(
        title: "started and never a word", words: words, code: .slow,
        script: words.beginning([]) + [.waitForClose]),
      Outage(
        title: "pings and never a word", words: words, code: .slow, isLively: true,
        script: [ProviderWords.head, .forever(Array(": ping\n\n".utf8), milliseconds: 1000)]),
      Outage(
        title: "closed without an answer", words: words, requests: 1...3, script: []),
      Outage(
        title: "busy every time", words: words, requests: 1...3,
        script: words.refusal(.busy, retryAfter: 1)),
      Outage(
        title: "busy for longer than the timeout", words: words,
        script: words.refusal(.busy, retryAfter: 20)),
      Outage(title: "the key is wrong", words: words, script: words.refusal(.wrongKey)),
      Outage(
        title: "too many requests, for longer than the timeout", words: words,
        script: words.refusal(.tooManyRequests, retryAfter: 45)),
      Outage(
        title: "too many requests, for an hour", words: words,
        script: words.refusal(.tooManyRequests, retryAfter: 3600)),
      Outage(
        title: "the first event is an error", words: words, requests: 1...3,
        script: [ProviderWords.head, .send(error)]),
    ]
  }
}
