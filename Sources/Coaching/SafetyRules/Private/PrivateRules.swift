import Documents
package import SourceFiles
package import TextAnalysis

/// The phrases that name private matters, read from files or from a table.
package struct PrivateRules: Sendable {
  package private(set) var finder = PhraseFinder.none
  /// The matters that phrases name, by rule number of the finder.
  package private(set) var owners: [PrivateMatter] = []

  /// The languages in which notes are searched, more than those of the crisis screen: a screen of people's messages
  /// has to be measured in each, while a note that is left out without need costs little.
  private static let languages = PhraseReader.languages + ["fr", "nl", "pt", "it"]

  /// Creates rules that find nothing.
  package init() {}

  /// Reads the files in a folder, one for each matter.
  ///
  /// Throws ``SourceError`` with the location of the problem.
  package init(
    folder: String, vocabulary: SourceFile, files: some FileSystem = DiskFileSystem()
  ) throws(SourceError) {
    let vocabulary = try PhraseVocabulary(vocabulary)
    let reader = PhraseReader(
      groups: [:], vocabulary: vocabulary, languages: Self.languages)
    var builder = PhraseFinder.Builder(vocabulary: vocabulary)
    for file in try files.readAll(in: folder) {
      var map = try MappingReader(try DocumentNode.parse(file), "a private matter")
      let name = try map.required("matter")
      let matter = try name.choice("'matter'", of: PrivateMatter.self)
      try name.checkName(matter.rawValue, of: "matter", in: file, code: "matter.name")
      _ = try map.string("about")
      let phrases = try reader.rules(try map.required("phrases"), "'phrases'") {
        (_: inout MappingReader?) throws(SourceError) in
      }
      try map.finish()
      for phrase in phrases {
        _ = builder.insert(phrase.rule, phrase.pattern)
        owners.append(matter)
      }
    }
    finder = try builder.finder()
  }
}

extension PrivateRules: TableValue {
  package func write(to table: inout TableWriter) {
    table.write(owners.map(\.rawValue))
    finder.write(to: &table)
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    owners = try table.texts().compactMap(PrivateMatter.init)
    finder = try PhraseFinder(from: &table)
    guard owners.count == finder.ruleCount else { throw TableDamage() }
  }
}
