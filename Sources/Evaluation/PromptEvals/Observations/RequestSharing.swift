import EvalStatistics

/// How many observations the transcripts of a run are, if some of them send the same requests.
public struct RequestSharing: Sendable, Hashable {
  /// Requests for the messages with one number that several transcripts share.
  public struct Message: Sendable, Hashable {
    /// The number among the coach's messages, from 1.
    public var number: Int
    /// The number of transcripts that share their request with another.
    public var transcripts: Int
    /// The number of requests that these send.
    public var requests: Int
  }

  /// The number of transcripts, or of cases.
  public var transcripts: Int
  /// The number of transcripts that count by themselves.
  public var observations: Int
  /// The messages whose requests are shared, by number.
  public var messages: [Message]
  /// What counts once, in the words of reports: `transcript` or `case`.
  public var unit: String

  /// `nil` if no request is shared.
  init?(_ shared: SharedRequests, transcripts: Int, unit: String) {
    guard !shared.isEmpty else { return nil }
    self.transcripts = transcripts
    self.unit = unit
    observations = transcripts - shared.absorbed.count
    var found: [Int: Message] = [:]
    for group in shared.groups {
      for number in group.messages {
        var message = found[number] ?? Message(number: number, transcripts: 0, requests: 0)
        message.transcripts += group.places.count
        message.requests += 1
        found[number] = message
      }
    }
    messages = found.values.sorted { $0.number < $1.number }
  }

  /// What is shared, in words: `20 transcripts send the same request`.
  public var summary: String {
    guard messages.count == 1, let only = messages.first, only.transcripts == transcripts else {
      let most = messages.map(\.transcripts).max() ?? 0
      return
        "up to \(Figures.counted(most, unit)) of \(Figures.count(transcripts)) send the same request for"
        + " \(MessageNumbers.words(messages.map(\.number)))"
    }
    let place = observations == only.requests ? "" : " for message \(only.number)"
    return only.requests == 1
      ? "\(Figures.counted(transcripts, unit)) send the same request\(place)"
      : "\(Figures.counted(transcripts, unit)) send \(Figures.count(only.requests)) different requests\(place)"
  }

  /// What follows from it, in words: `1 observation`.
  public var consequence: String {
    observations < transcripts
      ? Figures.counted(observations, "observation")
      : "replies to a shared request count once, in one \(unit)"
  }
}
