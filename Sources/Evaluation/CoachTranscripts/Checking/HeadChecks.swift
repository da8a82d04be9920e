import CoachModel
import SourceFiles

/// Checks what precedes the messages of a transcript.
enum HeadChecks {
  /// Returns the findings; `domains` are the ids that exist, `nil` if they are unknown.
  static func findings(in transcript: LocatedTranscript, domains: [String]?) -> [Diagnostic] {
    language(transcript) + domain(of: transcript, among: domains) + personalData(transcript)
  }

  private static func language(_ transcript: LocatedTranscript) -> [Diagnostic] {
    let language = transcript.transcript.language
    guard !LanguageTag.isWellFormed(language) else { return [] }
    return [
      transcript.diagnostic(
        "transcript.language", "'\(language)' is not a language", severity: .error,
        at: transcript.place(of: "language"), hint: LanguageTag.hint)
    ]
  }

  private static func domain(
    of transcript: LocatedTranscript, among domains: [String]?
  ) -> [Diagnostic] {
    let domain = transcript.transcript.domain
    guard let domains, domain != Transcript.unsortedDomain, !domains.contains(domain) else {
      return []
    }
    return [
      transcript.diagnostic(
        "transcript.domain", "no domain '\(domain)'", severity: .error,
        at: transcript.place(of: "domain"),
        hint: (domains + [Transcript.unsortedDomain]).hint(for: domain))
    ]
  }

  /// Returns texts in the form of a person's address or number.
  private static func personalData(_ transcript: LocatedTranscript) -> [Diagnostic] {
    let content = transcript.transcript
    var found: [Diagnostic] = []
    func addText(_ text: String, key: String, name: String) {
      for datum in PersonalData.find(in: text) {
        found.append(
          transcript.diagnostic(
            "transcript.personal-data",
            "'\(datum.text)' in the \(name) looks like personal data (\(datum.kind.rawValue))",
            at: transcript.place(of: key), hint: "run: coachkit transcripts anonymise"))
      }
    }
    // A title that is not in the file is made of a message, where the finding is reported.
    if transcript.has("title") { addText(content.title, key: "title", name: "title") }
    if let cluster = content.cluster { addText(cluster, key: "cluster", name: "cluster") }
    for tag in content.tags { addText(tag, key: "tags", name: "tags") }
    if case .stopped(let reason) = content.ending {
      addText(reason, key: "stop_reason", name: "reason")
    }
    addText(content.id, key: "id", name: "id")
    return found
  }
}
