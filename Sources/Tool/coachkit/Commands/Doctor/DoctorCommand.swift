import ArgumentParser
import CommandLineSupport
import Documents
import NamedModels

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check keys, servers, clock, network and workspace, and explain how to fix problems.",
    discussion: """
      Checks versions, keys (whether they are set; they are never shown), the available servers, this machine's \
      clock, proxies, certificates, the workspace, and whether the service's paywall has prices. Servers are asked \
      for their list of models, which costs nothing; --offline sends no requests. The exit code is 1 if something is \
      wrong (✗), and 0 if something is only missing (–).

      Examples:
        coachkit doctor
        coachkit doctor --offline
        coachkit doctor --json
        coachkit doctor --config /etc/coachkit/coachkit.yaml
      """)

  @Flag(help: "Send no requests.")
  var offline = false

  @Flag(help: "Print one JSON object per line.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "The service's settings; otherwise those of the environment.", valueName: "file"))
  var config: String?

  @OptionGroup var workspace: WorkspaceOptions

  func run() async throws {
    let factory = ModelFactory(baseURL: nil)
    var findings = VersionCheckup.findings() + KeyCheckup(factory).findings()
    findings += NetworkCheckup(factory).findings()
    if !offline { findings += await ServerCheckup(factory).findings() }
    findings += WorkspaceCheckup(factory: factory, workspace: workspace).findings()
    findings += SafetyCheckup().findings()
    findings +=
      ServiceCheckup(config: config, environment: factory.resolver.environment).findings()
    if json {
      for finding in findings { Terminal.print(finding.json.printed()) }
    } else {
      show(findings)
    }
    if findings.contains(where: { $0.state == .wrong }) { throw ExitCode(1) }
  }

  private func show(_ findings: [DoctorFinding]) {
    var area = ""
    let width = findings.map(\.name.count).max() ?? 0
    for finding in findings {
      if finding.area != area {
        Terminal.print((area.isEmpty ? "" : "\n") + finding.area.inked(.bold))
        area = finding.area
      }
      let padding = String(repeating: " ", count: width - finding.name.count + 2)
      let line = "  \(finding.state.sign) \(finding.name)\(padding)\(finding.text)"
      Terminal.print(line.printableInColour)
      if let hint = finding.hint {
        Terminal.print(
          (String(repeating: " ", count: width + 6) + "→ \(hint)").printable.inked(.dim))
      }
    }
    Terminal.print("")
    Terminal.print(conclusion(of: findings))
  }

  private func conclusion(of findings: [DoctorFinding]) -> String {
    let wrong = findings.count { $0.state == .wrong }
    guard wrong == 0 else { return "\("✗".inked(.red)) \(wrong) thing(s) to fix" }
    if findings.contains(where: { $0.text == ServerCheckup.noModel }) {
      return "\("–".inked(.dim)) nothing is wrong, but no model is available"
    }
    // Offline nothing is known of the servers on this machine.
    if offline, !findings.contains(where: { $0.area == KeyCheckup.area && $0.state == .fine }) {
      return "\("–".inked(.dim)) nothing is wrong, but no key is set, and no server was asked"
    }
    return "\("✓".inked(.green)) nothing is wrong"
  }
}

/// One result of the checks.
struct DoctorFinding {
  enum State: String {
    /// The check found no problem.
    case fine
    /// Not present, which may be intended.
    case missing
    /// Something that the user has to fix.
    case wrong

    var sign: String {
      switch self {
      case .fine: "✓".inked(.green)
      case .missing: "–".inked(.dim)
      case .wrong: "✗".inked(.red)
      }
    }
  }

  var area: String
  var name: String
  var state: State
  var text: String
  var hint: String?

  init(area: String, name: String, state: State, text: String, hint: String? = nil) {
    self.area = area
    self.name = name
    self.state = state
    self.text = text
    self.hint = hint
  }

  var json: JSONValue {
    var object: JSONObject = [
      "area": .string(area), "name": .string(name), "state": .string(state.rawValue),
      "text": .string(text),
    ]
    object["hint"] = hint.map { .string($0) }
    return .object(object)
  }
}
