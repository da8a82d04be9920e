public import CoachModel
public import Documents
import LanguageModels
public import PromptTemplates
public import ReplyContracts

/// A document after the edits that a person asked for, with everything that is different now.
public struct DocumentRevision: Sendable, Hashable {
  /// The document after the edits.
  public var document: JSONValue
  /// Every difference to the document before, computed from the two, for the person to see.
  public var differences: [DocumentDifference]
  /// What was changed, in the model's words to the person.
  public var changes: [String]
  /// What was not changed, in the model's words to the person: why not, and what is possible instead.
  public var declined: [String]
}

extension PromptTask where Value == DocumentRevision {
  /// Edits a document as a person asks.
  ///
  /// - Parameters:
  ///   - document: The document as it stands.
  ///   - kind: Which document it is, by the name that the prompt uses: `goal_contract` or `program`.
  ///   - wish: What the person wants changed.
  ///   - intake: What the person told at the intake; `nil` if it is not known.
  public static func revision(
    of document: JSONValue, kind: String, wish: String, for person: Person,
    intake: JSONValue? = nil, on today: CalendarDay? = nil,
    prompt: PromptReference = PromptReference(name: "trainer-edit")
  ) -> PromptTask {
    var values: JSONObject = [
      "document": document, "kind": .string(kind), "request": .string(wish),
    ]
    values["intake"] = intake
    let request = AssemblyRequest(
      prompt: prompt, person: person, today: today?.description, values: values)
    return PromptTask(request) { reply throws(StructuredMisfit) in
      guard let revised = reply.json["document"] else {
        throw StructuredMisfit(["'document' is missing"])
      }
      let wishes = reply.json["wishes"]?.array ?? []
      func said(_ isDeclined: Bool) -> [String] {
        wishes.filter { ($0["outcome"] == "declined") == isDeclined }.compactMap {
          $0["says"]?.string
        }
      }
      return DocumentRevision(
        document: revised, differences: DocumentDifference.between(document, revised),
        changes: said(false), declined: said(true))
    }
  }
}
