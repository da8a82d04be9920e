import CoachModel
import LanguageModels
@testable import PromptEvals
import PromptTemplates
import SourceFiles
@testable import Transcripts

/// Content for tests of the harness: the project's own, and small invented ones.
enum Samples {
  static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  static func transcripts() throws -> [Transcript] {
    try ["discovery", "coaching"].flatMap { folder in
      try TranscriptFolder.read("\(root)/Evals/transcripts/\(folder)")
    }
  }

  static func contract(_ prompt: String) throws -> ReplyContract {
    try PromptLibrary(folder: "\(root)/Prompts")
      .template(PromptReference(name: prompt)).frontMatter.contract
  }

  /// A transcript of coach messages with short answers between them.
  static func transcript(
    _ coach: [String], id: String = "t", ending: Transcript.Ending = .complete
  ) -> Transcript {
    let messages = coach.flatMap { [Message(.assistant, $0), Message(.user, "Mm.")] }.dropLast()
    return Transcript(
      id: id, title: "A talk", kind: .discovery, origin: "written", quality: .good, domain: "life",
      language: "en", person: "new", ending: ending, messages: Array(messages))
  }
}
