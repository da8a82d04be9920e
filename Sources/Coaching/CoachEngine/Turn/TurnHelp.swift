public import CoachModel
import CoachSafety
import CoachSignals
import SafetyRules
import TextAnalysis

/// The lines that say where a person finds help, for what their message may signal and where they live.
struct TurnHelp: Sendable {
  let inputs: TurnInputs
  let screened: ScreenedMessage

  init(_ inputs: TurnInputs, _ screened: ScreenedMessage) {
    self.inputs = inputs
    self.screened = screened
  }

  /// Whether the message may signal danger, or one in the last days did and the coach has not asked since how things are.
  /// A language that the screen does not read is no sign by itself: its speakers would never see an offer.
  var isNearDanger: Bool {
    screened.concern.map { $0.source != .notRead } ?? false
      || inputs.request.record?.crises.isPending ?? false
  }

  var emergencyNumber: String? {
    inputs.resources.emergencyNumber(inputs.request.person.country)
  }

  /// What to do in an emergency, in the language of a message that the screen does not read; `nil` if there is no text in it.
  var nativeEmergencyLine: String? {
    screened.foreignLanguage.flatMap {
      ForeignStatements.builtIn.emergencyLine(in: $0.languageCode, number: emergencyNumber)
    }
  }

  /// Returns a text that is shown instead of an answer, followed by a line of help: the message may signal more than the
  /// screen can see, and it has no answer. A refused opening has no message, but the person still has nowhere to write.
  func following(_ text: String) -> String {
    "\(text)\n\n\(line(screened.concern == nil ? .crisisHelpAnyway : .crisisHelpLine))"
  }

  /// The text below the coach's reply to a concern: all that fits if the coach raised it, else one line.
  func text(for concern: TurnConcern) -> String {
    guard concern.source == .coach else { return line(.crisisHelpLine) }
    let resources = resources(for: concern.categories)
    let lines =
      circumstances.contains(.watched) ? resources.discreetLines : resources.map(\.line)
    return list(lines.isEmpty ? [inputs.text(.crisisNoResources)] : lines)
  }

  /// Returns the resources for categories of danger in the person's country and language, best first.
  func resources(for categories: [CrisisCategory]) -> [CrisisResource] {
    inputs.resources.resources(
      for: inputs.request.person.country, categories: categories, circumstances: circumstances,
      language: inputs.request.person.language)
  }

  /// What the person said about their situation, and what the app knows of their age.
  private var circumstances: [CrisisCircumstance] {
    let said = screened.circumstances
    let isMinor = inputs.request.person.ageGroup == .minor
    return isMinor && !said.contains(.child) ? said + [.child] : said
  }

  /// Returns a list of where to find help, with the line that introduces it.
  func list(_ lines: [String]) -> String {
    ([inputs.text(.crisisMoreHelp)] + lines).joined(separator: "\n")
  }

  /// The line of help that best fits what a message may signal.
  private func line(_ key: CopyKey) -> String {
    let best = resources(for: screened.suspected).best
    if let native = nativeEmergencyLine {
      let lines = best.map(\.line)
      return ([native] + (lines.isEmpty ? [inputs.text(.crisisNoResources)] : lines)).joined(
        separator: "\n")
    }
    return inputs.copy.helpLine(
      key, best, emergencyNumber: emergencyNumber, in: inputs.request.person.language)
  }
}

extension Message {
  /// Returns whether the text has the contact of one of these resources.
  func names(_ resources: [CrisisResource]) -> Bool {
    var filter = CrisisReplyFilter(resources: resources)
    _ = filter.feed(text) + filter.finish()
    return !filter.named.isEmpty
  }
}

extension [CrisisResource] {
  /// The best of resources in their order, for a text with room for one: with the next if it is a children's line, which may
  /// be closed at night.
  var best: ArraySlice<CrisisResource> { prefix(first?.kinds.first == .child ? 2 : 1) }

  /// The lines for a phone that someone else may read: the best resource by name and contact alone, since a note, or more
  /// names, would tell what the person wrote about.
  var discreetLines: [String] { best.map { "\($0.name): \($0.contact)" } }
}

extension MessageCatalog {
  /// Returns a line of help with the best resources. Without any, the line below an ordinary refusal or failure names one
  /// list of helplines, and that below a possible danger all ways to find help.
  func helpLine(
    _ key: CopyKey, _ best: ArraySlice<CrisisResource>, emergencyNumber: String?,
    in language: String
  ) -> String {
    var lines = best.map(\.line)
    if lines.isEmpty, key == .crisisHelpAnyway {
      let directions = text(.crisisNoResources, in: language)
      lines = directions.split(separator: "\n").prefix(1).map(String.init)
    }
    return text(
      key, in: language, with: CopyValues(resources: lines, emergencyNumber: emergencyNumber))
  }
}

extension ChatService {
  /// Returns a text that a person reads in place of an answer, followed by one line that says where they find help.
  ///
  /// Refusals and failures of a turn have it already. Call it for those of your own, such as that of a server without
  /// capacity.
  ///
  /// - Parameters:
  ///   - region: The person's country (ISO 3166-1 alpha-2); `nil` names a list of helplines by country.
  ///   - age: Whether the person is of age: a known minor gets a children's line first.
  public func withHelp(
    _ text: String, region: String?, language: String, age: AgeGroup = .unknown
  ) -> String {
    let best = resources.resources(
      for: region, categories: [], circumstances: age == .minor ? [.child] : [],
      language: language
    ).best
    let line = copy.helpLine(
      .crisisHelpAnyway, best, emergencyNumber: resources.emergencyNumber(region), in: language)
    return "\(text)\n\n\(line)"
  }
}

extension CrisisResource {
  /// The resource in the form `Name: contact (note)`.
  var line: String {
    note.isEmpty ? "\(name): \(contact)" : "\(name): \(contact) (\(note))"
  }
}
