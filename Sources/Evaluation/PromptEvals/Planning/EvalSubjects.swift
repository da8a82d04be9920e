import CoachModel
import CoachTranscripts
public import SourceFiles

/// Reads the transcripts, personas, histories or cases that a suite names.
public enum EvalSubjects {
  /// Returns the subjects at the suite's paths, sorted by ID.
  ///
  /// A file that several paths reach is read once.
  ///
  /// Throws ``SourceError`` with the problems of all files, or if a path leads to nothing or two files have the
  /// same ID.
  public static func read(_ suite: EvalSuite, files: any FileSystem) throws(SourceError)
    -> [EvalSubject]
  {
    var paths: [String] = []
    for path in suite.transcripts.paths {
      for found in try expand(path, in: files) where !paths.contains(found) { paths.append(found) }
    }
    var subjects = suite.transcripts.cases.map { EvalSubject($0) }
    var diagnostics: [Diagnostic] = []
    for path in paths {
      do throws(SourceError) {
        let file = try files.read(path)
        if suite.replay == .task {
          subjects += try TaskCase.list(in: file, files: files).map { EvalSubject($0) }
        } else {
          subjects.append(try subject(in: file, of: suite))
        }
      } catch {
        diagnostics += error.diagnostics
      }
    }
    if let error = SourceError(diagnostics) { throw error }
    let ids = subjects.map(\.transcript.id)
    if let twice = Dictionary(grouping: ids, by: { $0 }).first(where: { $0.value.count > 1 })?.key {
      throw SourceError(
        Diagnostic(
          "suite.ids", "two \(suite.replay == .task ? "cases" : "files") have the id '\(twice)'",
          hint: "give one of them another id"))
    }
    return subjects.sorted { $0.transcript.id < $1.transcript.id }
  }

  private static func subject(in file: SourceFile, of suite: EvalSuite) throws(SourceError)
    -> EvalSubject
  {
    if suite.replay == .simulated { return EvalSubject(try ClientProfile(file)) }
    do throws(SourceError) {
      return EvalSubject(try Transcript(file))
    } catch {
      guard PersonHistory.isHistory(file) else { throw error }
      return EvalSubject(try PersonHistory(file))
    }
  }

  private static func expand(_ path: String, in files: any FileSystem) throws(SourceError)
    -> [String]
  {
    if PathPattern.isPattern(path) {
      let found = PathPattern(path).paths(in: files)
      guard !found.isEmpty else {
        throw SourceError(Diagnostic("suite.files", "no file fits '\(path)'"))
      }
      return found
    }
    guard files.kind(of: path) != .folder else {
      return try files.names(in: path).filter { $0.hasSuffix(".yaml") }.map { "\(path)/\($0)" }
    }
    // A missing file or folder is reported when it is read.
    return path.hasSuffix(".yaml") ? [path] : try files.names(in: path).map { "\(path)/\($0)" }
  }
}

extension SuiteSelection {
  /// The selected ones of a suite's subjects, which are in the order in which they are processed.
  func chosen(from subjects: [EvalSubject]) -> [EvalSubject] {
    let named = transcripts.map { ids in subjects.filter { ids.contains($0.transcript.id) } }
    return Array((named ?? subjects).prefix(maximumTranscripts ?? .max))
  }
}
