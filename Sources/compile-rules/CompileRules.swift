import Foundation
import Phrases
import SafetyRules
import SourceFiles

/// Writes rules as tables in a Swift source file: `compile-rules <module> <folder of all rules> <output>`.
///
/// A problem in a file fails the build, with its location.
@main
enum CompileRules {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 3 else {
      fail("usage: compile-rules CoachSafety|PersonaReview <folder of all rules> <output>")
    }
    do {
      let source = try source(for: arguments[0], folder: arguments[1])
      try source.write(toFile: arguments[2], atomically: true, encoding: .utf8)
    } catch {
      fail("\(error)")
    }
  }

  private static func source(for module: String, folder: String) throws(SourceError) -> String {
    switch module {
    case "CoachSafety":
      let screening = try ScreeningFiles(folder: "\(folder)/Screening")
      let lexicon = try ScreeningLexicon(screening)
      let replies = try ReplyCheckFiles(
        folder: "\(folder)/Replies", vocabulary: screening.vocabulary)
      let files = LocalFileSystem()
      let model = try files.read("\(folder)/Screening/Model/screen.model").bytes
      let rule = try DecisionRule(try files.read("\(folder)/Screening/decision.yaml"))
      return constant("compiledScreeningLexicon", lexicon)
        + constant("compiledScreenModel", base64: Data(model).base64EncodedString())
        + constant("compiledDecisionRule", rule)
        + constant("compiledReplyRules", try ReplyRules(replies))
        + constant(
          "compiledReplyModel",
          base64: Data(try files.read("\(folder)/Replies/Model/replies.model").bytes)
            .base64EncodedString())
        + constant(
          "compiledPrivateRules",
          try PrivateRules(folder: "\(folder)/Private", vocabulary: screening.vocabulary))
        + constant(
          "compiledForeignStatements",
          ForeignStatements(try ForeignLanguage.all(in: "\(folder)/Languages/Statements")))
        + constant("compiledKnownWords", try KnownWords(folder: "\(folder)/Languages/Words"))
    case "PersonaReview":
      let vocabulary = try LocalFileSystem().read("\(folder)/Screening/vocabulary.yaml")
      let book = try PersonaRuleBook(
        try PersonaRuleFiles(folder: "\(folder)/Personas"),
        vocabulary: try PhraseVocabulary(vocabulary))
      return constant("compiledPersonaRules", book)
    default: fail("'\(module)' has no rules")
    }
  }

  private static func constant(_ name: String, _ value: some TableValue) -> String {
    constant(name, base64: value.base64)
  }

  private static func constant(_ name: String, base64: String) -> String {
    "let \(name) =\n  \"\(base64)\"\n"
  }

  private static func fail(_ message: String) -> Never {
    try? FileHandle.standardError.write(contentsOf: Data("\(message)\n".utf8))
    exit(1)
  }
}
