import Conversations

/// Replaces in the chats of one person, and remembers what by what.
struct AnonymousPerson {
  private struct Key: Hashable {
    let kind: PersonalDataKind
    /// In small letters.
    let original: String
  }

  private let number: Int
  private let keep: Set<String>
  private var names: NameMap
  private var standIns = StandIns()
  private var order: [Key] = []
  private var found: [Key: (original: String, standIn: String, count: Int)] = [:]

  init(
    of transcripts: [Transcript], number: Int, options: TranscriptAnonymiser.Options,
    random: inout SeededRandom
  ) {
    self.number = number
    keep = Set(options.keep.map { $0.lowercased() })
    let messages = transcripts.flatMap(\.messages)
    let words = WordCounts(messages)
    names = NameMap(keep: keep, words: words, random: &random)
    for name in options.names.compactMap(PersonName.init(listed:)) {
      names.add(name, isCertain: true)
    }
    for name in NameFinder.names(in: messages) { names.add(name, isCertain: false) }
  }

  /// The transcript without what was found in this person's chats.
  ///
  /// The link to the person's profile goes, too, and the cluster becomes a number.
  mutating func anonymise(_ transcript: Transcript, usedIDs: inout Set<String>) -> Transcript {
    var result = transcript
    for position in result.messages.indices {
      result.messages[position].text = replaced(transcript.messages[position].text)
    }
    result.title = replaced(transcript.title)
    if case .stopped(let reason) = transcript.ending {
      result.ending = .stopped(reason: replaced(reason))
    }
    result.tags = transcript.tags.map { replaced($0) }
    result.origin =
      "\(transcript.origin.hasPrefix("imported") ? "imported" : transcript.origin), anonymised"
    result.person = "new"
    if transcript.cluster != nil { result.cluster = "person-\(number)" }
    result.id = unused(identifier(transcript.id), &usedIDs)
    return result
  }

  /// Who is in these chats now.
  var nameStandIns: Set<String> { names.allStandIns }

  /// What was replaced, in the order in which it was met.
  func replacements(in ids: [String]) -> [AnonymisedTranscripts.Replacement] {
    order.compactMap { key in
      found[key].map { found in
        AnonymisedTranscripts.Replacement(
          transcripts: ids, kind: key.kind, original: found.original, standIn: found.standIn,
          count: found.count)
      }
    }
  }

  private mutating func replaced(_ text: String) -> String {
    let tokens = TextTokens(text)
    var edits: [(range: Range<Int>, text: String)] = []
    let data = PersonalDataFinder.find(in: tokens)
    for datum in data {
      let original = tokens.text(datum.range)
      guard !keep.contains(original.lowercased()) else { continue }
      let standIn = standIns.standIn(for: original, datum.kind)
      note(datum.kind, original, standIn)
      edits.append((datum.range, standIn))
    }
    if !names.isEmpty {
      for position in tokens.tokens.indices {
        guard let edit = names.replacement(in: tokens, at: position),
          !data.contains(where: { $0.range.overlaps(edit.range) })
        else { continue }
        let original = tokens.tokens[position].text
        note(.name, original, names.standIn(original) ?? edit.text)
        edits.append(edit)
      }
    }
    var bytes = tokens.bytes
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: edit.text.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func note(_ kind: PersonalDataKind, _ original: String, _ standIn: String) {
    let key = Key(kind: kind, original: original.lowercased())
    if found[key] == nil { order.append(key) }
    found[key, default: (original, standIn, 0)].count += 1
  }

  /// An id with the names in it replaced; its words are in small letters.
  private func identifier(_ id: String) -> String {
    var result = ""
    var word = ""
    for character in id + " " {
      if character.isLetter {
        word.append(character)
      } else {
        let isName = !NameWords.ambiguous.contains(word.lowercased())
        result += isName ? names.standIn(word)?.lowercased() ?? word : word
        result.append(character)
        word = ""
      }
    }
    return String(result.dropLast())
  }

  private func unused(_ id: String, _ used: inout Set<String>) -> String {
    var candidate = id
    var number = 2
    while !used.insert(candidate).inserted {
      candidate = "\(id)-\(number)"
      number += 1
    }
    return candidate
  }
}
