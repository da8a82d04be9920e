import ArgumentParser
import CommandLineSupport
import PromptTemplates
import SourceFiles

struct PromptsLabelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "label",
    abstract: "Assign a version to a label, or split the traffic.",
    discussion: """
      Labels live in Prompts/labels.yaml, so that a release is a commit that somebody reviews. 'production' \
      is what people get; with --traffic they are split among versions by weight, each person always with \
      the same one. The file is rewritten: comments in it are lost.

      Examples:
        coachkit prompts label discovery production v1
        coachkit prompts label discovery --traffic v1=80,v2=20
        coachkit prompts label discovery --end-traffic
      """)

  @Argument(help: "The prompt's name, without version.")
  var name: String

  @Argument(help: "The label, such as production.")
  var label: String?

  @Argument(help: "The version, such as v2.")
  var version: String?

  @Option(help: ArgumentHelp("Weights by version.", valueName: "v1=80,v2=20"))
  var traffic: String?

  @Flag(help: "Give everyone the production version again.")
  var endTraffic = false

  @Option(
    help: ArgumentHelp("Changes the split, so that people are assigned again.", valueName: "word"))
  var salt: String?

  @OptionGroup var workspace: WorkspaceOptions

  func validate() throws {
    guard label == nil || version != nil else {
      throw ValidationError("Name a version, too: prompts label \(name) \(label ?? "") v1.")
    }
    guard label != nil || traffic != nil || endTraffic || salt != nil else {
      throw ValidationError("Name a label and a version, or give --traffic.")
    }
    let isWord = label.map { $0.first?.isLetter ?? false && $0.allSatisfy(\.isLabelPart) } ?? true
    guard label != "traffic", label != "salt", isWord else {
      throw ValidationError("'\(label ?? "")' is not a label's name.")
    }
  }

  func run() throws {
    let lock = try RunLock(changing: "\(workspace.prompts)/\(PromptLabels.fileName)")
    defer { lock?.release() }
    let library = try workspace.promptLibrary()
    // An unreadable file would be overwritten with less than it contains.
    try library.refuseBroken(PromptLabels.fileName)
    var labels = library.labels
    var entry = labels.entries[name] ?? PromptLabels.Entry()
    _ = try library.template(PromptReference(name: name))
    if let label, let version {
      guard !library.versions(of: name).contains(where: { $0.version == label }) else {
        throw CommandError(
          "'\(label)' is a version of '\(name)'", hint: "give the label another name")
      }
      entry.labels[label] = try checked(version, in: library)
    }
    if let traffic { entry.traffic = try shares(traffic, in: library) }
    if endTraffic { entry.traffic = [] }
    if let salt { entry.salt = salt }
    guard entry.traffic.isEmpty || entry.labels["production"] != nil else {
      throw CommandError(
        "'\(name)' has no production version", hint: "first: prompts label \(name) production v…")
    }
    labels.entries[name] = entry == PromptLabels.Entry() ? nil : entry
    let path = "\(workspace.prompts)/\(PromptLabels.fileName)"
    // The written file must be read back as the same labels.
    guard try PromptLabels(SourceFile(path: path, text: labels.text)).entries == labels.entries
    else {
      throw CommandError("these labels cannot be written", hint: "use letters, digits and '-'")
    }
    try OutputFile.write(text: path) { write in try write(labels.text) }
    Terminal.print("\(path): \(name) → \(labels.released(name).joined(separator: ", "))")
    let unlocked = labels.released(name).filter { library.lock.digests["\(name)@\($0)"] == nil }
    if !unlocked.isEmpty {
      Terminal.print("not locked yet: run 'coachkit prompts lock'".inked(.yellow))
    }
  }

  private func checked(_ version: String, in library: PromptLibrary) throws -> String {
    // Looking up the prompt throws an error that says what is wrong with it, or which versions exist.
    let template = try library.prompt(PromptReference(name: name, version: version)).template
    return template.version ?? version
  }

  private func shares(_ text: String, in library: PromptLibrary) throws -> [PromptLabels.Share] {
    var seen: Set<String> = []
    return try text.split(separator: ",").map { part in
      let sides = part.split(separator: "=").map(String.init)
      guard sides.count == 2, let weight = Double(sides[1]), weight > 0, weight <= 1_000_000 else {
        throw ValidationError(
          "'\(part)' is not a share; write --traffic v1=80,v2=20, with weights up to 1000000.")
      }
      guard seen.insert(sides[0]).inserted else {
        throw ValidationError("'\(sides[0])' has two weights.")
      }
      return PromptLabels.Share(version: try checked(sides[0], in: library), weight: weight)
    }
  }
}

extension Character {
  /// Whether the character is valid in a label's name.
  fileprivate var isLabelPart: Bool {
    isASCII && (isLetter || isNumber || self == "-" || self == "_")
  }
}
