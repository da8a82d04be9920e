import CoachModel
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
    inputs.resources.emergencyNumber(inputs.request.person.region)
  }

  /// What to do in an emergency, in the language of a message that the screen does not read; `nil` if there is no text in it.
  var nativeEmergencyLine: String? {
    screened.foreignLanguage.flatMap {
      ForeignStatements.builtIn.emergencyLine(in: $0.languageCode, number: emergencyNumber)
    }
  }

  /// Returns a text that stands in place of an answer, followed by a line of help: the message may be more than the screen
  /// can see, and nobody else has answered it.
  func following(_ text: String) -> String {
    guard inputs.request.message != nil else { return text }
    return "\(text)\n\n\(line(screened.concern == nil ? .crisisHelpAnyway : .crisisHelpLine))"
  }

  /// The text below the coach's reply to a concern: all that fits if the coach raised it, else one line.
  func text(for concern: TurnConcern) -> String {
    guard concern.source == .coach else { return line(.crisisHelpLine) }
    let lines = resources(for: concern.categories).map(\.line)
    return list(lines.isEmpty ? [inputs.text(.crisisNoResources)] : lines)
  }

  /// Returns the resources for categories of danger in the person's country and language, best first.
  func resources(for categories: [CrisisCategory]) -> [CrisisResource] {
    inputs.resources.resources(
      for: inputs.request.person.region, categories: categories,
      circumstances: screened.circumstances, language: inputs.request.person.language)
  }

  /// Returns a list of where to find help, with the line that introduces it.
  func list(_ lines: [String]) -> String {
    ([inputs.text(.crisisMoreHelp)] + lines).joined(separator: "\n")
  }

  /// The line of help that best fits what a message may signal.
  private func line(_ key: CopyKey) -> String {
    let lines = resources(for: screened.suspected).prefix(1).map(\.line)
    if let native = nativeEmergencyLine {
      return ([native] + (lines.isEmpty ? [inputs.text(.crisisNoResources)] : lines)).joined(
        separator: "\n")
    }
    return inputs.text(
      key, with: CopyValues(resources: lines, emergencyNumber: emergencyNumber))
  }
}

extension CrisisResource {
  /// The resource in the form `Name: contact (note)`.
  var line: String {
    note.isEmpty ? "\(name): \(contact)" : "\(name): \(contact) (\(note))"
  }
}
