import CoachModel
@testable import CoachTranscripts
@testable import PromptEvals
import SourceFiles

/// Small invented chats for tests.
enum Chats {
  static func transcript(
    id: String = "t", cluster: String? = nil,
    messages: [Message] = [Message(.assistant, "Hello there?"), Message(.user, "Hi")]
  ) -> Transcript {
    Transcript(
      id: id, title: "A talk", kind: .coaching, origin: "written", quality: .unrated,
      domain: "life", language: "en", person: "new", cluster: cluster, messages: messages)
  }

  /// The result of importing a file.
  static func imported(
    _ text: String, _ path: String,
    _ change: (inout TranscriptImporter.Options) -> Void = { _ in }
  ) -> ImportedFile {
    imported(Array(text.utf8), path, change)
  }

  static func imported(
    _ bytes: [UInt8], _ path: String,
    _ change: (inout TranscriptImporter.Options) -> Void = { _ in }
  ) -> ImportedFile {
    var options = TranscriptImporter.Options()
    change(&options)
    return TranscriptImporter(options).read(SourceFile(path: path, bytes: bytes))
  }
}

extension ImportedFile {
  /// The locations of the problems, with their codes.
  var problems: [String] {
    diagnostics.map { "\($0.code) \($0.location.map { "\($0.line):\($0.column)" } ?? "")" }
  }

  var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }
}
