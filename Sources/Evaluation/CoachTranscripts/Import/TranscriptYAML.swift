package import CoachModel

/// Writes transcripts in CoachKit's own YAML format.
package enum TranscriptYAML {
  /// Returns the text of a transcript file, in the same form as transcripts written by hand.
  ///
  /// Reading it back gives the same transcript, byte for byte, whatever is in its texts. The exception is a text of
  /// nothing but whitespace, which is written and then rejected by the reader as a mistake.
  package static func text(of transcript: Transcript) -> String {
    var lines: [String] = []
    func add(_ key: String, text: String) {
      lines += DocumentScalar.lines(key: key, text, indentation: 0)
    }
    add("id", text: transcript.id)
    add("title", text: transcript.title)
    add("kind", text: transcript.kind.rawValue)
    add("origin", text: transcript.origin)
    add("quality", text: transcript.quality.rawValue)
    add("domain", text: transcript.domain)
    add("language", text: transcript.language)
    add("person", text: transcript.person)
    if let cluster = transcript.cluster { add("cluster", text: cluster) }
    if !transcript.tags.isEmpty {
      lines.append("tags: [\(transcript.tags.map(DocumentScalar.flow).joined(separator: ", "))]")
    }
    switch transcript.ending {
    case .complete: add("ends", text: "complete")
    case .stopped(let reason):
      add("ends", text: "stopped")
      add("stop_reason", text: reason)
    }
    if !transcript.flaws.isEmpty { lines.append("flaws:") }
    for flaw in transcript.flaws {
      lines += DocumentScalar.lines(key: "- grader", flaw.grader, indentation: 2)
      if let number = flaw.coachMessage { lines.append("    message: \(number)") }
    }
    lines.append(transcript.messages.isEmpty ? "messages: []" : "messages:")
    for message in transcript.messages {
      let key = message.role == .assistant ? "- coach" : "- person"
      lines += DocumentScalar.lines(key: key, message.text, indentation: 2)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
