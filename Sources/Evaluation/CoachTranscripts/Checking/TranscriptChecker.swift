import CoachModel
public import SourceFiles

/// Checks transcripts for errors and for probable mistakes.
///
/// Errors make a transcript unusable. Warnings would make a result doubtful: speakers that are mixed up, duplicate
/// chats, data of real people.
public struct TranscriptChecker: Sendable {
  /// The result of a check.
  public struct Result: Sendable {
    /// The number of files that could be read as transcripts.
    public internal(set) var readable = 0
    /// The findings, file by file and from top to bottom; those across files come last.
    public internal(set) var diagnostics: [Diagnostic] = []
    /// The ids of the domains that the transcripts name, sorted, without `Transcript.unsortedDomain`.
    public internal(set) var domains: [String] = []

    /// The number of findings that are errors.
    public var errors: Int { diagnostics.count { $0.severity == .error } }
  }

  private let graders: [String]
  private let domains: [String]?

  /// Creates a checker.
  ///
  /// `graders` are the ids that labels of flaws may name. `domains` are the ids that transcripts may name; `nil`
  /// accepts any domain.
  public init(graders: [String], domains: [String]? = nil) {
    self.graders = graders
    self.domains = domains
  }

  /// Checks the transcripts at paths, which may be files or folders.
  ///
  /// Throws ``SourceError`` if a path does not exist, or is a folder without transcripts.
  public func check(
    _ paths: [String], files: any FileSystem = DiskFileSystem()
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

  /// Checks files that were already read.
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

  /// Returns labels of flaws that name no known grader, or a message that does not exist.
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
    var first: [String: FileLocation] = [:]
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
  /// Creates a finding at a known location.
  func diagnostic(
    _ code: String, _ message: String, severity: Diagnostic.Severity = .warning,
    at location: FileLocation, hint: String?
  ) -> Diagnostic {
    Diagnostic(
      code, message, severity: severity, at: location, excerpt: file.excerpt(at: location),
      hint: hint
    )
  }

  /// Creates a finding about a piece of a message.
  ///
  /// The location is that of the piece if the file contains it verbatim. If the piece is escaped or broken over
  /// lines, it is the beginning of the message.
  func diagnostic(
    _ code: String, _ message: String, piece: String, inMessage number: Int, hint: String?
  ) -> Diagnostic {
    let location = place(of: piece, inMessage: number) ?? messages[number]
    return diagnostic(code, message, at: location, hint: hint)
  }

  private func place(of piece: String, inMessage number: Int) -> FileLocation? {
    let first = messages[number].line
    let last = number + 1 < messages.count ? messages[number + 1].line : Int.max
    var line = first
    while line < last || line == first, let text = file.line(line) {
      if let found = text.firstRange(of: piece) {
        let column = text.unicodeScalars.distance(
          from: text.startIndex, to: found.lowerBound)
        return FileLocation(file: file.path, line: line, column: column + 1)
      }
      line += 1
    }
    return nil
  }
}
