public import CoachAccess
import CoachDomains
public import CoachModel
public import CoachSignals
import Documents
import LanguageModels
import PromptTemplates

extension ChatService {
  /// Returns the texts of a paywall, personal ones if something is known of the person that may be used.
  ///
  /// Right after discovery, in the first presentation, that is what the discovery found, also before the person has decided
  /// what is kept: the texts are shown once and stored nowhere. Later it is what they confirmed. Without either, and after
  /// danger until the coach has asked how things are, no model is asked and the fixed texts of the catalog stand. They also
  /// stand if ``spendingLimit`` is reached, or if the model fails,
  /// takes too long, or writes what breaks the contract: the screen must not wait, and must not be wrong.
  public func paywall(
    for record: PersonRecord, presentation: PaywallCopy.Presentation
  ) async -> PaywallResult {
    let today = CalendarDay(unixTime: clock.unixTime())
    var person = Person(id: record.id, language: record.language)
    if !record.crises.isPending {
      person.discovery = record.profile.discovery
      if person.discovery == nil, presentation == .first {
        person.discovery = record.justDiscovered(on: today)
      }
    }
    return await paywall(for: person, presentation: presentation)
  }

  /// Returns the texts of a paywall for a person without a record, personal ones if the caller gives what discovery found.
  public func paywall(
    for person: Person, presentation: PaywallCopy.Presentation
  ) async -> PaywallResult {
    let library = prompts()
    let (prompt, experiment) = library.taskVersion(
      of: configuration.prompts.paywall, for: person.id)
    let fixed = PaywallResult(
      copy: fixedPaywall(presentation, in: person.language),
      impression: PaywallImpression(
        version: PaywallImpression.fixed, presentation: presentation, experiment: experiment))
    guard let discovery = person.discovery, !discovery.isEmpty else { return fixed }
    var withProblem = fixed
    withProblem.impression.assigned =
      prompt.version ?? (try? library.prompt(prompt))?.template.version
    switch await spendingVerdict(for: person.id) {
    case .allowed: break
    case .reached(let cap):
      withProblem.problem = cap.detail
      withProblem.cause = "\(prompt): spending_cap"
      return withProblem
    case .unknown(let error):
      withProblem.problem = "\(error)"
      withProblem.cause = "\(prompt): spending_limit"
      return withProblem
    }
    let writesButton = configuration.paywall.modelWritesButton
    var values: JSONObject = [
      "presentation": .string(presentation.rawValue), "writes_button": .bool(writesButton),
    ]
    let known = domains().domains
    values["domain_name"] =
      discovery.coachingDomains.lazy.compactMap { id in
        known.first { $0.id == id.lowercased() }.map { .string($0.name) }
      }.first
    do throws(TaskError) {
      let result = try await tasks.run(
        .paywall(
          from: discovery, fixed: fixed.copy, for: person, values: values,
          writesButton: writesButton, prompt: prompt))
      var paywall = fixed
      paywall.copy = result.value
      paywall.call = result.call
      paywall.impression.version =
        PromptReference(result.prompt)?.version ?? result.prompt
      return paywall
    } catch {
      (withProblem.call, withProblem.problem) = (error.call, error.description)
      withProblem.cause = error.logged(of: prompt)
      return withProblem
    }
  }

  private func fixedPaywall(
    _ presentation: PaywallCopy.Presentation, in language: String
  ) -> PaywallCopy {
    let key: CopyKey =
      switch presentation {
      case .first: .productPaywallFirst
      case .returning: .productPaywallReturning
      case .lapsed: .productPaywallLapsed
      }
    return PaywallCopy(
      line: copy.text(key, in: language),
      button: copy.text(.productPaywallButton, in: language),
      priceLine: AccessTexts(copy: copy, language: language, prices: configuration.prices)
        .priceLine(offersTrial: presentation != .lapsed))
  }
}
