import CoachModel
import SourceFiles

/// Checks the text of messages.
enum MessageChecks {
  static func findings(in transcript: LocatedTranscript) -> [Diagnostic] {
    transcript.transcript.messages.enumerated().flatMap { number, message in
      var found = garbled(in: message.text, message: number, of: transcript)
      found += personalData(in: message.text, message: number, of: transcript)
      if message.role == .assistant, !isMeant(at: number, in: transcript.transcript) {
        found += openTags(in: message.text, message: number, of: transcript)
      }
      return found
    }
  }

  /// Returns whether a label marks this message as broken on purpose.
  private static func isMeant(at position: Int, in transcript: Transcript) -> Bool {
    let number = transcript.coachPositions.firstIndex(of: position).map { $0 + 1 }
    return transcript.flaws.contains { $0.coachMessage == nil || $0.coachMessage == number }
  }

  /// Returns tags that are never closed: `[NAME: …`.
  private static func openTags(
    in text: String, message number: Int, of transcript: LocatedTranscript
  ) -> [Diagnostic] {
    let pieces = text.split(separator: "[", omittingEmptySubsequences: false).dropFirst()
    return pieces.compactMap { piece in
      let name = piece.prefix { $0.isASCII && ($0.isUppercase || $0 == "_") }
      guard name.utf8.count >= 3, piece.dropFirst(name.count).first == ":", !piece.contains("]")
      else { return nil }
      return transcript.diagnostic(
        "transcript.open-tag", "[\(name): is never closed", piece: "[\(name):", inMessage: number,
        hint: "close it with ']', or add a flaw for this message when the mistake is the point")
    }
  }

  private static func garbled(
    in text: String, message number: Int, of transcript: LocatedTranscript
  ) -> [Diagnostic] {
    guard let found = Mojibake.first(in: text) else { return [] }
    let meaning =
      found.meaning.map { ", which was '\($0)'" } ?? ", which stands for a lost character"
    return [
      transcript.diagnostic(
        "transcript.encoding", "'\(found.text)'\(meaning)", piece: found.text, inMessage: number,
        hint: "the text was read in the wrong encoding once; export it again as UTF-8")
    ]
  }

  /// Returns texts in the form of a person's address or number.
  private static func personalData(
    in text: String, message number: Int, of transcript: LocatedTranscript
  ) -> [Diagnostic] {
    PersonalData.find(in: text).map { datum in
      transcript.diagnostic(
        "transcript.personal-data",
        "'\(datum.text)' looks like personal data (\(datum.kind.rawValue))", piece: datum.text,
        inMessage: number, hint: "run: coachkit transcripts anonymise")
    }
  }
}
