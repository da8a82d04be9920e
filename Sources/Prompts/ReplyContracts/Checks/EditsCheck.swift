import Documents
import SourceFiles

/// A list of edits can be applied to a document of the inputs, and the document after them still has its form.
///
/// `{edits: "wishes[].edits[]", of: document, fits: {program: trainer-program}, by: kind}`: the forms are those of what
/// prompts write, chosen by an input. Rules that refer to other inputs do not apply: what a person wants may differ from
/// what they once said. The reply gets the document after the edits as `document`, and `differences` in words.
struct EditsCheck: ContractCheck {
  static let names = ["edits"]

  private let target: ValuePath
  private let document: ValuePath
  private let kind: ValuePath
  private let forms: [String: String]

  init(named name: String, _ target: ValuePath, options: inout MappingReader) throws(SourceError) {
    self.target = target
    document = try options.required("of").valuePath()
    kind = try options.required("by").valuePath()
    var forms: [String: String] = [:]
    for entry in try MappingReader(try options.required("fits"), "'fits'").entries {
      forms[entry.key] = try entry.value.string("the name of a prompt")
    }
    self.forms = forms
  }

  var replyPaths: [ValuePath] { [target] }
  var inputPaths: [ValuePath] { [document, kind] }

  var additions: JSONObject {
    ["document": [:], "differences": ["type": "array", "items": ["type": "string"]]]
  }

  func findings(in subject: ContractSubject) -> [ContractFinding] {
    guard let original = document.values(in: subject.inputs).first else { return [] }
    var findings: [ContractFinding] = []
    var edits: [DocumentEdit] = []
    for index in target.places(in: subject.reply) {
      let problem: String?
      do throws(DocumentEdit.Unreadable) {
        let edit = try DocumentEdit(index.value)
        problem =
          edit.problem(in: original) ?? edits.lazy.compactMap { edit.conflict(with: $0) }.first
        if problem == nil { edits.append(edit) }
      } catch {
        problem = error.problem
      }
      if let problem {
        findings.append(ContractFinding(location: index.location, problem: problem))
      }
    }
    guard findings.isEmpty, !edits.isEmpty else { return findings }
    guard let before = checked(original, in: subject),
      let after = checked(DocumentEdit.apply(edits, to: original), in: subject)
    else {
      return [
        ContractFinding(
          location: ValueLocation(), problem: "cannot be checked: '\(kind)' has no form in 'fits'")
      ]
    }
    // What was wrong before is not the edits' fault, wherever it is afterwards.
    var known: [String: Int] = [:]
    for problem in before.problems {
      known[Self.withoutIndices(problem), default: 0] += 1
    }
    for problem in after.problems {
      let name = Self.withoutIndices(problem)
      if let left = known[name], left > 0 {
        known[name] = left - 1
      } else {
        findings.append(
          ContractFinding(location: ValueLocation(), problem: "breaks the document: \(problem)"))
      }
    }
    return findings
  }

  func completed(_ subject: ContractSubject) -> JSONValue {
    guard let original = document.values(in: subject.inputs).first, var reply = subject.reply.object
    else { return subject.reply }
    let edits = target.values(in: subject.reply).compactMap { try? DocumentEdit($0) }
    let applied = DocumentEdit.apply(edits, to: original)
    let edited = checked(applied, in: subject)?.document ?? applied
    let differences = DocumentDifference.between(original, edited)
    reply["document"] = edited
    reply["differences"] = .array(differences.map { .string($0.description) })
    return .object(reply)
  }

  /// Returns a problem without the numbers of elements, which edits move.
  private static func withoutIndices(_ problem: String) -> String {
    problem.replacing(#/\[[0-9]+\]/#, with: "[]")
  }

  /// Returns a document checked against its form; `nil` if none is known.
  private func checked(
    _ document: JSONValue, in subject: ContractSubject
  ) -> (document: JSONValue, problems: [String])? {
    let form = kind.values(in: subject.inputs).first?.string.flatMap { forms[$0] }
    return form.flatMap { subject.references.document(document, $0) }
  }
}
