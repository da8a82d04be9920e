/// A JSON object or list in a text, such as a model's reply, and whether the text quotes it.
///
/// A reply can hold more than one: a draft, the material that it is about, the value that is meant. Which one counts is
/// up to the reader; a passage says what can be told from the text alone.
package struct JSONPassage: Sendable {
  /// The value with the repairs that were needed; `nil` if the passage is certainly meant as JSON and cannot be read.
  package var json: RepairedJSON?
  /// The place of the passage in the text, in UTF-8 bytes.
  package var range: Range<Int>
  /// The members that the passage names more than once, as paths such as `criteria.warm`.
  package var repeatedNames: [String] = []
  /// Whether the passage is in quotation marks together with, or beside, other words, or in a Markdown block quotation.
  package var isQuoted = false
  /// Whether a member was begun.
  package var hasMembers: Bool

  /// Returns the passages of a text in order.
  ///
  /// A text that is one JSON value is a passage, whatever its type. JSON within a string of a value, escaped or not, is no
  /// passage of its own.
  package static func all(in text: String) -> [JSONPassage] {
    let bytes = Array(text.utf8)
    var index = JSONIndex()
    if (try? index.read(bytes.span)) != nil, let value = index.value(index.root) {
      return [
        JSONPassage(
          json: RepairedJSON(value, []), range: 0..<bytes.count,
          repeatedNames: index.repeatedNames, hasMembers: value.object?.isEmpty == false)
      ]
    }
    var passages: [JSONPassage] = []
    let first = bytes.firstIndex { !$0.isJSONBlank } ?? bytes.count
    let words = first..<(bytes.lastIndex { !$0.isJSONBlank }.map { $0 + 1 } ?? first)
    var start = 0
    while let found = bytes[start...].firstIndex(where: \.opensJSON) {
      var reader = LenientJSONReader(bytes, from: found)
      let written = reader.read()
      start = max(reader.at, found + 1)
      guard written != nil || reader.isSurelyJSON else { continue }
      passages.append(
        JSONPassage(written, of: bytes, in: found..<start, amid: words, repairs: reader.repairs))
    }
    TextQuotations(in: bytes, around: passages.map(\.range)).mark(&passages)
    return passages
  }

  /// Creates a passage of a text; `words` is the text without the blanks around it.
  private init(
    _ written: [UInt8]?, of bytes: [UInt8], in range: Range<Int>, amid words: Range<Int>,
    repairs: [JSONRepair]
  ) {
    self.range = range
    let next = bytes[(range.lowerBound + 1)..<range.upperBound].first { !$0.isJSONBlank }
    hasMembers = bytes[range.lowerBound] == UInt8(ascii: "{") && next.map { $0 != 0x7d } ?? false
    var index = JSONIndex()
    guard let written, (try? index.read(written.span)) != nil, let value = index.value(index.root)
    else { return }
    repeatedNames = index.repeatedNames
    let isAlone = range.lowerBound <= words.lowerBound && words.upperBound <= range.upperBound
    let surroundings: [JSONRepair] =
      Self.isFenced(bytes[..<range.lowerBound]) ? [.fence] : isAlone ? [] : [.surroundings]
    json = RepairedJSON(value, surroundings + repairs)
  }

  private init(
    json: RepairedJSON?, range: Range<Int>, repeatedNames: [String], hasMembers: Bool
  ) {
    self.json = json
    self.range = range
    self.repeatedNames = repeatedNames
    self.hasMembers = hasMembers
  }

  /// The most bytes between the marks of a code fence and the value in it: the name of a language and line breaks.
  private static let maximumFenceLabel = 64

  /// Returns whether a text ends with the start of a code fence.
  private static func isFenced(_ before: ArraySlice<UInt8>) -> Bool {
    let label = before.suffix(maximumFenceLabel).reversed().prefix {
      $0.isJSONBlank || $0.isJSONLetter
    }
    return before.dropLast(label.count).suffix(3).elementsEqual("```".utf8)
  }
}

extension JSONIndex {
  /// The members that an object of the text names more than once, as paths.
  ///
  /// Names are compared as they are read, escapes decoded, byte by byte.
  package var repeatedNames: [String] {
    var found: Set<String> = []
    if !entries.isEmpty { addRepeatedNames(at: 0, path: "", to: &found) }
    return found.sorted()
  }

  /// The nesting of a text is limited, and so is this recursion.
  private func addRepeatedNames(at position: Int, path: String, to found: inout Set<String>) {
    let entry = entries[position]
    var at = position + 1
    switch entry.kind {
    case .array:
      var element = 0
      while at < Int(entry.next) {
        addRepeatedNames(at: at, path: "\(path)[\(element)]", to: &found)
        at = Int(entries[at].next)
        element += 1
      }
    case .object:
      var known: Set<[UInt8]> = []
      while at < Int(entry.next) {
        let name = string(entries[at])
        let value = Int(entries[at].next)
        let member = path.isEmpty ? name : "\(path).\(name)"
        if !known.insert(Array(name.utf8)).inserted { found.insert(member) }
        addRepeatedNames(at: value, path: member, to: &found)
        at = Int(entries[value].next)
      }
    case .null, .true, .false, .number, .string, .escapedString: break
    }
  }
}
