import CoachModel
import CoachTranscripts
import Documents
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
      for found in try expand(path, in: files, endings: endings(of: suite))
      where !paths.contains(found) {
        paths.append(found)
      }
    }
    var subjects = suite.transcripts.cases.map { EvalSubject($0) }
    var places = Array(repeating: suite.name, count: subjects.count)
    var diagnostics: [Diagnostic] = []
    for path in paths {
      do throws(SourceError) {
        let file = try files.read(path)
        if suite.replay == .task {
          let cases = try TaskCase.list(
            in: file, columns: suite.transcripts.columns, files: files)
          subjects += cases.map { EvalSubject($0) }
        } else {
          subjects.append(try subject(in: file, of: suite))
        }
      } catch {
        diagnostics += error.diagnostics
      }
      places += Array(repeating: path, count: subjects.count - places.count)
    }
    if let error = SourceError(diagnostics) { throw error }
    if let error = SourceError(repeatedIDs(of: subjects, in: places)) { throw error }
    return subjects.sorted { $0.transcript.id < $1.transcript.id }
  }

  /// Returns a problem for each subject with the ID of an earlier one.
  private static func repeatedIDs(of subjects: [EvalSubject], in paths: [String]) -> [Diagnostic] {
    var first: [String: Int] = [:]
    var problems: [Diagnostic] = []
    for (number, subject) in subjects.enumerated() {
      let id = subject.transcript.id
      guard let earlier = first[id] else {
        first[id] = number
        continue
      }
      let what = subject.task == nil ? "files" : "cases"
      let known = subjects[earlier].task?.idNode?.location.description ?? paths[earlier]
      let hint = "the first is \(known); give one of them another id"
      let message = "two \(what) have the id '\(id)'"
      if let node = subject.task?.idNode {
        problems += node.error("suite.ids", message, hint: hint).diagnostics
      } else {
        problems.append(
          Diagnostic(
            "suite.ids", message, at: FileLocation(file: paths[number], line: 1, column: 1),
            hint: hint))
      }
    }
    return problems
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

  /// The endings of files that a suite reads from folders.
  private static func endings(of suite: EvalSuite) -> [String] {
    suite.replay == .task ? CaseTable.endings : [".yaml"]
  }

  private static func expand(
    _ path: String, in files: any FileSystem, endings: [String]
  ) throws(SourceError) -> [String] {
    func isRead(_ name: String) -> Bool { endings.contains { name.lowercased().hasSuffix($0) } }
    if PathPattern.isPattern(path) {
      let found = PathPattern(path).paths(in: files)
      guard !found.isEmpty else {
        throw SourceError(Diagnostic("suite.files", "no file fits '\(path)'"))
      }
      return found
    }
    guard files.kind(of: path) != .folder else {
      return try files.names(in: path).filter(isRead).map { "\(path)/\($0)" }
    }
    // A missing file or folder is reported when it is read.
    guard !isRead(path) else { return [path] }
    guard files.kind(of: path) == .file else {
      return try files.names(in: path).map { "\(path)/\($0)" }
    }
    throw SourceError(
      Diagnostic(
        "suite.files", "'\(path)' is no kind of file that a suite reads",
        hint: endings.count > 1
          ? "its name must end in \(endings.joined(separator: ", "))"
          : "'coachkit transcripts import' makes transcripts (.yaml) of chat logs"))
  }
}

extension SuiteSelection {
  /// The selected ones of a suite's subjects, which are in the order in which they are processed.
  func chosen(from subjects: [EvalSubject]) -> [EvalSubject] {
    let named = transcripts.map { ids in subjects.filter { ids.contains($0.transcript.id) } }
    return Array((named ?? subjects).prefix(maximumTranscripts ?? .max))
  }
}
