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
    /// Announces a quotation: what follows in quotation marks is not the coach's own.
    case announcement
  }

  /// The conversations in which a check runs.
  package enum Scope: String, Sendable, CaseIterable {
    case always, discovery
  }

  /// The scope of a check, and the wording that replaces a sentence.
  package struct Entry: Sendable {
    package var scope: Scope
    package var replacement: LocalizedText
  }

  package private(set) var finder = PhraseFinder.none
  /// What phrases belong to, by rule number of the finder.
  package private(set) var owners: [Owner] = []
  /// The numbers of words that end the reach of an exception.
  package private(set) var stops: [Int32] = []
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
    for language in try MappingReader(try map.required("stops_at"), "'stops_at'").entries {
      let words = try reader.words(language.value, "'stops_at'")
      stops += words.sorted().map { builder.number(of: $0) }
    }
    let announcements = try reader.rules(try map.required("announcements"), "'announcements'") {
      (_: inout MappingReader?) throws(SourceError) in
    }
    try map.finish()
    for phrase in announcements {
      insert((phrase.rule, phrase.pattern), for: .announcement, into: &builder)
    }
    for file in files.checks { try add(file, with: reader, to: &builder) }
    finder = try builder.finder()
  }

  private mutating func add(
    _ file: SourceFile, with reader: PhraseReader, to builder: inout PhraseFinder.Builder
  ) throws(SourceError) {
    let read = try ReplyCheckFile(file, reader: reader)
    let entry = Entry(scope: read.scope, replacement: read.replacement)
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
    let checks = entries.sorted { $0.key.rawValue < $1.key.rawValue }
    table.write(checks.map(\.key.rawValue))
    table.write(checks.map(\.value))
    table.writeShared(owners)
    finder.write(to: &table)
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    stops = try table.numbers()
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
    case ("announcement", _): self = .announcement
    default: throw TableDamage()
    }
  }
}

extension ReplyRules.Entry: TableValue {
  package func write(to table: inout TableWriter) {
    table.write(scope.rawValue)
    replacement.write(to: &table)
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    scope = try table.choice()
    replacement = try LocalizedText(from: &table)
  }
}
