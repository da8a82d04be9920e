import CoachModel
public import CoachSignals
import Documents
import LanguageModels
import PromptTemplates

/// The texts of the screen on which a person decides whether to go on.
public struct PaywallCopy: Sendable, Hashable {
  /// When the screen is shown.
  public enum Presentation: String, Sendable, Hashable, CaseIterable {
    /// After discovery.
    case first
    /// Again, after the person left it.
    case returning
    /// To a person whose subscription has ended.
    case lapsed
  }

  /// The fixed line above the others.
  public var line: String
  /// What the person would like or can do; `nil` without personal words.
  public var header: String?
  /// What the next conversations could take up; `nil` without personal words.
  public var body: String?
  /// The words on the button.
  public var button: String

  /// Whether the texts are written for this person.
  public var isPersonal: Bool { header != nil }
}

/// The texts of a paywall, with how they came about.
public struct PaywallResult: Sendable, Hashable {
  /// The texts.
  public var copy: PaywallCopy
  /// The call of the model; `nil` if none was asked.
  public var call: TurnCall?
  /// Why the fixed texts stand although a model was asked, for operators; `nil` otherwise.
  public var problem: String?
}

extension PromptTask where Value == PaywallCopy {
  /// Personal texts for a paywall; header, body and button replace those of `fixed`.
  static func paywall(
    from discovery: DiscoveryProfile, presentation: PaywallCopy.Presentation, language: String,
    fixed: PaywallCopy, person: String, prompt: PromptReference
  ) -> PromptTask {
    var reader = Person(id: person, language: language)
    reader.discovery = discovery
    let request = AssemblyRequest(
      prompt: prompt, person: reader, values: ["presentation": .string(presentation.rawValue)])
    return PromptTask(request) { reply throws(StructuredMisfit) in
      guard let header = reply.json["header"]?.string.flatMap(\.filled),
        let body = reply.json["body"]?.string.flatMap(\.filled),
        let button = reply.json["cta"]?.string.flatMap(\.filled)
      else { throw StructuredMisfit(["a text is empty"]) }
      return PaywallCopy(line: fixed.line, header: header, body: body, button: button)
    }
  }
}

extension ChatService {
  /// Returns the texts of a paywall, personal ones if the person has agreed that something of their discovery is used.
  ///
  /// Without anything that may be used, no model is asked and the fixed texts of the catalog stand. They also stand if the
  /// model fails, takes too long, or writes what breaks the contract: the screen must not wait, and must not be wrong.
  public func paywall(
    for record: PersonRecord, presentation: PaywallCopy.Presentation
  ) async -> PaywallResult {
    let key: CopyKey =
      switch presentation {
      case .first: .productPaywallFirst
      case .returning: .productPaywallReturning
      case .lapsed: .productPaywallLapsed
      }
    let fixed = PaywallCopy(
      line: copy.text(key, in: record.language), header: nil, body: nil,
      button: copy.text(.productPaywallButton, in: record.language))
    guard let discovery = record.profile.discovery, !discovery.isEmpty else {
      return PaywallResult(copy: fixed)
    }
    do throws(TaskError) {
      let result = try await tasks.run(
        .paywall(
          from: discovery, presentation: presentation, language: record.language, fixed: fixed,
          person: record.id, prompt: configuration.prompts.paywall))
      return PaywallResult(copy: result.value, call: result.call)
    } catch {
      return PaywallResult(copy: fixed, call: error.call, problem: error.description)
    }
  }
}
