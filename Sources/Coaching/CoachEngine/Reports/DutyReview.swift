package import CoachDuties
package import CoachModel
package import CoachSafety
package import PromptTemplates
import SafetyRules

/// The duties of a law, each met by the given prompts, texts and checks, or met in part, or not met, or left to the app.
///
/// It compares the file of a jurisdiction with what a turn would use. Whether that satisfies the law is for a lawyer to say.
package struct DutyReview: Sendable {
  /// The prompts, texts and checks that a turn uses.
  package struct Means: Sendable {
    package var prompts: PromptLibrary
    /// The prompts in which a person and the coach converse.
    package var conversations = TurnConfiguration.Prompts()
    package var copy = MessageCatalog.builtIn
    package var screen = CrisisScreen.builtIn
    package var resources = ResourceTable.builtIn
    package var guardrails = GuardrailPolicy.standard

    package init(prompts: PromptLibrary) { self.prompts = prompts }
  }

  /// Whether a duty is met. The raw values are printed.
  package enum State: String, Sendable, Hashable, CaseIterable {
    case met
    /// The toolkit does a part of it.
    case partly
    case missing
    /// The toolkit cannot do it.
    case app
  }

  /// A duty, and how it is met or what is missing.
  package struct Line: Sendable, Hashable {
    package var state: State
    package var text: String
    package var section: String
    /// The first day on which it is due.
    package var from: CalendarDay
  }

  /// The input by which a prompt is told how old a person is.
  private static let ageInput = "age_group"

  package let jurisdiction: JurisdictionDuties
  package private(set) var lines: [Line] = []

  /// Whether something is missing that the toolkit could do.
  package var isComplete: Bool { !lines.contains { $0.state == .missing } }

  /// Reviews a jurisdiction.
  package init(of jurisdiction: JurisdictionDuties, with means: Means) {
    self.jurisdiction = jurisdiction
    for notice in jurisdiction.notices { review(notice, with: means.copy) }
    if let duty = jurisdiction.crisisProtocol { review(duty, with: means) }
    for duty in jurisdiction.minors { review(duty, with: means.guardrails) }
    if let first = jurisdiction.minors.map(\.from).min() { reviewPrompts(of: means, from: first) }
    if let report = jurisdiction.report { review(report) }
    lines += jurisdiction.appDuties.map {
      Line(state: .app, text: $0.text, section: $0.section, from: $0.from)
    }
  }

  private mutating func note(
    _ text: String, problem: String?, section: String, from: CalendarDay
  ) {
    lines.append(
      Line(
        state: problem == nil ? .met : .missing, text: problem.map { "\(text): \($0)" } ?? text,
        section: section, from: from))
  }

  private mutating func review(_ notice: NoticeDuty, with copy: MessageCatalog) {
    guard let key = CopyKey.notice(notice.kind, at: notice.moment) else {
      return note(
        notice.summary, problem: "there is no text for '\(notice.kind)'", section: notice.section,
        from: notice.from)
    }
    let lacking = copy.languages.filter { language in
      !copy.entries(in: language).contains { $0.key == key && $0.language == language }
    }
    let languages = copy.languages.joined(separator: ", ")
    note(
      "\(notice.summary) ('\(key.rawValue)' in \(languages))",
      problem: lacking.isEmpty
        ? nil : "the text '\(key.rawValue)' is missing in \(lacking.joined(separator: ", "))",
      section: notice.section, from: notice.from)
  }

  private mutating func review(_ duty: ProtocolDuty, with means: Means) {
    for category in duty.categories {
      let known = category.crisisCategory
      note(
        "every message is screened for \(category.words)",
        problem: means.screen.categories.contains(known)
          ? nil : "no concept of the screen has the category '\(known.rawValue)'",
        section: duty.section, from: duty.from)
      if duty.isReferral { reviewReferral(category, duty, in: means.resources) }
    }
  }

  private mutating func reviewReferral(
    _ category: ProtocolDuty.Category, _ duty: ProtocolDuty, in resources: ResourceTable
  ) {
    let countries = Set(jurisdiction.places.map { String($0.prefix(2)) }).sorted()
    var names: [String] = []
    var lacking: [String] = []
    for country in countries {
      let found = resources.resources(
        for: country, categories: [category.crisisCategory], language: "en")
      if found.isEmpty { lacking.append(country) }
      names += found.map(\.name).filter { !names.contains($0) }
    }
    let list = names.isEmpty ? "" : " (\(names.joined(separator: ", ")))"
    note(
      "people are referred to help for \(category.words)\(list)",
      problem: lacking.isEmpty
        ? nil : "the table of help has no lines for \(lacking.joined(separator: ", "))",
      section: duty.section, from: duty.from)
  }

  private mutating func review(_ duty: MinorDuty, with guardrails: GuardrailPolicy) {
    let check = duty.prohibition.replyCheck
    let text = "the coach's replies are checked for \(duty.prohibition.words) ('\(check.rawValue)')"
    guard guardrails[check] >= .replace, let rest = duty.prohibition.unchecked else {
      return note(
        text,
        problem: guardrails[check] >= .replace
          ? nil : "the action of the check '\(check.rawValue)' does not remove what it finds",
        section: duty.section, from: duty.from)
    }
    lines.append(
      Line(
        state: .partly, text: "\(text); \(rest)", section: duty.section, from: duty.from))
  }

  /// Notes whether the prompts of conversations that are in use are told how old a person is.
  private mutating func reviewPrompts(of means: Means, from first: CalendarDay) {
    let sections = jurisdiction.minors.map(\.section)
    for reference in [means.conversations.discovery, means.conversations.coaching] {
      let library = means.prompts
      let versions = reference.version.map { [$0] } ?? library.labels.released(reference.name)
      let unaware = versions.filter { version in
        let template = library.versions(of: reference.name).first { $0.version == version }
        return template.map { !$0.inputNames.contains(Self.ageInput) } ?? true
      }
      let name = reference.name
      let problem: String? =
        if versions.isEmpty {
          "no version of '\(name)' is in use"
        } else if unaware.isEmpty {
          nil
        } else {
          "\(unaware.map { "\(name)@\($0)" }.joined(separator: ", ")) declares no input '\(Self.ageInput)'"
        }
      note(
        "the prompt '\(name)' is told whether the person is a minor", problem: problem,
        section: sections.first ?? "", from: first)
    }
  }

  private mutating func review(_ report: ReportDuty) {
    for item in report.figures {
      let isCounted = item.figure == .crisisReferrals
      lines.append(
        Line(
          state: isCounted ? .met : .app,
          text: isCounted
            ? "referrals are counted by place: 'coachkit safety report --form \(jurisdiction.id)'"
            : "complete the toolkit's part of the report: \(item.asks)",
          section: item.section, from: report.from))
    }
  }
}

extension NoticeDuty {
  /// When the notice is given and to whom, in words.
  package var summary: String {
    let what =
      kind == .break ? "people are told to take a break" : "people are told that the coach is an AI"
    let when =
      switch schedule {
      case .start(nil): "whenever they begin to write"
      case .start(.days(1)): "when they begin to write, once a day"
      case .start(.days(let days)): "when they begin to write, once in \(days) days"
      case .start(.seconds(let seconds)):
        "when they begin to write, once in \(Int(seconds / 3600)) hours"
      case .interval(let seconds): "every \(Self.words(seconds)) of writing"
      }
    return "\(what) \(when)\(audience.words)"
  }

  private static func words(_ seconds: Double) -> String {
    let minutes = Int(seconds / 60)
    guard minutes.isMultiple(of: 60) else { return "\(minutes) minutes" }
    return minutes == 60 ? "hour" : "\(minutes / 60) hours"
  }
}

extension NoticeDuty.Audience {
  fileprivate var words: String {
    switch self {
    case .everyone: ""
    case .minors: ", for minors"
    case .minorsAndUnknown: ", for minors and people of unknown age"
    }
  }
}

extension ProtocolDuty.Category {
  var crisisCategory: CrisisCategory {
    switch self {
    case .suicide: .suicidalThoughts
    case .selfHarm: .selfHarm
    case .eatingDisorder: .eatingDisorder
    case .harmToOthers: .harmToOthers
    }
  }

  fileprivate var words: String {
    switch self {
    case .suicide: "thoughts of suicide"
    case .selfHarm: "self-harm"
    case .eatingDisorder: "eating disorders"
    case .harmToOthers: "harm to others"
    }
  }
}

extension MinorDuty.Prohibition {
  /// The check of replies that comes closest.
  fileprivate var replyCheck: ReplyCheck {
    switch self {
    case .sexualContent, .romance: .romance
    case .engagementTactics: .dependence
    case .humanClaims: .humanClaim
    }
  }

  /// The part of the prohibition that no check looks for; `nil` if the check is about all of it.
  fileprivate var unchecked: String? {
    let rules = "the prompts have rules, and a suite has to show that your model keeps them"
    return switch self {
    case .sexualContent: "no check looks for other sexual content: \(rules)"
    case .engagementTactics: "no check looks for other ways to keep people writing: \(rules)"
    case .romance, .humanClaims: nil
    }
  }

  fileprivate var words: String {
    switch self {
    case .sexualContent: "romance and sex between coach and person"
    case .romance: "romance between coach and person"
    case .engagementTactics: "making the person depend on the coach"
    case .humanClaims: "claims to be human"
    }
  }
}
