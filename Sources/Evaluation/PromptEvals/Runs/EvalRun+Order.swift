import SourceFiles

extension EvalRun {
  /// Checks that results stored under this run mean the same under a later version of it.
  ///
  /// Samples are stored with the index of their side, and scores in the order of the graders, so existing
  /// variants, references and graders must keep their places. Throws ``SourceError`` otherwise.
  func checkOrder(in later: EvalRun) throws(SourceError) {
    try check("variants", stored: design.variants.map(\.id), now: later.design.variants.map(\.id))
    try check("references", stored: design.references, now: later.design.references)
    try check("graders", stored: design.graders.map(\.id), now: later.design.graders.map(\.id))
    guard design.references.isEmpty || later.design.variants.count == design.variants.count else {
      throw SourceError(
        Diagnostic(
          "run.order",
          "the run '\(id)' has written conversations (\(design.references.joined(separator: ", "))) to compare with, and"
            + " the suite now has further variants: "
            + later.design.variants.dropFirst(design.variants.count).map(\.id).joined(
              separator: ", "),
          hint: "such a run accepts no further variants: remove them, or start a new run"))
    }
  }

  private func check(_ what: String, stored: [String], now: [String]) throws(SourceError) {
    guard !now.starts(with: stored) else { return }
    throw SourceError(
      Diagnostic(
        "run.order",
        "the run '\(id)' has the \(what) \(Self.list(stored)), and the suite now has \(Self.list(now))",
        hint:
          "results are stored by position: put the \(what) back in the run's order and add new ones"
          + " after them, or start a new run"))
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.joined(separator: ", ")
  }
}
