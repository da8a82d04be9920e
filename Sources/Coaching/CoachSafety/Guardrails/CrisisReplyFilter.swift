package import CoachModel
import TextAnalysis

/// A streaming filter that lets only known contacts through in a model's reply to a crisis.
///
/// The prompt forbids every number that is not on its list, but a model may still write one: outdated, from another
/// country, or invented. Somebody might dial it tonight. The filter therefore removes every sentence with a number or
/// a web address that belongs neither to the given resources nor to the emergency services, and leaves the rest of
/// the reply unchanged. It also records which resources remain, so that the caller can append those that the model
/// omitted or whose sentence was removed.
///
/// The filter buffers one line at a time, since a number is known only once it has ended, and its output does not
/// depend on how the reply is split into pieces. It does not detect numbers that are written out in words, and it
/// does not check whether a number belongs to the name before it.
package struct CrisisReplyFilter: Sendable {
  private struct Resource {
    var resource: CrisisResource
    var contacts: Contacts
    /// The folded name if it contains digits, which are not read as an unknown number: `1800RESPECT`.
    var maskedName: [Unicode.Scalar]?
  }

  private let resources: [Resource]
  private let emergencyNumbers: Set<String>
  private let numbers: Set<String>
  private let addresses: Set<String>
  /// The sentences that the person has read before the reply, as folded words.
  private let shown: Set<[String]>
  private var line: [UInt8] = []
  private var reached: Set<Int> = []
  /// Whether the last line of output was empty, or there was none.
  private var isAfterEmptyLine = true
  private var isAfterRemovedLine = false

  /// The number of sentences removed so far.
  package private(set) var removedSentences = 0
  /// Whether the output contains a number of the emergency services.
  package private(set) var namesEmergency = false

  /// Creates a filter for one reply.
  ///
  /// The numbers and web addresses in the contacts of the resources may pass, and so may the emergency numbers. Sentences of
  /// the text `after` which the reply stands are removed: the person has read them.
  package init(
    resources: [CrisisResource], emergencyNumbers: [String] = [], after shown: String = ""
  ) {
    self.shown = Set(
      shown.split(whereSeparator: \.isNewline).flatMap { line in
        ReplySentences(Array(line.unicodeScalars)).sentences.map(Self.words(of:))
      })
    self.resources = resources.map { resource in
      let name = resource.name.unicodeScalars.map(Self.folded)
      let hasDigits = name.contains { ("0"..."9").contains($0) }
      return Resource(
        resource: resource, contacts: Contacts(in: resource.contact),
        maskedName: hasDigits ? name : nil)
    }
    self.emergencyNumbers = Set(emergencyNumbers)
    numbers = self.resources.reduce(into: self.emergencyNumbers) {
      $0.formUnion($1.contacts.numbers)
    }
    addresses = self.resources.reduce(into: []) { $0.formUnion($1.contacts.addresses) }
  }

  /// The resources whose contact appears in the output, in the order in which they were given.
  package var named: [CrisisResource] {
    resources.indices.filter(reached.contains).map { resources[$0].resource }
  }

  /// The resources whose contact does not appear in the output, for the caller to append.
  package var unnamed: [CrisisResource] {
    resources.indices.filter { !reached.contains($0) }.map { resources[$0].resource }
  }

  /// Adds a piece of the reply and returns the filtered text of the lines that are complete.
  package mutating func feed(_ text: String) -> String {
    var out: [UInt8] = []
    for byte in text.utf8 {
      line.append(byte)
      if byte == UInt8(ascii: "\n") { out += passed() }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Ends the reply and returns the filtered rest.
  package mutating func finish() -> String {
    line.isEmpty ? "" : String(decoding: passed(), as: UTF8.self)
  }

  /// Returns the completed line without the sentences that must not pass.
  private mutating func passed() -> [UInt8] {
    defer { line.removeAll(keepingCapacity: true) }
    var text = line[...]
    if text.last == UInt8(ascii: "\n") { text = text.dropLast() }
    if text.last == UInt8(ascii: "\r") { text = text.dropLast() }
    let ending = line[text.endIndex...]
    let isEmpty = text.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    if isEmpty, isAfterRemovedLine, isAfterEmptyLine { return [] }
    isAfterRemovedLine = false
    let cut = ReplySentences(Array(String(decoding: text, as: UTF8.self).unicodeScalars))
    var kept: [[Unicode.Scalar]] = []
    for (position, sentence) in cut.sentences.enumerated() {
      if passes(sentence) {
        kept.append(sentence)
      } else {
        removedSentences += 1
        // The rest of a list item is meaningless without its beginning.
        if position == 0, cut.isListItem { break }
      }
    }
    guard kept.count < cut.sentences.count else {
      isAfterEmptyLine = isEmpty
      return line
    }
    var rest = kept.flatMap { $0 }
    while let last = rest.last, last.properties.isWhitespace { rest.removeLast() }
    guard !rest.isEmpty else {
      isAfterRemovedLine = true
      return []
    }
    isAfterEmptyLine = false
    return Array(String(String.UnicodeScalarView(rest)).utf8) + ending
  }

  /// Returns whether all contacts in a sentence are known, and records them if so.
  private mutating func passes(_ sentence: [Unicode.Scalar]) -> Bool {
    guard shown.isEmpty || !shown.contains(Self.words(of: sentence)) else { return false }
    let found = WebAddress.addresses(in: sentence)
    guard found.allSatisfy({ addresses.contains($0.key) }) else { return false }
    let names = resources.compactMap(\.maskedName).flatMap { Self.ranges(of: $0, in: sentence) }
    let runs = DigitRun.runs(in: sentence) { position in
      found.contains { $0.range.contains(position) } || names.contains { $0.contains(position) }
    }
    var known: Set<String> = []
    for run in runs {
      guard let numbers = run.numbers(in: numbers) else { return false }
      known.formUnion(numbers)
    }
    // A name that contains its own number counts as a contact: "988 Suicide & Crisis Lifeline".
    for range in names {
      for run in DigitRun.runs(in: sentence[range]) {
        known.formUnion(run.numbers(in: numbers) ?? [])
      }
    }
    let keys = Set(found.map(\.key))
    for (position, resource) in resources.enumerated()
    where !resource.contacts.numbers.isDisjoint(with: known)
      || !resource.contacts.addresses.isDisjoint(with: keys)
    {
      reached.insert(position)
    }
    if !emergencyNumbers.isDisjoint(with: known) { namesEmergency = true }
    return true
  }

  private static func words(of sentence: [Unicode.Scalar]) -> [String] {
    FoldedWords(String(String.UnicodeScalarView(sentence))).map(\.text)
  }

  private static func ranges(
    of name: [Unicode.Scalar], in sentence: [Unicode.Scalar]
  ) -> [Range<Int>] {
    guard !name.isEmpty, sentence.count >= name.count else { return [] }
    return (0...(sentence.count - name.count)).compactMap { start in
      let range = start..<(start + name.count)
      return sentence[range].lazy.map(folded).elementsEqual(name) ? range : nil
    }
  }

  /// Folds a character of a name for comparison: ASCII lower case and the plain apostrophe.
  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "A"..."Z": Unicode.Scalar(UInt8(scalar.value) | 0x20)
    case "’", "‘": "'"
    default: scalar
    }
  }
}
