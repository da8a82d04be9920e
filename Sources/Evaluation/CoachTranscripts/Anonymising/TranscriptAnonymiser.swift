package import CoachModel
package import SourceFiles

/// Replaces personal data in transcripts with stand-ins that read naturally.
///
/// In all chats of one person (those of one cluster; a chat without a cluster is a person of its own) the same text
/// gets the same stand-in, in the coach's messages too. The anonymiser replaces the names that it is given,
/// addresses, links, user names and long numbers, and looks for nothing else: see ``AnonymisedTranscripts/limits``.
/// Somebody must therefore read the result.
///
/// ```swift
/// var options = TranscriptAnonymiser.Options()
/// options.names = ["Sarah Jones"]
/// options.keep = ["Marlow"]
/// let result = TranscriptAnonymiser(options).anonymise(transcripts)
/// for transcript in result.transcripts { print(TranscriptYAML.text(of: transcript)) }
/// // Names that the options do not list may be among these words.
/// for (word, count) in result.capitalisedWords { print(word, count) }
/// ```
package struct TranscriptAnonymiser: Sendable {
  /// What to replace in addition to what is detected, and what to keep.
  package struct Options: Sendable {
    /// Full names or parts of names, which are replaced wherever they occur.
    package var names: [String] = []
    /// Words that are never replaced, whatever their case.
    package var keep: [String] = []

    /// Creates options without names or words to keep.
    package init() {}
  }

  /// Reads a file of names, one per line; empty lines and lines that begin with `#` are skipped.
  ///
  /// Throws ``SourceError`` if the file is not UTF-8, or a line contains no name.
  package static func names(in file: SourceFile) throws(SourceError) -> [String] {
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
        let place = FileLocation(file: file.path, line: number + 1, column: 1)
        problems.append(
          Diagnostic(
            "names.none", "'\(name)' contains no name", at: place,
            excerpt: SourceExcerpt(line: line, column: 1), hint: "write one name per line"))
      }
    }
    if let error = SourceError(problems) { throw error }
    return names
  }

  private let options: Options

  /// Creates an anonymiser with the given options.
  package init(_ options: Options = Options()) {
    self.options = options
  }

  /// Returns the transcripts without the personal data found in them; the same input gives the same output.
  package func anonymise(_ transcripts: [Transcript]) -> AnonymisedTranscripts {
    var result = AnonymisedTranscripts(transcripts: transcripts, replacements: [])
    var left: [String: Int] = [:]
    for (number, positions) in people(in: transcripts).enumerated() {
      var person = AnonymousPerson(
        of: positions.map { transcripts[$0] }, number: number + 1, options: options)
      let standIns = person.names.allStandIns
      for position in positions {
        result.transcripts[position] = person.anonymise(
          transcripts[position], id: "conversation-\((position + 1).padded)")
        for message in result.transcripts[position].messages {
          for word in CapitalisedWords.inside(message.text)
          where !standIns.contains(word) {
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

  /// Returns the positions of each person's transcripts, in the order of the first ones.
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
