import ArgumentParser
import CommandLineSupport
import PromptTemplates
import SourceFiles

struct PromptsNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Start a new version of a prompt, or a new prompt.",
    discussion: """
      The file is a copy of another version, by default the newest. If the prompt does not exist yet, the file is a \
      short template. Nothing is released: people get the new version only through a label or traffic.

      Examples:
        coachkit prompts new discovery@v9 --from v2
        coachkit prompts new discovery
        coachkit prompts new morning-check@v1
      """)

  @Argument(
    help: ArgumentHelp(
      "The prompt, as name@version; a name alone gets the next number.", valueName: "prompt"))
  var prompt: String

  @Option(
    help: ArgumentHelp(
      "The version to copy, or a version of another prompt as name@version.", valueName: "version"))
  var from: String?

  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let reference = try PromptReference(argument: prompt)
    let library = try workspace.promptLibrary()
    let existing = library.versions(of: reference.name)
    let version = reference.version ?? Self.next(after: existing.compactMap(\.version))
    for (what, word) in [("name", reference.name), ("version", version)] {
      guard word.allSatisfy(\.isNamePart), word.first?.isLetter ?? false else {
        throw ValidationError(
          "'\(word)' cannot be the \(what) of a prompt: begin with a letter, and use letters, digits and hyphens."
        )
      }
    }
    let path = "\(workspace.prompts)/\(reference.name).\(version).prompt"
    guard DiskFileSystem().kind(of: path) == nil else {
      throw CommandError("\(path) is there already", hint: "edit it, or choose another version")
    }
    let source = try source(named: reference.name, existing: existing, in: library)
    try OutputFile.write(text: path) { write in
      try write(source.map { String(decoding: $0.file.bytes, as: UTF8.self) } ?? Self.template)
    }
    let origin = source.map { "a copy of \($0.reference)" } ?? "a new prompt"
    Terminal.print("\("✓".inked(.green)) \(path): \(origin)")
    printNextSteps("\(reference.name)@\(version)", source: source?.reference)
  }

  private func source(
    named name: String, existing: [PromptTemplate], in library: PromptLibrary
  ) throws -> PromptTemplate? {
    guard let from else { return existing.last }
    let reference =
      from.contains("@")
      ? try PromptReference(argument: from) : PromptReference(name: name, version: from)
    guard from.contains("@") || !existing.isEmpty else {
      throw CommandError(
        "there is no version of '\(name)' to copy",
        hint:
          "leave out --from for a short template, or name another prompt's version: --from name@version"
      )
    }
    return try library.template(reference)
  }

  private func printNextSteps(_ reference: String, source: String?) {
    let folder =
      workspace.prompts == WorkspaceOptions.usualPrompts
      ? "" : " --prompts \(workspace.prompts.shellQuoted)"
    var steps = [
      "coachkit prompts check \(reference)\(folder)", "coachkit render \(reference)\(folder)",
    ]
    if let source { steps.append("coachkit prompts diff \(source) \(reference)\(folder)") }
    Terminal.print("Change its description and its text, then:")
    for step in steps { Terminal.print("  \(step)") }
  }

  /// Returns the version after the newest one whose name ends with a number: `v3` after `v2`.
  static func next(after versions: [String]) -> String {
    let numbers = versions.compactMap { version in
      version.first == "v" ? Int(version.dropFirst()) : nil
    }.filter { $0 < .max }
    return "v\((numbers.max() ?? 0) + 1)"
  }

  private static let template = """
    ---
    description: What the prompt is for, and what is special about this version.
    config: {temperature: 0.7, maxOutputTokens: 300}
    input:
      schema:
        language: string, the language to write in (BCP 47)
    coachkit.inputs:
      language: {cache: personal, trust: trusted}
    coachkit.sections:
      - {name: task, cache: stable}
      - {name: person, cache: personal}
      - {name: conversation, cache: volatile}
    ---
    {{role "system"}}{{section "task"~}}
    What the model is to do, in a few plain sentences.
    {{section "person"~}}
    Write in {{language}}.
    {{section "conversation"}}{{history}}

    """
}

extension Character {
  fileprivate var isNamePart: Bool {
    isASCII && (isLetter || isNumber || self == "-" || self == "_")
  }
}
