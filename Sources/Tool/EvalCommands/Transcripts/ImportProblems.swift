import EvalStatistics
import PromptEvals
import SourceFiles

/// The problems of an import for display. Only the first ones are shown, since one mistake often affects all
/// chats.
struct ImportProblems {
  /// The number of problems that are shown.
  private static let shown = 20

  let diagnostics: [Diagnostic]

  /// The number of problems that prevent a chat from being written.
  var errors: Int { diagnostics.count { $0.severity == .error } }

  /// Whether many speakers are unknown, so that naming the speaker common to all chats would help.
  var hasManyStrangers: Bool { diagnostics.count { $0.code == "import.speaker" } > 2 }

  /// The first problems in the order of the files; errors take precedence if not all can be shown.
  var lines: [String] {
    let room = max(0, Self.shown - errors)
    var left: [Diagnostic.Severity: Int] = [.error: Self.shown, .warning: room]
    let first = diagnostics.filter { problem in
      let count = left[problem.severity, default: 0]
      left[problem.severity] = count - 1
      return count > 0
    }
    let hidden = diagnostics.count - first.count
    return first.map(\.description)
      + (hidden > 0 ? ["… and \(Figures.counted(hidden, "problem")) more"] : [])
  }
}
