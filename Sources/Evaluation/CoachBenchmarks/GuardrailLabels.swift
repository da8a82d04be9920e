import CoachSafety
import Documents
import SafetyRules
package import SourceFiles

/// The mapping of labels in the data to checks of replies.
package struct GuardrailLabels: Sendable, Hashable {
  private var checks: [String: Set<ReplyCheck>] = [:]

  /// Creates a mapping in which each label is the name of a check.
  package init() {}

  /// Reads pairs of the form `value=check`; a label may be mapped to several checks.
  ///
  /// Throws ``SourceError`` for a pair in another form or an unknown check.
  package init(parsing pairs: [String]) throws(SourceError) {
    for pair in pairs {
      guard let equals = pair.lastIndex(of: "="), equals != pair.startIndex else {
        throw SourceError(
          Diagnostic(
            "measure.map", "'\(pair)' does not say which label means which check",
            hint: "write value=check"))
      }
      let name = String(pair[pair.index(after: equals)...])
      guard let check = ReplyCheck.builtIn(named: name) else {
        throw SourceError(Self.unknown(name))
      }
      checks[String(pair[..<equals]), default: []].insert(check)
    }
  }

  /// Whether no label was mapped, so that labels are the names of checks.
  var isEmpty: Bool { checks.isEmpty }

  /// The checks that labels decide on, whether they apply or not.
  var decided: Set<ReplyCheck> {
    isEmpty ? Set(ReplyCheck.builtIn) : checks.values.reduce(into: []) { $0.formUnion($1) }
  }

  /// Returns the checks that a label stands for.
  ///
  /// Throws if labels are names of checks and this is none.
  func checks(of label: String?, at place: LabelledTable.Place) throws(SourceError) -> Set<
    ReplyCheck
  > {
    guard let label else { return [] }
    if !isEmpty { return checks[label] ?? [] }
    if let check = ReplyCheck.builtIn(named: label) { return [check] }
    var problem = Self.unknown(label)
    problem.location = place.location
    problem.hint = "say what labels mean with --map LABEL=CHECK; \(problem.hint ?? "")"
    throw SourceError(problem)
  }

  /// Returns the checks in a list of names, or in a string of names separated by commas or semicolons.
  static func checks(in list: JSONValue, at place: LabelledTable.Place) throws(SourceError) -> Set<
    ReplyCheck
  > {
    let names =
      list.array?.compactMap(\.string)
      ?? (list.string ?? "").split { $0 == "," || $0 == ";" }.map(\.trimmingWhitespace)
    var found: Set<ReplyCheck> = []
    for name in names { found.insert(try check(name, at: place)) }
    return found
  }

  /// Throws if a mapped label does not occur in the data: misspelt, it would never match.
  func checkSpelling(in labels: Set<String>) throws(SourceError) {
    guard let stranger = checks.keys.sorted().first(where: { !labels.contains($0) }) else { return }
    throw SourceError(
      Diagnostic(
        "measure.map", "no row has the label '\(stranger)'",
        hint: labels.filter(\.isName).hint(for: stranger)))
  }

  private static func check(
    _ name: String, at place: LabelledTable.Place
  ) throws(SourceError) -> ReplyCheck {
    if let check = ReplyCheck.builtIn(named: name) { return check }
    var problem = unknown(name.isName ? name : "…")
    problem.location = place.location
    throw SourceError(problem)
  }

  private static func unknown(_ name: String) -> Diagnostic {
    Diagnostic(
      "measure.check", "there is no check '\(name)'",
      hint: ReplyCheck.builtIn.map(\.rawValue).hint(for: name))
  }
}
