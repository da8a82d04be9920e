public import CoachModel
public import SourceFiles

/// Replaces what tells who somebody is by stand-ins that read naturally.
///
/// In all chats of one person (those of one cluster; otherwise a chat is a person of its own) the same text
/// has the same stand-in, in the coach's messages too. It replaces the names that it is given, addresses, links and
/// long numbers, and looks for nothing else, see ``AnonymisedTranscripts/limits``. So somebody must read the result.
public struct TranscriptAnonymiser: Sendable {
  /// What to replace besides what is found.
  public struct Options: Sendable {
    /// Names, in full or in part, that are replaced wherever they stand.
    public var names: [String] = []
    /// Words that stay, in whatever letters.
    public var keep: [String] = []

    /// Creates options without names.
    public init() {}
  }

  /// Reads a file of names, one a line; empty lines and those that begin with `#` are passed over. Throws
  /// ``SourceError`` when it is not UTF-8, or a line holds no name.
  public static func names(in file: SourceFile) throws(SourceError) -> [String] {
    if let offset = file.firstInvalidByte {
      throw SourceError(
        Diagnostic(
          "names.encoding", "this is not valid UTF-8", in: file, at: offset,
          hint: "save the file as UTF-8"))
    }
    var names: [String] = []
    var problems: [Diagnostic] = []
    for (number, line) in String(decoding: file.bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
    {
      let name = line.trimmingWhitespace
      guard !name.isEmpty, !name.hasPrefix("#") else { continue }
      if !NameWords.parts(of: name).isEmpty {
        names.append(name)
      } else {
        let place = SourceLocation(file: file.path, line: number + 1, column: 1)
        problems.append(
          Diagnostic(
            "names.none", "'\(name)' holds no name", at: place, excerpt: String(line),
            hint: "write one name a line"))
      }
    }
    if let error = SourceError(problems) { throw error }
    return names
  }

  private let options: Options

  /// Creates an anonymiser.
  public init(_ options: Options = Options()) {
    self.options = options
  }

  /// Replaces in all transcripts; the same input gives the same output.
  public func anonymise(_ transcripts: [Transcript]) -> AnonymisedTranscripts {
    var result = AnonymisedTranscripts(transcripts: transcripts, replacements: [])
    var left: [String: Int] = [:]
    for (number, positions) in people(in: transcripts).enumerated() {
      var person = AnonymousPerson(
        of: positions.map { transcripts[$0] }, number: number + 1, options: options)
      for position in positions {
        result.transcripts[position] = person.anonymise(
          transcripts[position], id: "conversation-\((position + 1).padded)")
        for message in result.transcripts[position].messages {
          for word in CapitalisedWords.inside(message.text)
          where !person.names.allStandIns.contains(word) {
            left[word, default: 0] += 1
          }
        }
      }
      let ids = positions.map { result.transcripts[$0].id }
      result.replacements += person.replacements(in: ids)
    }
    result.capitalisedWords = left.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { (word: $0.key, count: $0.value) }
    return result
  }

  /// The positions of each person's transcripts, in the order of their first.
  private func people(in transcripts: [Transcript]) -> [[Int]] {
    var order: [String] = []
    var positions: [String: [Int]] = [:]
    for (position, transcript) in transcripts.enumerated() {
      let key = transcript.cluster.map { "cluster \($0)" } ?? "transcript \(position)"
      if positions[key] == nil { order.append(key) }
      positions[key, default: []].append(position)
    }
    return order.compactMap { positions[$0] }
  }
}
