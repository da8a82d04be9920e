import Documents
import SourceFiles
import TextAnalysis

/// A text says nothing that texts of the inputs say, in the same or in similar words.
struct AbsenceCheck: ContractCheck {
  static let names = ["absent"]
  static let response = ContractResponse.drop

  private let target: ValuePath
  private let unwanted: [ValuePath]

  init(named name: String, _ target: ValuePath, options: inout MappingReader) throws(SourceError) {
    self.target = target
    unwanted = try options.paths("among")
  }

  var replyPaths: [ValuePath] { [target] }
  var types: [String] { ["string"] }
  var inputPaths: [ValuePath] { unwanted }

  func findings(in subject: ContractSubject) -> [ContractFinding] {
    let known = subject.inputTexts(at: unwanted)
    guard !known.isEmpty else { return [] }
    var terms = SearchTerms()
    let texts = subject.texts(at: target)
    // Short texts say too little about their language on their own.
    let language = Self.language(of: (known + texts.map(\.text)).joined(separator: "\n"))
    let statements = known.map { Set(terms.terms(in: $0, language: language)) }
    let names = unwanted.map { "'\($0)'" }.joined(separator: " or ")
    return texts.compactMap { place in
      let own = Set(terms.terms(in: place.text, language: language))
      guard statements.contains(where: { $0 == own || StatementLikeness.areSame($0, own) }) else {
        return nil
      }
      return ContractFinding(location: place.location, problem: "says what \(names) says already")
    }
  }

  /// Returns the language of a text; a tag that stands for none if it cannot be told.
  private static func language(of text: String) -> String {
    if case .language(let code)? = LanguageDetector.language(of: text) { code } else { "und" }
  }
}
