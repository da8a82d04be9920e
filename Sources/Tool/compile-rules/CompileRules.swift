import Foundation
import SafetyRules
import SourceFiles
import TextAnalysis

/// Writes rules as tables in a Swift source file: `compile-rules <folder of all rules> <output>`.
///
/// A problem in a file fails the build, with its location.
@main
enum CompileRules {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 2 else {
      fail("usage: compile-rules <folder of all rules> <output>")
    }
    do {
      let source = try source(folder: arguments[0])
      try source.write(toFile: arguments[1], atomically: true, encoding: .utf8)
    } catch {
      fail("\(error)")
    }
  }

  private static func source(folder: String) throws(SourceError) -> String {
    let screening = try ScreeningFiles(folder: "\(folder)/Screening")
    let lexicon = try ScreeningLexicon(screening)
    let replies = try ReplyCheckFiles(folder: "\(folder)/Replies", vocabulary: screening.vocabulary)
    let files = DiskFileSystem()
    func model(_ path: String) throws(SourceError) -> String {
      Data(try files.read("\(folder)/\(path)").bytes).base64EncodedString()
    }
    let rule = try DecisionRule(try files.read("\(folder)/Screening/decision.yaml"))
    let personas = try PersonaRuleBook(
      try PersonaRuleFiles(folder: "\(folder)/Personas"),
      vocabulary: try PhraseVocabulary(screening.vocabulary))
    return constant("compiledScreeningLexicon", lexicon)
      + constant("compiledScreenModel", base64: try model("Screening/Model/screen.model"))
      + constant("compiledDecisionRule", rule)
      + constant("compiledReplyRules", try ReplyRules(replies))
      + constant("compiledReplyModel", base64: try model("Replies/Model/replies.model"))
      + constant(
        "compiledPrivateRules",
        try PrivateRules(folder: "\(folder)/Private", vocabulary: screening.vocabulary))
      + constant(
        "compiledForeignStatements",
        ForeignStatements(try ForeignLanguage.all(in: "\(folder)/Languages/Statements")))
      + constant("compiledKnownWords", try KnownWords(folder: "\(folder)/Languages/Words"))
      + constant("compiledPersonaRules", personas)
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
