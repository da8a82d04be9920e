package import CoachModel
import CoachTranscripts
import LanguageModels
import PromptEvals
package import PromptTemplates
import SourceFiles
import TestKit

/// Content for tests of the harness: the project's own, and small invented examples.
package enum Samples {
  package static func transcripts() throws -> [Transcript] {
    try ["discovery", "coaching"].flatMap { folder in
      try TranscriptFolder.read("\(ProjectFolder.path)/Evals/transcripts/\(folder)")
    }
  }

  /// The conversations that test honesty, whose flaws only judges find.
  package static func honestyTranscripts() throws -> [Transcript] {
    try TranscriptFolder.read("\(ProjectFolder.path)/Evals/transcripts/honesty")
  }

  package static func contract(_ prompt: String) throws -> ReplyContract {
    try PromptLibrary(folder: "\(ProjectFolder.path)/Prompts")
      .template(PromptReference(name: prompt)).frontMatter.contract
  }

  /// A transcript of coach messages with short answers between them.
  package static func transcript(
    _ coach: [String], id: String = "t", ending: Transcript.Ending = .complete
  ) -> Transcript {
    let messages = coach.flatMap { [Message(.assistant, $0), Message(.user, "Mm.")] }.dropLast()
    return Transcript(
      id: id, title: "A talk", kind: .discovery, origin: "written", quality: .good, domain: "life",
      language: "en", person: "new", ending: ending, messages: Array(messages))
  }
}
