import SourceFiles

/// Prepared replies for the calls of an evaluation, chosen by transcript, side and message.
///
/// The choice depends on the call alone, so a run with a script gives the same result in whatever order its calls are
/// made.
///
/// ```swift
/// let script = ModelScript(
///   [ModelScript.Entry(side: "v2", message: 1, replies: [.text("What brings you here?")])],
///   loop: [.text("Tell me more."), .text("What was that like?")])
/// let model = ScriptedModel(script, name: "coach.yaml")
/// ```
public struct ModelScript: Sendable {
  /// Replies for some of the calls.
  public struct Entry: Sendable {
    /// The IDs of the transcripts; empty for all.
    public var transcripts: [String]
    /// The ID of the side, with or without the model that a run of several models adds to it; `nil` for all.
    public var side: String?
    /// The number of the coach message; `nil` for all.
    public var message: Int?
    /// The number of the sample; `nil` for all.
    public var attempt: Int?
    /// The replies, of which a sample's n-th call gets the n-th.
    public var replies: [ScriptedModel.Turn]
    /// Whether the replies start again after the last one.
    public var isRepeated: Bool

    /// Creates an entry, by default for all calls.
    public init(
      transcripts: [String] = [], side: String? = nil, message: Int? = nil, attempt: Int? = nil,
      replies: [ScriptedModel.Turn], isRepeated: Bool = false
    ) {
      self.transcripts = transcripts
      self.side = side
      self.message = message
      self.attempt = attempt
      self.replies = replies
      self.isRepeated = isRepeated
    }

    /// The calls that the entry is for, in words, such as `side 'v2', message 1`.
    public var calls: String {
      let parts = [
        transcripts.isEmpty ? nil : "transcript '\(transcripts.joined(separator: "', '"))'",
        side.map { "side '\($0)'" }, message.map { "message \($0)" },
        attempt.map { "attempt \($0)" },
      ].compactMap { $0 }
      return parts.isEmpty ? "all calls" : parts.joined(separator: ", ")
    }

    func fits(_ origin: RequestOrigin) -> Bool {
      (transcripts.isEmpty || transcripts.contains(origin.transcript))
        && (side.map { $0 == origin.side || $0 == origin.variant } ?? true)
        && (message.map { $0 == origin.message } ?? true)
        && (attempt.map { $0 == origin.attempt } ?? true)
    }
  }

  /// The entries, of which the first that fits a call answers it.
  public var entries: [Entry]
  /// The replies to calls that no entry fits, used in turn; empty for none.
  ///
  /// Where a sample starts in the list depends on its transcript, side and attempt.
  public var loop: [ScriptedModel.Turn]

  /// Creates a script, by default without replies to calls that no entry fits.
  public init(_ entries: [Entry], loop: [ScriptedModel.Turn] = []) {
    self.entries = entries
    self.loop = loop
  }

  /// Returns the place of the entry that answers a call; `nil` if none does.
  func place(of origin: RequestOrigin) -> Int? {
    entries.firstIndex { $0.fits(origin) }
  }

  /// Returns the reply to a call from the entry that answers it, or throws if there is none.
  func reply(to origin: RequestOrigin, from entry: Int?) throws(ModelError) -> ScriptedModel.Turn {
    guard let entry = entry.map({ entries[$0] }) else {
      guard !loop.isEmpty else { throw missing("the script has no reply", to: origin) }
      return loop[(start(of: origin) + origin.call - 1) % loop.count]
    }
    let index = entry.isRepeated ? (origin.call - 1) % max(1, entry.replies.count) : origin.call - 1
    guard entry.replies.indices.contains(index) else {
      let count = entry.replies.count == 1 ? "1 reply" : "\(entry.replies.count) replies"
      throw missing("the script has only \(count)", to: origin)
    }
    return entry.replies[index]
  }

  private func start(of origin: RequestOrigin) -> Int {
    let name = "\(origin.transcript)\n\(origin.side)\n\(origin.attempt)"
    return (Int(ContentDigest(of: name).hexadecimal.prefix(7), radix: 16) ?? 0) % loop.count
  }

  private func missing(_ problem: String, to origin: RequestOrigin) -> ModelError {
    ModelError(.invalidRequest, "\(problem) \(origin.described)", advice: ScriptedModel.advice)
  }
}

extension RequestOrigin {
  /// The call in words, such as `for message 3 of 'noor' under v2 (call 2)`.
  fileprivate var described: String {
    let attempt = attempt > 1 ? ", sample \(attempt)" : ""
    let what = message.map { "message \($0) of " } ?? ""
    return "for \(what)'\(transcript)' under '\(side)'\(attempt) (its call \(call))"
  }
}
