import Documents
package import SourceFiles
package import TextAnalysis

/// The rules for checks of replies, read from files or from a table.
package struct ReplyRules: Sendable {
  /// What a phrase of the finder belongs to.
  package enum Owner: Sendable, Hashable {
    case phrase(of: ReplyCheck)
    /// Counts only if the trained part finds the sentence harmful, too.
    case hint(of: ReplyCheck)
    /// Makes the check's phrases in the same sentence harmless.
    case exception(of: ReplyCheck)
    /// Denies or refuses what follows in the same clause, for the checks that name its list.
    case denial(list: String)
    /// Announces a quotation: what follows in quotation marks is not the coach's own.
    case announcement
  }

  /// The conversations in which a check runs.
  package enum Scope: String, Sendable, CaseIterable {
    case always, discovery
  }

  /// The scope of a check, its lists of denials, and the wording that replaces a sentence.
  package struct Entry: Sendable {
    package var scope: Scope
    package var denials: Set<String>
    package var replacement: LocalizedText
  }

  package private(set) var finder = PhraseFinder.none
  /// What phrases belong to, by rule number of the finder.
  package private(set) var owners: [Owner] = []
  /// The numbers of words that end the reach of an exception or a denial.
  package private(set) var stops: [Int32] = []
  /// The numbers of words that end the reach of a denial only.
  package private(set) var denialStops: [Int32] = []
  /// The checks that have rules.
  package private(set) var entries: [ReplyCheck: Entry] = [:]

  /// Creates rules that find nothing.
  package init() {}

  /// Reads rules from files.
  ///
  /// Throws ``SourceError`` with the location of the problem.
  package init(_ files: ReplyCheckFiles) throws(SourceError) {
    try self.init(files, vocabulary: try PhraseVocabulary(files.vocabulary))
  }

  /// Reads the files of checks and groups, with a vocabulary that was already read.
  package init(_ files: ReplyCheckFiles, vocabulary: PhraseVocabulary) throws(SourceError) {
    var map = try MappingReader(try DocumentNode.parse(files.groups), "a file of groups")
    let groups = try map.phraseGroups()
    let reader = PhraseReader(groups: groups, vocabulary: vocabulary)
    var builder = PhraseFinder.Builder(vocabulary: vocabulary)
    stops = try Self.words(in: try map.required("stops_at"), "'stops_at'", reader, &builder)
    if let node = map.optional("denials_stop_at") {
      denialStops = try Self.words(in: node, "'denials_stop_at'", reader, &builder)
    }
    var denials: [String] = []
    if let node = map.optional("denials") {
      for list in try MappingReader(node, "'denials'").entries {
        denials.append(list.key)
        let rules = try reader.rules(list.value, "'\(list.key)'") {
          (_: inout MappingReader?) throws(SourceError) in
        }
        for phrase in rules {
          insert((phrase.rule, phrase.pattern), for: .denial(list: list.key), into: &builder)
        }
      }
    }
    let announcements = try reader.rules(try map.required("announcements"), "'announcements'") {
      (_: inout MappingReader?) throws(SourceError) in
    }
    try map.finish()
    for phrase in announcements {
      insert((phrase.rule, phrase.pattern), for: .announcement, into: &builder)
    }
    for file in files.checks { try add(file, denials: denials, with: reader, to: &builder) }
    finder = try builder.finder()
  }

  /// Returns the numbers of words that are listed by language.
  private static func words(
    in node: DocumentNode, _ what: String, _ reader: PhraseReader,
    _ builder: inout PhraseFinder.Builder
  ) throws(SourceError) -> [Int32] {
    var numbers: [Int32] = []
    for language in try MappingReader(node, what).entries {
      let words = try reader.words(language.value, what)
      numbers += words.sorted().map { builder.number(of: $0) }
    }
    return numbers
  }

  private mutating func add(
    _ file: SourceFile, denials: [String], with reader: PhraseReader,
    to builder: inout PhraseFinder.Builder
  ) throws(SourceError) {
    let read = try ReplyCheckFile(file, denials: denials, reader: reader)
    let entry = Entry(
      scope: read.scope, denials: Set(read.denials), replacement: read.replacement)
    guard entries.updateValue(entry, forKey: read.check) == nil else {
      throw SourceError(
        Diagnostic(
          "check.duplicate", "'\(read.check.rawValue)' is read twice", in: file, at: 0,
          hint: "remove one of the files"))
    }
    for phrase in read.phrases { insert(phrase, for: .phrase(of: read.check), into: &builder) }
    for phrase in read.hints { insert(phrase, for: .hint(of: read.check), into: &builder) }
    for phrase in read.exceptions {
      insert(phrase, for: .exception(of: read.check), into: &builder)
    }
  }

  private mutating func insert(
    _ phrase: ReplyCheckFile.Phrase, for owner: Owner, into builder: inout PhraseFinder.Builder
  ) {
    _ = builder.insert(phrase.rule, phrase.pattern)
    owners.append(owner)
  }
}

extension ReplyRules: TableValue {
  package func write(to table: inout TableWriter) {
    table.write(stops)
    table.write(denialStops)
    let checks = entries.sorted { $0.key.rawValue < $1.key.rawValue }
    table.write(checks.map(\.key.rawValue))
    table.write(checks.map(\.value))
    table.writeShared(owners)
    finder.write(to: &table)
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    stops = try table.numbers()
    denialStops = try table.numbers()
    let (checks, values): ([String], [Entry]) = (try table.texts(), try table.values())
    for (name, entry) in zip(checks, values) {
      guard let check = ReplyCheck.builtIn(named: name) else { throw TableDamage() }
      entries[check] = entry
    }
    owners = try table.sharedValues()
    finder = try PhraseFinder(from: &table)
    guard owners.count == finder.ruleCount else { throw TableDamage() }
  }
}

extension ReplyRules.Owner: TableValue {
  package func write(to table: inout TableWriter) {
    switch self {
    case .phrase(let check): table.write(["phrase", check.rawValue])
    case .hint(let check): table.write(["hint", check.rawValue])
    case .exception(let check): table.write(["exception", check.rawValue])
    case .denial(let list): table.write(["denial", list])
    case .announcement: table.write(["announcement"])
    }
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    let texts = try table.texts()
    let check = texts.last.flatMap({ ReplyCheck.builtIn(named: $0) })
    switch (texts.first, check) {
    case ("phrase", let check?): self = .phrase(of: check)
    case ("hint", let check?): self = .hint(of: check)
    case ("exception", let check?): self = .exception(of: check)
    case ("denial", _) where texts.count == 2: self = .denial(list: texts[1])
    case ("announcement", _): self = .announcement
    default: throw TableDamage()
    }
  }
}

extension ReplyRules.Entry: TableValue {
  package func write(to table: inout TableWriter) {
    table.write(scope.rawValue)
    table.write(denials.sorted())
    replacement.write(to: &table)
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    scope = try table.choice()
    denials = Set(try table.texts())
    replacement = try LocalizedText(from: &table)
  }
}
