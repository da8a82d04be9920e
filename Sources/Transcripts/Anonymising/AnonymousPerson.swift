import CoachModel
import EvalStatistics

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
    let clusters = Set(transcripts.compactMap(\.cluster)).sorted()
    for name in clusters.compactMap(PersonName.init(cluster:)) {
      names.add(name, isCertain: false)
    }
  }

  /// The transcript without what was found in this person's chats.
  ///
  /// The link to the person's profile goes, too, and the cluster becomes a number.
  mutating func anonymise(_ transcript: Transcript, usedIDs: inout Set<String>) -> Transcript {
    var result = transcript
    for position in result.messages.indices {
      result.messages[position].text = replaced(transcript.messages[position].text)
    }
    if case .stopped(let reason) = transcript.ending {
      result.ending = .stopped(reason: shortText(reason) ?? "not told")
    }
    result.tags = transcript.tags.compactMap { shortText($0) }
    result.origin =
      "\(transcript.origin.hasPrefix("imported") ? "imported" : transcript.origin), anonymised"
    result.person = "new"
    if transcript.cluster != nil { result.cluster = "person-\(number)" }
    result.id = unused(identifier(transcript.id, cluster: transcript.cluster), &usedIDs)
    result.title = title(of: transcript, now: result.messages) ?? result.id
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

  /// A text with all replaced that can be found in it.
  mutating func replaced(_ text: String) -> String {
    let tokens = TextTokens(text)
    var edits: [(range: Range<Int>, text: String)] = []
    let data = PersonalDataFinder.find(in: tokens)
    for datum in data {
      let original = tokens.text(datum.range)
      guard !isKept(original) else { continue }
      edits.append((datum.range, standIn(for: original, datum.kind)))
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

  /// The stand-in of something that is not a name, which is noted.
  mutating func standIn(for original: String, _ kind: PersonalDataKind) -> String {
    let standIn = standIns.standIn(for: original, kind)
    note(kind, original, standIn)
    return standIn
  }

  mutating func note(_ kind: PersonalDataKind, _ original: String, _ standIn: String) {
    let key = Key(kind: kind, original: original.lowercased())
    if found[key] == nil { order.append(key) }
    found[key, default: (original, standIn, 0)].count += 1
  }

  /// Whether a text is to stay.
  func isKept(_ text: String) -> Bool { keep.contains(text.lowercased()) }

  /// What was found so far, in small letters; names only if they are asked for.
  func starts(ofNames: Bool) -> [(kind: PersonalDataKind, original: String)] {
    let data = order.filter { $0.kind != .name }.map { ($0.kind, $0.original) }
    return data + (ofNames ? names.parts.map { (.name, $0) } : [])
  }

  /// What replaces a word of an id; nil when it is no name.
  func nameInIdentifier(_ word: String) -> String? {
    NameWords.ambiguous.contains(word.lowercased()) ? nil : names.standIn(word)?.lowercased()
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
