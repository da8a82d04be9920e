public import SourceFiles
import TextAnalysis
import YAMLDocument

/// All checks with their phrases, read from files.
public struct ReplyChecks: Sendable {
  /// What a phrase of the finder belongs to.
  enum Owner: Sendable {
    case phrase(of: ReplyCheck)
    /// Where one stands, the check's phrases in the same sentence are harmless.
    case exception(of: ReplyCheck)
    /// It announces somebody else's words: what stands in quotation marks is not the coach's.
    case announcement
  }

  /// How words are brought to one form.
  private(set) var vocabulary = PhraseVocabulary()
  /// Finds all phrases in one pass.
  private(set) var finder = PhraseFinder.none
  /// By number of the rule, what it belongs to.
  private(set) var owners: [Owner] = []
  /// Words behind which an exception does not count any more.
  private(set) var stops: Set<String> = []
  private var scopes: [ReplyCheck: ReplyCheckFile.Scope] = [:]
  private var replacements: [ReplyCheck: LocalizedText] = [:]

  /// Why nothing is looked for; nil when the files could be read.
  public let problem: String?

  /// The checks that this version knows.
  ///
  /// Unreadable data would be found by this module's tests; where it is not, ``problem`` says so.
  public static let builtIn: ReplyChecks = {
    do throws(SourceError) {
      return try ReplyChecks(.builtIn)
    } catch {
      return ReplyChecks(problem: error.description)
    }
  }()

  private init(problem: String) {
    self.problem = problem
  }

  /// The checks that look for something, by name.
  public var names: [String] { scopes.keys.map(\.rawValue).sorted() }

  /// Reads the files. Throws ``SourceError`` with the place of what is wrong.
  public init(_ files: ReplyCheckFiles) throws(SourceError) {
    try self.init(files, vocabulary: try PhraseVocabulary(files.vocabulary))
  }

  /// Reads the files of checks and groups for a vocabulary.
  init(_ files: ReplyCheckFiles, vocabulary: PhraseVocabulary) throws(SourceError) {
    self.vocabulary = vocabulary
    problem = nil
    var map = try YAMLMapping(try YAMLNode.parse(files.groups), "a file of groups")
    let groups = try map.phraseGroups()
    let reader = PhraseReader(groups: groups, vocabulary: vocabulary)
    for language in try YAMLMapping(try map.required("stops_at"), "'stops_at'").entries {
      stops.formUnion(try reader.words(language.value, "'stops_at'"))
    }
    let announcements = try reader.rules(try map.required("announcements"), "'announcements'") {
      (_: inout YAMLMapping?) throws(SourceError) in
    }
    try map.finish()
    var builder = PhraseFinder.Builder(vocabulary: vocabulary)
    for phrase in announcements {
      insert((phrase.rule, phrase.pattern), .announcement, &builder)
    }
    for file in files.checks { try add(file, reader, &builder) }
    finder = try builder.finder()
  }

  private mutating func add(
    _ file: SourceFile, _ reader: PhraseReader, _ builder: inout PhraseFinder.Builder
  ) throws(SourceError) {
    let read = try ReplyCheckFile(file, reader)
    guard scopes.updateValue(read.scope, forKey: read.check) == nil else {
      throw SourceError(
        Diagnostic(
          "check.duplicate", "'\(read.check.rawValue)' is read twice", in: file, at: 0,
          hint: "remove one of the files"))
    }
    replacements[read.check] = read.replacement
    for phrase in read.phrases { insert(phrase, .phrase(of: read.check), &builder) }
    for phrase in read.exceptions { insert(phrase, .exception(of: read.check), &builder) }
  }

  private mutating func insert(
    _ phrase: ReplyCheckFile.Phrase, _ owner: Owner, _ builder: inout PhraseFinder.Builder
  ) {
    _ = builder.insert(phrase.rule, phrase.pattern)
    owners.append(owner)
  }
}

extension ReplyChecks {
  /// The checks that can find anything in a conversation.
  func applying(isDiscovery: Bool) -> Set<ReplyCheck> {
    Set(scopes.filter { $0.value == .always || isDiscovery }.keys)
  }

  /// The words that take the place of a sentence.
  func replacement(for check: ReplyCheck, in language: String) -> String {
    replacements[check]?.text(in: language) ?? ""
  }
}
