import CoachModel

/// Replaces personal data in the chats of one person, and records the replacements.
struct AnonymousPerson {
  private struct Key: Hashable {
    let kind: PersonalDataKind
    /// The original text in lower case.
    let original: String
  }

  private let number: Int
  private let keep: Set<String>
  let names: NameMap
  private var standIns = StandIns()
  private var order: [Key] = []
  private var found: [Key: (original: String, standIn: String, count: Int)] = [:]

  init(of transcripts: [Transcript], number: Int, options: TranscriptAnonymiser.Options) {
    self.number = number
    keep = Set(options.keep.map(NameWords.key))
    let words = transcripts.flatMap(\.messages).flatMap { NameWords.pieces(of: $0.text[...]) }
    names = NameMap(options.names, keep: keep, words: Set(words.map(NameWords.key)))
  }

  /// Returns a transcript under a new id, without the personal data found in this person's chats.
  ///
  /// The title is made of the first words of the new messages, since half a name or number in the old one would not
  /// be found. The link to the person's profile is removed, too, and the cluster becomes a number.
  mutating func anonymise(_ transcript: Transcript, id: String) -> Transcript {
    var result = transcript
    for position in result.messages.indices {
      result.messages[position].text = replaced(transcript.messages[position].text)
    }
    if case .stopped(let reason) = transcript.ending {
      result.ending = .stopped(reason: replaced(reason))
    }
    result.tags = transcript.tags.map { replaced($0) }
    result.origin =
      "\(transcript.origin.hasPrefix("imported") ? "imported" : transcript.origin), anonymised"
    result.person = Transcript.unknownPerson
    if transcript.cluster != nil { result.cluster = "person-\(number)" }
    result.id = id
    result.title = Transcript.title(of: result.messages) ?? id
    return result
  }

  /// Returns the replacements, in the order in which the originals first occurred.
  func replacements(in ids: [String]) -> [AnonymisedTranscripts.Replacement] {
    order.compactMap { key in
      found[key].map { found in
        AnonymisedTranscripts.Replacement(
          transcripts: ids, kind: key.kind, original: found.original, standIn: found.standIn,
          count: found.count)
      }
    }
  }

  /// Returns a text with everything that is found in it replaced; names are looked for between addresses and numbers.
  private mutating func replaced(_ text: String) -> String {
    let scalars = text.unicodeScalars
    var result = ""
    var (position, offset) = (scalars.startIndex, 0)
    for datum in PersonalData.find(in: text) where !keep.contains(NameWords.key(datum.text)) {
      let start = scalars.index(position, offsetBy: datum.range.lowerBound - offset)
      result += withoutNames(text[position..<start])
      let standIn = standIns.standIn(for: datum.text, datum.kind)
      note(datum.kind, original: datum.text, standIn: standIn)
      result += standIn
      position = scalars.index(start, offsetBy: datum.range.count)
      offset = datum.range.upperBound
    }
    return result + withoutNames(text[position...])
  }

  private mutating func withoutNames(_ text: Substring) -> String {
    var replaced: [(String, String)] = []
    let result = names.replaced(text) { replaced.append(($0, $1)) }
    for (original, standIn) in replaced { note(.name, original: original, standIn: standIn) }
    return result
  }

  private mutating func note(_ kind: PersonalDataKind, original: String, standIn: String) {
    let key = Key(kind: kind, original: original.lowercased())
    if found[key] == nil { order.append(key) }
    found[key, default: (original, standIn, 0)].count += 1
  }
}
