import ArgumentParser
import CoachEngine
import CommandLineSupport
import Documents
import LanguageModels
import PromptTemplates
import SourceFiles

struct PromptsCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check every prompt and partial, and look for likely mistakes.",
    discussion: """
      Every version is assembled for every example person, for a person with all data and for one with none. It is an \
      error if a version requires an input that one of them lacks. Errors set the exit code to 1. Warnings are for \
      prompts that are valid but probably not as intended; they set the exit code only with --strict. A prompt turns \
      off a rule in its front matter with 'coachkit.ignore: [rule]'.

      Two warnings are about contradictions in one rendering: two lengths for one reply, and a topic that one part allows \
      and another forbids. A sentence such as "If the note gives a length, that length counts." settles the first; topics \
      are declared in comments, {{! coachkit.topic forbids advice }}, or under 'coachkit.topics', where 'decides' names \
      the section or partial that counts.

      Examples:
        coachkit prompts check
        coachkit prompts check discovery@v2
        coachkit prompts check --strict --format github
        coachkit prompts check --rules
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, github, json
  }

  @Argument(
    help: ArgumentHelp(
      "Only these prompts, as name or name@version, with the partials that they use; all by default.",
      valueName: "prompt"))
  var names: [String] = []

  @Option(help: "How to print findings: text, github (annotations in a workflow), or json.")
  var format = Format.text

  @Flag(help: "Also exit with code 1 for warnings.")
  var strict = false

  @Flag(help: "List the rules instead.")
  var rules = false

  @Option(
    help: ArgumentHelp(
      "The minimum number of tokens that your provider caches; by default the minimums of several models.",
      valueName: "n"))
  var cacheMinimum: Int?

  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    guard !rules else { return printRules() }
    let library = try workspace.promptLibrary()
    guard !library.templates.isEmpty || !library.diagnostics.isEmpty else {
      throw CommandError(
        "there is nothing to check in \(workspace.prompts)", hint: "name another folder")
    }
    var settings = LintSettings()
    settings.cacheMinimums = try cacheMinimums(for: library)
    settings.checksSuperseded = try names.contains {
      try PromptReference(argument: $0).version != nil
    }
    let all =
      library.diagnostics + PromptLinter(settings: settings).findings(in: library)
      + (try workspace.requiredInputs(in: library).findings(in: library))
    let chosen = try chosenFiles(in: library)
    let findings = all.filter { finding in
      chosen.map { files in finding.location.map { files.contains($0.file) } ?? false } ?? true
    }
    switch format {
    case .text: printText(findings, in: library, chosen: chosen)
    case .github: for finding in findings { Terminal.print(finding.gitHubAnnotation) }
    case .json: Terminal.print(JSONValue.array(findings.map(\.json)).printed(.indented(2)))
    }
    let isBad = findings.contains { strict || $0.severity == .error }
    if isBad { throw ExitCode(1) }
  }

  /// Returns the minimums of the usual models and of those that the prompts name.
  private func cacheMinimums(for library: PromptLibrary) throws -> [String: Int] {
    if let cacheMinimum { return ["your provider's requests": cacheMinimum] }
    let factory = ModelFactory(baseURL: nil)
    let usual = try factory.caches(of: ModelFactory.usualCaches, on: nil)
    let own = Set(library.templates.compactMap(\.frontMatter.model)).compactMap { name in
      (try? factory.caches(of: [name], on: nil))?.first
    }
    return Dictionary((usual + own).map { ($0.name, $0.rules.minimum) }) { first, _ in first }
  }

  /// Returns the files of the named prompts; nil if none is named.
  private func chosenFiles(in library: PromptLibrary) throws -> Set<String>? {
    guard !names.isEmpty else { return nil }
    var files: Set<String> = []
    for name in names {
      let reference = try PromptReference(argument: name)
      // A broken file is not among the templates.
      let broken = library.diagnostics.compactMap(\.location?.file).filter { file in
        let base = file.fileName
        return base == "\(reference.name).\(reference.version ?? "").prompt"
          || (reference.version == nil && base.hasPrefix("\(reference.name)."))
      }
      files.formUnion(broken)
      let templates =
        reference.version == nil
        ? library.versions(of: reference.name)
        : broken.isEmpty ? [try library.template(reference)] : []
      guard !templates.isEmpty || !broken.isEmpty else {
        _ = try library.template(reference)
        continue
      }
      for template in templates { files.formUnion(library.files(of: template)) }
    }
    return files
  }

  private func printText(
    _ findings: [Diagnostic], in library: PromptLibrary, chosen: Set<String>?
  ) {
    for finding in findings { Terminal.printError(finding.description) }
    let errors = findings.count { $0.severity == .error }
    let what =
      chosen.map { "\(names.joined(separator: ", ")): \($0.count) file(s)" }
      ?? "\(library.templates.count) prompts and \(library.partialFiles.count) partials"
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
