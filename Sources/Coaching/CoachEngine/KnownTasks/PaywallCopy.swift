public import CoachAccess
import CoachDomains
import CoachModel
import CoachSignals
import Documents
import LanguageModels
import PromptTemplates

/// The texts of the screen on which a person decides whether to go on.
public struct PaywallCopy: Sendable, Hashable {
  /// When the screen is shown.
  public typealias Presentation = PaywallImpression.Presentation

  /// The fixed line above the others.
  public var line: String
  /// What the coach understands of the person's life; `nil` without personal words.
  public var header: String?
  /// What the next conversations could take up; `nil` without personal words.
  public var body: String?
  /// The words on the button.
  public var button: String
  /// What it costs, in the operator's words (``TurnConfiguration/prices``); `nil` if they are not set.
  public var priceLine: String?

  /// Whether the texts are written for this person.
  public var isPersonal: Bool { header != nil }
}

/// The texts of a paywall, with how they came about.
public struct PaywallResult: Sendable, Hashable {
  /// The texts.
  public var copy: PaywallCopy
  /// What ``AccessChange/paywallShown(_:)`` reports once the texts were shown: which version they are of.
  public var impression: PaywallImpression
  /// The call of the model; `nil` if none was asked.
  public var call: TurnCall?
  /// Why the fixed texts stand although a model was asked, for operators; `nil` otherwise.
  public var problem: String?
  /// The same without anybody's words, for the log: the task and the kind of failure.
  public var cause: String?
}

extension PromptTask where Value == PaywallCopy {
  /// Personal texts for a paywall; header and body are added to those of `fixed`, and the button is replaced if the model
  /// may word it.
  static func paywall(
    from discovery: DiscoveryProfile, fixed: PaywallCopy, for person: Person,
    values: JSONObject, writesButton: Bool, prompt: PromptReference
  ) -> PromptTask {
    var reader = Person(id: person.id, language: person.language)
    reader.discovery = discovery
    let request = AssemblyRequest(prompt: prompt, person: reader).offering(values)
    return PromptTask(request) { reply throws(StructuredMisfit) in
      guard let header = reply.json["header"]?.string.flatMap(\.filled),
        let body = reply.json["body"]?.string.flatMap(\.filled)
      else { throw StructuredMisfit(["a text is empty"]) }
      var copy = fixed
      (copy.header, copy.body) = (header, body)
      // Without words for it, the fixed ones do: header and body are good.
      if writesButton, let button = reply.json["cta"]?.string.flatMap(\.filled) {
        copy.button = button
      }
      return copy
    }
  }
}
