import ArgumentParser
import CoachDomains
import CoachModel
import CommandLineSupport

struct DomainsShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a domain as the coach and the router get it.",
    discussion: "Example:\n  coachkit domains show career")

  @Argument(help: ArgumentHelp("The domain.", valueName: "id"))
  var id: String

  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let domain = try workspace.domainLibrary().domain(id)
    func part(_ title: String, text: String) {
      Terminal.print("\(title.inked(.green))\n\(text.printable)\n")
    }
    func list(_ title: String, items: [String]) {
      part(title, text: items.map { "- \($0)" }.joined(separator: "\n"))
    }
    part(domain.name, text: domain.description)
    part("Tone", text: domain.tone)
    part("Methodology", text: domain.methodology)
    part("Personality", text: domain.personality)
    part("In the prompt", text: domain.promptSection)
    list("Guardrails", items: domain.guardrails)
    list("Starters", items: domain.starters)
    let style = domain.style
    part(
      "Initial style, from -1 to 1",
      text: """
        direct (-1) to exploratory (1): \(style.directExploratory.plain)
        brief to detailed: \(style.briefDetailed.plain)
        action to reflective: \(style.actionReflective.plain)
        challenging to supportive: \(style.challengingSupportive.plain)
        """)
    part(
      "Routing",
      text: """
        \(domain.routing.keywords.count) keywords, \(domain.routing.hints.count) hints, \
        \(domain.routing.examples.count) examples, \(domain.routing.negatives.count) negatives
        keywords: \(domain.routing.keywords.joined(separator: ", "))
        hints: \(domain.routing.hints.joined(separator: ", "))
        """)
  }
}
