import ArgumentParser
import CommandLineSupport
import Documents

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check the environment, and say how to fix what is missing or wrong.",
    discussion: """
      Checks versions, keys (present or not; never shown), the available servers, this machine's clock, \
      proxies, certificates and the workspace. Servers are asked for their list of models, which costs \
      nothing; --offline sends no requests. Exit code 1 if something is wrong (✗), 0 if something is only \
      missing (–).

      Examples:
        coachkit doctor
        coachkit doctor --offline
        coachkit doctor --json
      """)

  @Flag(help: "Send no requests.")
  var offline = false

  @Flag(help: "Print one JSON object per line.")
  var json = false

  @OptionGroup var workspace: WorkspaceOptions

  func run() async throws {
    let factory = ModelFactory(baseURL: nil)
    var findings = VersionCheckup.findings() + KeyCheckup(factory).findings()
    findings += NetworkCheckup(factory).findings()
    if !offline { findings += await ServerCheckup(factory).findings() }
    findings += WorkspaceCheckup(factory: factory, workspace: workspace).findings()
    findings += SafetyCheckup().findings()
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
    let wrong = findings.count { $0.state == .wrong }
    Terminal.print("")
    Terminal.print(
      wrong == 0
        ? "\("✓".inked(.green)) nothing is wrong" : "\("✗".inked(.red)) \(wrong) thing(s) to fix")
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
