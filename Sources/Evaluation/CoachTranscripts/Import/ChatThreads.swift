import SourceFiles

extension ReadChats {
  /// Puts the requests of one conversation together: chats that name the same conversation and have ids of their own, or none.
  ///
  /// A conversation of which there is one request keeps the id of the request.
  mutating func joinThreads(in file: SourceFile) {
    var numbers: [String: [Int]] = [:]
    for (number, chat) in chats.enumerated() {
      if let thread = chat.thread { numbers[thread, default: []].append(number) }
    }
    guard numbers.contains(where: { $0.value.count > 1 }) else { return }
    var joined: [ImportedChat] = []
    for (number, chat) in chats.enumerated() {
      guard let thread = chat.thread, let all = numbers[thread], all.count > 1 else {
        joined.append(chat)
        continue
      }
      if all.first == number { joined.append(join(all.map { chats[$0] }, as: thread, in: file)) }
    }
    chats = joined
  }

  private mutating func join(
    _ requests: [ImportedChat], as thread: String, in file: SourceFile
  ) -> ImportedChat {
    guard var chat = requests.first else { return ImportedChat(place: SourcePlace(range: 0..<0)) }
    chat.id = thread
    for request in requests.dropFirst() {
      chat.title = chat.title ?? request.title
      chat.tags += request.tags.filter { !chat.tags.contains($0) }
      chat.clusterField = chat.clusterField ?? request.clusterField
      chat.problems += request.problems
      chat.join(request.cluster, in: file, at: request.place)
    }
    let words = SpeakerWords()
    let exchanges = requests.map { request in
      // What the coach says at the end is the reply to the request.
      let isReplied = request.messages.last.map { words.speaker($0.speaker) == .coach } ?? false
      return ConversationStitcher.Exchange(
        request: isReplied ? request.messages.dropLast() : request.messages,
        reply: isReplied ? request.messages.suffix(1) : [], place: request.place)
    }
    let (messages, remarks) = ConversationStitcher.join(exchanges, in: file)
    chat.messages = messages
    notes.remarks += remarks.map { "'\(thread)': \($0)" }
    return chat
  }
}
