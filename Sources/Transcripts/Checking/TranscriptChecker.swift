import CoachModel
public import SourceFiles

/// Looks for what is wrong with transcripts, and for what probably is.
///
/// Errors are what cannot be used. Warnings are what can be, and would make a result doubtful: speakers
/// that are mixed up, chats that are there twice, data of real people.
public struct TranscriptChecker: Sendable {
  /// What was looked at, and what was found.
  public struct Result: Sendable {
    /// How many files could be read.
    public internal(set) var readable = 0
    /// The findings, file by file and from the top down.
    public internal(set) var diagnostics: [Diagnostic] = []
    /// The domains that the transcripts name, by id, without the one of those that name none.
    public internal(set) var domains: [String] = []

    /// How many findings are errors.
    public var errors: Int { diagnostics.count { $0.severity == .error } }
  }

  private let graders: [String]
  private let domains: [String]?

  /// Creates a checker that knows the ids of graders, which labels of flaws must name, and those of
  /// domains. Without the latter any domain will do.
  public init(graders: [String], domains: [String]? = nil) {
    self.graders = graders
    self.domains = domains
  }

  /// Checks the transcripts that paths lead to. Throws ``SourceError`` for a path that leads nowhere.
  public func check(
    _ paths: [String], files: any FileSystem = LocalFileSystem()
  ) throws(SourceError) -> Result {
    var sources: [SourceFile] = []
    var result = Result()
    for path in try TranscriptFolder.paths(paths, files: files) {
      do throws(SourceError) {
        sources.append(try files.read(path))
      } catch {
        result.diagnostics += error.diagnostics
      }
    }
    let checked = check(sources)
    result.readable = checked.readable
    result.diagnostics += checked.diagnostics
    result.domains = checked.domains
    return result
  }

  /// Checks files that were read.
  public func check(_ files: [SourceFile]) -> Result {
    var result = Result()
    var transcripts: [LocatedTranscript] = []
    for file in files {
      do throws(SourceError) {
        let transcript = try LocatedTranscript(file)
        transcripts.append(transcript)
        result.diagnostics += findings(in: transcript).inFileOrder
      } catch {
        result.diagnostics += error.diagnostics
      }
    }
    result.readable = transcripts.count
    result.domains = Set(transcripts.map(\.transcript.domain))
      .subtracting([Transcript.unsortedDomain]).sorted()
    result.diagnostics += duplicateIDs(transcripts) + NearDuplicates.findings(among: transcripts)
    return result
  }

  private func findings(in transcript: LocatedTranscript) -> [Diagnostic] {
    HeadChecks.findings(in: transcript, domains: domains) + labels(transcript)
      + SpeakerChecks.findings(in: transcript)
      + MessageChecks.findings(in: transcript)
  }

  /// Labels of flaws that name no grader, or a message that is not there.
  private func labels(_ transcript: LocatedTranscript) -> [Diagnostic] {
    let messages = transcript.transcript.coachPositions.count
    return zip(transcript.transcript.flaws, transcript.flaws).flatMap { flaw, place in
      var found: [Diagnostic] = []
      if !graders.contains(flaw.grader) {
        found.append(
          transcript.diagnostic(
            "transcript.grader", "no grader '\(flaw.grader)'", severity: .error, at: place,
            hint: graders.hint(for: flaw.grader)))
      }
      if let number = flaw.coachMessage, number > messages {
        found.append(
          transcript.diagnostic(
            "transcript.flaw", "there is no coach message \(number)", severity: .error, at: place,
            hint: "the coach has \(messages), counted from 1"))
      }
      return found
    }
  }

  private func duplicateIDs(_ transcripts: [LocatedTranscript]) -> [Diagnostic] {
    var first: [String: SourceLocation] = [:]
    return transcripts.compactMap { transcript in
      let id = transcript.transcript.id
      guard let known = first[id] else {
        first[id] = transcript.id
        return nil
      }
      return transcript.diagnostic(
        "transcript.duplicate-id", "the id '\(id)' is used twice", severity: .error,
        at: transcript.id, hint: "it was first used at \(known); rename one of the two")
    }
  }
}

extension LocatedTranscript {
  /// A finding at a place that is known.
  func diagnostic(
    _ code: String, _ message: String, severity: Diagnostic.Severity = .warning,
    at location: SourceLocation, hint: String?
  ) -> Diagnostic {
    Diagnostic(
      code, message, severity: severity, at: location, excerpt: file.line(location.line), hint: hint
    )
  }

  /// A finding about a piece of a message: where it stands when the file has it as it is, and otherwise,
  /// when it is broken over lines or escaped, where the message begins.
  func diagnostic(
    _ code: String, _ message: String, piece: String, inMessage number: Int, hint: String?
  ) -> Diagnostic {
    let location = place(of: piece, inMessage: number) ?? messages[number]
    return diagnostic(code, message, at: location, hint: hint)
  }

  private func place(of piece: String, inMessage number: Int) -> SourceLocation? {
    let first = messages[number].line
    let last = number + 1 < messages.count ? messages[number + 1].line : Int.max
    var line = first
    while line < last || line == first, let text = file.line(line) {
      if let found = text.firstRange(of: piece) {
        let column = text.unicodeScalars.distance(
          from: text.startIndex, to: found.lowerBound)
        return SourceLocation(file: file.path, line: line, column: column + 1)
      }
      line += 1
    }
    return nil
  }
}
