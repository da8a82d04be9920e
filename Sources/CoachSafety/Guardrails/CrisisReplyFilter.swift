import TextAnalysis

/// Lets a model's reply to a crisis pass with the contacts of the given resources only.
///
/// The prompt forbids every number that is not on its list, and a model may write one all the same: an old
/// one, another country's, or one it made up. Somebody might dial it tonight. So a sentence with a number or
/// a web address that is not one of the resources' or the emergency services' is taken out, whole; the rest
/// of the reply stays as it is. The filter also notes which resources are left, so that those which the model
/// forgot, or whose sentence was taken out, can be added behind the reply.
///
/// It lets the text through line by line, since a number is known only when it has ended, and gives the same
/// text however the reply is cut on the way. It does not see numbers that are written out in words, and it
/// does not compare a number with the name before it.
public struct CrisisReplyFilter: Sendable {
  private struct Resource {
    var resource: CrisisResource
    var contacts: Contacts
    /// The name where it has digits that are no contact by themselves: `1800RESPECT`.
    var maskedName: [Unicode.Scalar]?
  }

  private let resources: [Resource]
  private let emergencyNumbers: Set<String>
  private let numbers: Set<String>
  private let addresses: Set<String>
  private var line: [UInt8] = []
  private var reached: Set<Int> = []
  /// Whether the last line that went out was empty, or none did.
  private var isAfterEmptyLine = true
  private var isAfterRemovedLine = false

  /// How many sentences were taken out so far.
  public private(set) var removedSentences = 0
  /// Whether the text that went out has a number of the emergency services.
  public private(set) var namesEmergency = false

  /// Creates a filter for one reply.
  public init(resources: [CrisisResource], emergencyNumbers: [String] = []) {
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

  /// The resources whose contact stands in the text that went out, in the order they were given in.
  public var named: [CrisisResource] {
    resources.indices.filter(reached.contains).map { resources[$0].resource }
  }

  /// The resources that the reply left out, to be added behind it.
  public var unnamed: [CrisisResource] {
    resources.indices.filter { !reached.contains($0) }.map { resources[$0].resource }
  }

  /// Takes in a piece of the reply and gives out the lines that are complete.
  public mutating func feed(_ text: String) -> String {
    var out: [UInt8] = []
    for byte in text.utf8 {
      line.append(byte)
      if byte == UInt8(ascii: "\n") { out += passed() }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Ends the reply and gives out what is left of it.
  public mutating func finish() -> String {
    line.isEmpty ? "" : String(decoding: passed(), as: UTF8.self)
  }

  /// The line that is complete, without what must not pass.
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
        // What is left of a list item without its beginning says nothing.
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

  /// Whether all contacts of a sentence are known; notes them when they are.
  private mutating func passes(_ sentence: [Unicode.Scalar]) -> Bool {
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
    // A name that holds its own number is a contact: "988 Suicide & Crisis Lifeline".
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

  /// Where a folded name stands in a sentence.
  private static func ranges(
    of name: [Unicode.Scalar], in sentence: [Unicode.Scalar]
  ) -> [Range<Int>] {
    guard !name.isEmpty, sentence.count >= name.count else { return [] }
    return (0...(sentence.count - name.count)).compactMap { start in
      let range = start..<(start + name.count)
      return sentence[range].lazy.map(folded).elementsEqual(name) ? range : nil
    }
  }

  /// A character of a name as it is compared: small, and with the plain apostrophe.
  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "A"..."Z": Unicode.Scalar(UInt8(scalar.value) | 0x20)
    case "’", "‘": "'"
    default: scalar
    }
  }
}
