import Documents
package import SourceFiles
import TextAnalysis

extension ScreeningLexicon {
  /// Reads a lexicon from files.
  ///
  /// Throws ``SourceError`` with the location of the problem.
  package init(_ files: ScreeningFiles) throws(SourceError) {
    self.init()
    let vocabulary = try PhraseVocabulary(files.vocabulary)
    var map = try MappingReader(try DocumentNode.parse(files.groups), "a file of groups")
    let groups = try map.phraseGroups()
    try map.finish()
    let reader = PhraseReader(groups: groups, vocabulary: vocabulary)
    var builder = PhraseFinder.Builder(vocabulary: vocabulary)
    for file in files.concepts { try readConcept(in: file, with: reader, into: &builder) }
    for file in files.wordings { try readWordings(in: file, with: reader, into: &builder) }
    for file in files.cues { try readCue(in: file, with: reader, into: &builder) }
    finder = try builder.finder()
  }

  private mutating func readConcept(
    in file: SourceFile, with reader: PhraseReader, into builder: inout PhraseFinder.Builder
  ) throws(SourceError) {
    let (concept, phrases) = try CrisisConcept.read(file)
    concepts.append(concept)
    try insert(phrases, of: concepts.count - 1, with: reader, into: &builder)
  }

  private mutating func readWordings(
    in file: SourceFile, with reader: PhraseReader, into builder: inout PhraseFinder.Builder
  ) throws(SourceError) {
    var map = try MappingReader(try DocumentNode.parse(file), "the wordings of a concept")
    let node = try map.required("concept")
    let id = try node.string("'concept'")
    guard let number = concepts.firstIndex(where: { $0.id == id }) else {
      throw node.error(
        "concept.unknown", "there is no concept '\(id)'",
        hint: concepts.map(\.id).hint(for: id) ?? "add Concepts/\(id).yaml, or rename this file")
    }
    let phrases = try map.required("phrases")
    try map.finish()
    try insert(phrases, of: number, with: reader, into: &builder)
  }

  private mutating func insert(
    _ phrases: DocumentNode, of number: Int, with reader: PhraseReader,
    into builder: inout PhraseFinder.Builder
  ) throws(SourceError) {
    let concept = concepts[number]
    let rules = try reader.rules(phrases, "'phrases'", minimumWords: 2) {
      (map: inout MappingReader?) throws(SourceError) in
      ConceptPhrase(
        concept: number,
        strength: try map?.optional("strength")?.number("'strength'", in: 0...3)
          ?? concept.strength,
        severity: try map?.optional("severity")?.choice("'severity'") ?? concept.severity)
    }
    for (rule, pattern, phrase) in rules {
      _ = builder.insert(rule, pattern)
      owners.append(.concept(phrase))
    }
  }

  private mutating func readCue(
    in file: SourceFile, with reader: PhraseReader, into builder: inout PhraseFinder.Builder
  ) throws(SourceError) {
    let (cue, phrases, exceptions) = try ScreeningCue.read(
      file, with: reader, numberOf: { builder.number(of: $0) })
    cues.append(cue)
    for (node, owner) in [
      (phrases, Owner.cue(cues.count - 1)), (exceptions, .exception(ofCue: cues.count - 1)),
    ] {
      guard let node else { continue }
      let rules = try reader.rules(node, "phrases of a cue") {
        (_: inout MappingReader?) throws(SourceError) in
      }
      for (rule, pattern, _) in rules {
        _ = builder.insert(rule, pattern)
        owners.append(owner)
      }
    }
  }
}

extension CrisisConcept {
  fileprivate static func read(
    _ file: SourceFile
  ) throws(SourceError) -> (concept: CrisisConcept, phrases: DocumentNode) {
    var map = try MappingReader(try DocumentNode.parse(file), "a concept")
    let idNode = try map.required("concept")
    let id = try idNode.string("'concept'")
    try idNode.checkName(id, of: "concept", in: file, code: "concept.id")
    _ = try map.string("about")
    let immunities = try map.optional("immune_to")?.list("'immune_to'") ?? []
    var immune: Set<CueEffect> = []
    for node in immunities { immune.insert(try node.choice("each item of 'immune_to'")) }
    let subject: FileSubject? = try map.optional("subject")?.choice("'subject'")
    let concept = CrisisConcept(
      id: id, category: try map.required("category").choice("'category'"),
      severity: try map.required("severity").choice("'severity'"),
      strength: try map.required("strength").number("'strength'", in: 0...3),
      subject: subject == .other ? .someoneElse : .writer,
      circumstance: try map.optional("tells")?.choice("'tells'"), immunities: immune)
    let phrases = try map.required("phrases")
    try map.finish()
    return (concept, phrases)
  }

  /// The subject of a concept, in the shorter terms of the files.
  private enum FileSubject: String, CaseIterable {
    case `self`, other
  }
}

extension ScreeningCue {
  fileprivate static func read(
    _ file: SourceFile, with reader: PhraseReader, numberOf: (String) -> Int32
  ) throws(SourceError) -> (cue: ScreeningCue, phrases: DocumentNode, exceptions: DocumentNode?) {
    var map = try MappingReader(try DocumentNode.parse(file), "a cue")
    _ = try map.string("cue")
    _ = try map.string("about")
    var stops: Set<String> = []
    if let node = map.optional("stops_at") {
      for language in try MappingReader(node, "'stops_at'").entries {
        stops.formUnion(try reader.words(language.value, "'stops_at'"))
      }
    }
    let cue = ScreeningCue(
      effect: try map.required("effect").choice("'effect'"),
      direction: try map.required("direction").choice("'direction'"),
      reach: try reach(map.required("reach")), stops: stops.sorted().map(numberOf),
      factor: try map.optional("factor")?.number("'factor'", in: 0...1) ?? 1)
    let (phrases, exceptions) = (try map.required("phrases"), map.optional("exceptions"))
    try map.finish()
    return (cue, phrases, exceptions)
  }

  private static func reach(_ node: DocumentNode) throws(SourceError) -> Reach {
    switch node.scalar {
    case .text("sentence")?: .sentence
    case .text("message")?: .message
    default: .words(try node.integer("'reach'", in: 0...20))
    }
  }
}
