import ArgumentParser
import CoachDomains
import CoachModel
import CoachSignals
import CommandLineSupport

struct PersonStyleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "style",
    abstract: "Show how the person likes to be coached, and set it.",
    discussion: """
      The style is inferred from how the person answers each kind of reply, after every five sessions. --set \
      overrides it, with --domain for one domain only; --reset returns to the inferred style.

      Dimensions from -1 to 1: direct_exploratory, brief_detailed, action_reflective, challenging_supportive.
      """)

  @OptionGroup var file: PersonFileOptions

  @Option(
    name: .customLong("set"), parsing: .singleValue,
    help: ArgumentHelp("Set a dimension; the others become 0.", valueName: "dimension=number"))
  var settings: [String] = []

  @Flag(help: "Return to the inferred style.")
  var reset = false

  @Option(help: ArgumentHelp("Set or reset the style for this domain.", valueName: "id"))
  var domain: String?

  @Flag(help: "Infer the style from all sessions now.")
  var refresh = false

  @OptionGroup var workspace: WorkspaceOptions

  func validate() throws {
    guard settings.isEmpty || !reset else {
      throw ValidationError("--set and --reset contradict each other.")
    }
    guard domain == nil || reset || !settings.isEmpty else {
      throw ValidationError("--domain belongs to --set or --reset.")
    }
    if let domain, domain.allSatisfy(\.isWhitespace) {
      throw ValidationError("--domain is empty; 'coachkit domains list' shows the ids.")
    }
    _ = try chosen
  }

  private var chosen: StylePreference? {
    get throws {
      guard !settings.isEmpty else { return nil }
      var style = StylePreference()
      for setting in settings {
        let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let dimension = StyleDimension(rawValue: parts[0]),
          let value = Double(parts[1]), (-1...1).contains(value)
        else {
          let names = StyleDimension.allCases.map(\.rawValue).joined(separator: ", ")
          throw ValidationError(
            "'\(setting)' sets no dimension; write one of \(names), '=' and a number from -1 to 1.")
        }
        style[dimension] = value
      }
      return style
    }
  }

  func run() throws {
    // What was set for a domain that is gone can still be reset.
    if !reset, let domain { _ = try workspace.domainLibrary().domain(domain) }
    if reset { try file.change { $0.record.choose(nil, in: domain) } }
    if refresh { try file.change { $0.record.refreshStyle() } }
    if let chosen = try chosen { try file.change { $0.record.choose(chosen, in: domain) } }
    let style = try file.read().record.style
    var table = TextTable(
      [("style", .left)] + StyleDimension.allCases.map { ($0.rawValue, .right) })
    func add(_ name: String, _ preference: StylePreference?) {
      guard let preference else { return }
      table.add([name] + StyleDimension.allCases.map { preference[$0].plain })
    }
    add("set", style.chosen)
    for (domain, preference) in style.chosenDomains.sorted(by: { $0.key < $1.key }) {
      add("set for \(domain)", preference)
    }
    add("inferred", style.inferred)
    for (domain, preference) in style.domains.sorted(by: { $0.key < $1.key }) {
      add(domain, preference)
    }
    guard style.chosen != nil || style.inferred != nil || !style.chosenDomains.isEmpty else {
      Terminal.print("No style yet: the default of each domain applies.")
      return
    }
    Terminal.print(table.lines.joined(separator: "\n"))
  }
}
