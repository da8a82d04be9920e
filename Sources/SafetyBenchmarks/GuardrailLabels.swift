import SafetyRules
import CoachSafety
import JSON
public import SourceFiles

/// What the words of a column mean in checks of replies.
public struct GuardrailLabels: Sendable, Hashable {
  private var checks: [String: Set<ReplyCheck>] = [:]

  /// Takes each label for the check of that name.
  public init() {}

  /// Reads `value=check` as often as there is one. Throws ``SourceError`` for a check that is none.
  public init(parsing pairs: [String]) throws(SourceError) {
    for pair in pairs {
      guard let equals = pair.lastIndex(of: "="), equals != pair.startIndex else {
        throw SourceError(
          Diagnostic(
            "measure.map", "'\(pair)' does not say which label means which check",
            hint: "write value=check"))
      }
      let name = String(pair[pair.index(after: equals)...])
      guard let check = ReplyCheck(rawValue: name) else {
        throw SourceError(Self.unknown(name))
      }
      checks[String(pair[..<equals]), default: []].insert(check)
    }
  }

  /// Whether labels were said to mean something else than their own name.
  var isEmpty: Bool { checks.isEmpty }

  /// The checks about which a label says something, for or against.
  var decided: Set<ReplyCheck> {
    isEmpty ? Set(ReplyCheck.allCases) : checks.values.reduce(into: []) { $0.formUnion($1) }
  }

  /// What a label calls for. Throws where it should be a check's name and is none.
  func checks(of label: String?, at place: LabelledTable.Place) throws(SourceError) -> Set<
    ReplyCheck
  > {
    guard let label else { return [] }
    if !isEmpty { return checks[label] ?? [] }
    if let check = ReplyCheck(rawValue: label) { return [check] }
    var problem = Self.unknown(label)
    problem.location = place.location
    problem.hint = "say what labels mean with --map LABEL=CHECK; \(problem.hint ?? "")"
    throw SourceError(problem)
  }

  /// What a list of checks names.
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

  /// Throws where a label that was given a meaning is none of the data: misspelt, it would find nothing.
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
    if let check = ReplyCheck(rawValue: name) { return check }
    var problem = unknown(name.isName ? name : "…")
    problem.location = place.location
    throw SourceError(problem)
  }

  private static func unknown(_ name: String) -> Diagnostic {
    Diagnostic(
      "measure.check", "there is no check '\(name)'",
      hint: ReplyCheck.allCases.map(\.rawValue).hint(for: name))
  }
}
