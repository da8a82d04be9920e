import ArgumentParser
import CommandLineSupport
import JSON
import PromptTemplates
import SourceFiles

struct PromptsCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check every prompt and partial, and look for likely mistakes.",
    discussion: """
      Errors lead to exit code 1. Warnings, for prompts that are valid but probably not as intended, do so \
      with --strict only. A prompt silences a rule in its front matter with 'coachkit.ignore: [rule]'.

      Examples:
        coachkit prompts check
        coachkit prompts check --strict --format github
        coachkit prompts check --rules
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, github, json
  }

  @Option(help: "How to print findings: text, github (annotations in a workflow), or json.")
  var format = Format.text

  @Flag(help: "End with exit code 1 for warnings, too.")
  var strict = false

  @Flag(help: "List the rules instead.")
  var rules = false

  @Option(
    help: ArgumentHelp(
      "The minimum number of tokens that the model's provider caches.", valueName: "n"))
  var cacheMinimum = LintSettings().cacheMinimum

  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    guard !rules else { return printRules() }
    let library = try workspace.promptLibrary()
    guard !library.templates.isEmpty || !library.diagnostics.isEmpty else {
      throw CommandError(
        "there is nothing to check in \(workspace.prompts)", hint: "name another folder")
    }
    var settings = LintSettings()
    settings.cacheMinimum = cacheMinimum
    let findings = library.diagnostics + PromptLinter(settings: settings).findings(in: library)
    switch format {
    case .text: printText(findings, in: library)
    case .github: for finding in findings { Terminal.print(finding.gitHubAnnotation) }
    case .json: Terminal.print(JSONValue.array(findings.map(\.json)).printed(.indented(2)))
    }
    let isBad = findings.contains { strict || $0.severity == .error }
    if isBad { throw ExitCode(1) }
  }

  private func printText(_ findings: [Diagnostic], in library: PromptLibrary) {
    for finding in findings { Terminal.printError(finding.description) }
    let errors = findings.count { $0.severity == .error }
    let what = "\(library.templates.count) prompts and \(library.partialFiles.count) partials"
    if findings.isEmpty {
      Terminal.print("\("✓".inked(.green)) \(what), no problems")
    } else {
      Terminal.print("\(what): \(errors) error(s), \(findings.count - errors) warning(s)")
    }
  }

  private func printRules() {
    var table = TextTable([("rule", .left), ("finds", .left)])
    for rule in PromptLinter.catalogue { table.add([rule.name, rule.summary]) }
    Terminal.print(table.lines.joined(separator: "\n"))
  }
}

extension Diagnostic {
  /// The finding as a workflow command of GitHub, which is shown next to the line.
  fileprivate var gitHubAnnotation: String {
    var properties: [String] = []
    if let location {
      properties += ["file=\(location.file)", "line=\(location.line)", "col=\(location.column)"]
    }
    properties.append("title=\(code)")
    let text = message + (hint.map { " → \($0)" } ?? "")
    return "::\(severity.rawValue) \(properties.map(\.escapedProperty).joined(separator: ","))::"
      + text.escapedData
  }

  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "code": .string(code), "severity": .string(severity.rawValue), "message": .string(message),
    ]
    if let location {
      object["file"] = .string(location.file)
      object["line"] = .integer(location.line)
      object["column"] = .integer(location.column)
    }
    object["hint"] = hint.map { .string($0) }
    return .object(object)
  }
}

extension String {
  fileprivate var escapedData: String {
    replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  /// A property's value must not contain colons or commas; its name and the equals sign stay.
  fileprivate var escapedProperty: String {
    let parts = split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return escapedData }
    let value = parts[1].escapedData.replacing(":", with: "%3A").replacing(",", with: "%2C")
    return "\(parts[0])=\(value)"
  }
}
