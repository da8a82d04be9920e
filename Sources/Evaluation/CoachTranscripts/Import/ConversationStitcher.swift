import SourceFiles

/// Puts a conversation together from its requests, each of which repeats some of what was said before.
///
/// Applications send everything that was said, the last few messages, or a summary with them. The end of what is known is
/// looked for at the start of each request: what follows it is new. Nothing is dropped but a reply that a later request
/// replaces and what stands in place of earlier messages, and both are noted.
struct ConversationStitcher {
  private let file: SourceFile
  /// The conversation so far, by the person and the coach.
  private var said: [StitchedMessage] = []
  /// Messages of others, and those without text, each once: the instructions, results of tools.
  private var others: [ImportedMessage] = []
  private var knownOthers: Set<StitchedMessage.Key> = []
  /// Whether a request has contained a reply: then one without any begins the conversation.
  private let sendsHistory: Bool
  private let words = SpeakerWords()
  /// What was left out, or may be missing, in sentences.
  private(set) var remarks: [String] = []

  /// A request with its reply.
  struct Exchange {
    var request: [ImportedMessage]
    var reply: [ImportedMessage]
    var place: SourcePlace
  }

  /// Returns the messages of a conversation, and remarks on what is not certain.
  ///
  /// - Parameter exchanges: The requests and replies in the order of their times.
  static func join(
    _ exchanges: [Exchange], in file: SourceFile
  ) -> (messages: [ImportedMessage], remarks: [String]) {
    let words = SpeakerWords()
    let sendsHistory = exchanges.contains { exchange in
      exchange.request.contains { words.speaker($0.speaker) == .coach }
    }
    var stitcher = ConversationStitcher(file: file, sendsHistory: sendsHistory)
    for exchange in exchanges { stitcher.add(exchange) }
    return (stitcher.others + stitcher.said.map(\.message), stitcher.remarks)
  }

  private init(file: SourceFile, sendsHistory: Bool) {
    self.file = file
    self.sendsHistory = sendsHistory
  }

  private mutating func add(_ exchange: Exchange) {
    let reply = spoken(exchange.reply)
    join(spoken(exchange.request), before: reply.first, at: exchange.place)
    // Some logs repeat the request in the reply, or the reply in the request.
    let known = Overlap.length(of: said[...], with: reply[...])
    said += reply.dropFirst(known)
  }

  /// Returns the messages by the person and the coach, and keeps the others.
  private mutating func spoken(_ messages: [ImportedMessage]) -> [StitchedMessage] {
    messages.compactMap { message in
      let speaker = words.speaker(message.speaker)
      let stitched = StitchedMessage(message, speaker: speaker)
      let isSaid = speaker != .system && speaker != .tool
      guard isSaid, message.text.contains(where: { !$0.isWhitespace }) else {
        if knownOthers.insert(stitched.key).inserted { others.append(message) }
        return nil
      }
      return stitched
    }
  }

  private mutating func join(
    _ window: [StitchedMessage], before reply: StitchedMessage?, at place: SourcePlace
  ) {
    guard !said.isEmpty, !window.isEmpty else { return said += window }
    let overlap = Overlap.length(of: said[...], with: window[...])
    // All but the last message is known: nothing can fit better.
    if overlap > 0, overlap + 1 >= window.count || overlap == said.count {
      return said += window.dropFirst(overlap)
    }
    if let known = lengthBeforeNewReply(window), known > overlap {
      // The same exchange was logged twice.
      guard known < window.count || reply?.key != said.last?.key else { return }
      note("1 reply left out, in whose place another one was given later", at: place)
      said.removeLast()
      return said += window.dropFirst(known)
    }
    if overlap > 0 { return said += window.dropFirst(overlap) }
    joinWithoutOverlap(window, at: place)
  }

  /// Returns how much of a request is known if it differs from what was said by the last reply alone; `nil` if it does not.
  private func lengthBeforeNewReply(_ window: [StitchedMessage]) -> Int? {
    guard said.last?.isCoach == true else { return nil }
    let length = Overlap.length(of: said.dropLast(), with: window[...])
    guard length > 0 else { return nil }
    guard length == window.count else { return window[length].isCoach ? length : nil }
    // A single message may be said twice; only where requests have the history does it begin the conversation again.
    return length > 1 || (sendsHistory && said.count == 2) ? length : nil
  }

  private mutating func joinWithoutOverlap(_ window: [StitchedMessage], at place: SourcePlace) {
    if let (head, length) = Overlap.inside(window, of: said) {
      let rest = window.dropFirst(head + length)
      if length == said.count {
        // The messages in front are older than the first request.
        said = window.prefix(head) + said + rest
      } else {
        note(
          "\(Self.counted(head)) left out, which \(head == 1 ? "stands" : "stand") in place of"
            + " earlier ones in a request, as a summary does", at: place)
        said += rest
      }
      return
    }
    let start = zip(said, window).prefix { $0.key == $1.key }.count
    if start > 1 || (start == 1 && said[0].isCoach) {
      note(
        "a request goes on after message \(start), without the \(said.count - start) that followed"
          + " it there; all are kept", at: place)
      return said += window.dropFirst(start)
    }
    if window.count > 1 {
      note(
        "a request repeats nothing of what was said before it: messages in between may be missing,"
          + " or a summary stands in their place; all that are there are kept", at: place)
    }
    said += window
  }

  private mutating func note(_ words: String, at place: SourcePlace) {
    remarks.append("\(file.location(at: place.offset(in: file))): \(words)")
  }

  private static func counted(_ count: Int) -> String {
    "\(count) message\(count == 1 ? "" : "s")"
  }
}

/// A message with what makes it the same as another one.
private struct StitchedMessage {
  struct Key: Hashable {
    /// The speaker, or the word for one who is not known.
    let speaker: Speaker?
    let word: String
    let text: [UInt8]
  }

  let message: ImportedMessage
  let key: Key

  var isCoach: Bool { key.speaker == .coach }

  init(_ message: ImportedMessage, speaker: Speaker?) {
    self.message = message
    key = Key(
      speaker: speaker, word: speaker == nil ? SpeakerWords.plain(message.speaker) : "",
      text: Array(message.text.trimmingWhitespace.utf8))
  }
}

/// Where two lists of messages have the same part, found in time proportional to their length.
private enum Overlap {
  /// Returns the length of the longest end of a conversation with which a request begins.
  ///
  /// This is the search of Knuth, Morris and Pratt: the state after the last message is the length.
  static func length(
    of said: ArraySlice<StitchedMessage>, with window: ArraySlice<StitchedMessage>
  ) -> Int {
    let pattern = window.map(\.key)
    guard !pattern.isEmpty else { return 0 }
    var borders = [Int](repeating: 0, count: pattern.count)
    var length = 0
    for index in pattern.indices.dropFirst() {
      while length > 0, pattern[index] != pattern[length] { length = borders[length - 1] }
      if pattern[index] == pattern[length] { length += 1 }
      borders[index] = length
    }
    length = 0
    for message in said.suffix(pattern.count) {
      if length == pattern.count { length = borders[length - 1] }
      while length > 0, message.key != pattern[length] { length = borders[length - 1] }
      if message.key == pattern[length] { length += 1 }
    }
    return length
  }

  /// Returns the longest end of a conversation that is inside a request, and how many messages are in front of it; `nil` if
  /// there is none.
  static func inside(
    _ window: [StitchedMessage], of said: [StitchedMessage]
  ) -> (head: Int, length: Int)? {
    // Both are read backwards, so that an end is a beginning.
    let ends = said.suffix(window.count).reversed().map(\.key)
    let all: [StitchedMessage.Key?] = ends + [nil] + window.reversed().map(\.key)
    var best: (head: Int, length: Int)?
    for (index, length) in prefixLengths(all).enumerated().dropFirst(ends.count + 1) {
      let head = all.count - index - length
      guard length > 0, head > 0, length > best?.length ?? 0 else { continue }
      best = (head, length)
    }
    return best
  }

  /// Returns for each position how long the part that begins there is the same as the beginning (the Z-function).
  private static func prefixLengths<Element: Equatable>(_ list: [Element]) -> [Int] {
    var lengths = [Int](repeating: 0, count: list.count)
    var (start, end) = (0, 0)
    for index in list.indices.dropFirst() {
      var length = index < end ? min(end - index, lengths[index - start]) : 0
      while index + length < list.count, list[length] == list[index + length] { length += 1 }
      if index + length > end { (start, end) = (index, index + length) }
      lengths[index] = length
    }
    return lengths
  }
}
