import ArgumentParser
import CommandLineSupport
import PromptTemplates
import SourceFiles

struct PromptsLabelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "label",
    abstract: "Assign a version to a label, or split the traffic.",
    discussion: """
      Labels are kept in Prompts/labels.yaml, so that a release is a commit that can be reviewed. People get the \
      version labelled 'production', or with --traffic one of several versions by percentage; each person always \
      gets the same one. The percentages must add up to 100, or --rest names the version that gets the remainder. \
      The command prints the shares before and after, and how many people change versions. It asks before it \
      replaces a running split.

      A conversation in progress keeps its version if the backend sends 'conversation.assignments' \
      (Documentation/turns.md). A share of 0 withdraws a version from these conversations too. A new --salt assigns \
      everyone again. New shares are a new experiment with its own id. The file is rewritten, and comments in it \
      are lost.

      Examples:
        coachkit prompts label discovery production v1
        coachkit prompts label discovery --traffic v1=80,v2=20
        coachkit prompts label discovery --traffic v2=20 --rest v1
        coachkit prompts label discovery --traffic v1=100,v2=0
        coachkit prompts label discovery --end-traffic
      """)

  @Argument(help: "The prompt's name, without version.")
  var name: String

  @Argument(help: "The label, such as production.")
  var label: String?

  @Argument(help: "The version, such as v2.")
  var version: String?

  @Option(help: ArgumentHelp("Percentages by version.", valueName: "v1=80,v2=20"))
  var traffic: String?

  @Option(
    help: ArgumentHelp(
      "The version that gets the remaining percentage.", valueName: "version"))
  var rest: String?

  @Flag(help: "Give everyone the production version again.")
  var endTraffic = false

  @Option(
    help: ArgumentHelp(
      "A word that changes the split, so that people are assigned again.", valueName: "word"))
  var salt: String?

  @Flag(help: "Replace a running split without asking.")
  var yes = false

  @OptionGroup var workspace: WorkspaceOptions

  func validate() throws {
    guard label == nil || version != nil else {
      throw ValidationError("Name a version, too: prompts label \(name) \(label ?? "") v1.")
    }
    guard rest == nil || traffic != nil else {
      throw ValidationError("--rest gets what --traffic leaves: give --traffic, too.")
    }
    guard traffic == nil || !endTraffic else {
      throw ValidationError(
        "--traffic starts a split, and --end-traffic ends one: give one of them.")
    }
    guard label != nil || traffic != nil || endTraffic || salt != nil else {
      throw ValidationError("Name a label and a version, or give --traffic.")
    }
    let isWord = label.map { $0.first?.isLetter ?? false && $0.allSatisfy(\.isLabelPart) } ?? true
    guard !PromptLabels.reservedNames.contains(label ?? ""), isWord else {
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
    let old = entry
    let before = TrafficShares(entry)
    _ = try library.template(PromptReference(name: name))
    if let label, let version {
      guard !library.versions(of: name).contains(where: { $0.version == label }) else {
        throw CommandError(
          "'\(label)' is a version of '\(name)'", hint: "give the label another name")
      }
      entry.labels[label] = try checked(version, in: library)
    }
    let isRunning = !entry.traffic.isEmpty
    if let traffic { entry.traffic = try shares(traffic, in: library) }
    if endTraffic { entry.traffic = [] }
    if let salt {
      guard salt != old.salt ?? name else {
        throw CommandError(
          "the salt of '\(name)' is already '\(salt)', so that nobody would be assigned again",
          hint: "give a word that was never used before")
      }
      entry.salt = salt
    }
    if old.salt != entry.salt {
      entry.earlierTraffic = []
    } else if isRunning, Set(old.traffic) != Set(entry.traffic) {
      entry.earlierTraffic.append(old.traffic)
    }
    guard entry.traffic.isEmpty || entry.labels["production"] != nil else {
      throw CommandError(
        "'\(name)' has no production version", hint: "first: prompts label \(name) production v…")
    }
    let after = TrafficShares(entry)
    labels.entries[name] = entry == PromptLabels.Entry() ? nil : entry
    let path = "\(workspace.prompts)/\(PromptLabels.fileName)"
    // The written file must be read back as the same labels.
    guard try PromptLabels(SourceFile(path: path, text: labels.text)).entries == labels.entries
    else {
      throw CommandError("these labels cannot be written", hint: "use letters, digits and '-'")
    }
    if before != after { Terminal.print(after.table(since: before).lines.joined(separator: "\n")) }
    let moves = TrafficMoves(of: name, from: old, to: entry)
    if let words = moves.description { Terminal.print(words) }
    if isRunning, traffic != nil, before != after, !yes {
      try Confirmation.ask(
        "a split of '\(name)' is running: \(before); it would be replaced by \(after), which gives"
          + " \(TrafficShares.text(moves.percent)) of the people another version",
        unattended: "give --yes to replace it", declined: "the split is still \(before)")
    }
    try OutputFile.write(text: path) { write in try write(labels.text) }
    Terminal.print("\(path): \(name) → \(labels.released(name).joined(separator: ", "))")
    if isRunning, !entry.traffic.isEmpty, old.experiment(of: name) != entry.experiment(of: name) {
      Terminal.print(
        ("note: the experiment \(old.experiment(of: name)) has ended, and"
          + " \(entry.experiment(of: name)) begins: analyse them apart").inked(.yellow))
    }
    let kept = old.served.subtracting(entry.served).subtracting(entry.withdrawn)
    if old.salt == entry.salt, !kept.isEmpty, !entry.served.isEmpty {
      let shares = after.withdrawing(kept)
      Terminal.print(
        ("note: conversations in progress may keep \(kept.sorted().joined(separator: ", ")); to take"
          + " it away there, too: prompts label \(name) --traffic \(shares)").inked(.yellow))
    }
    if label == "production", let version, !entry.traffic.isEmpty {
      Terminal.print(
        "note: people still get \(after); \(version) is for everyone after --end-traffic"
          .inked(.yellow))
    }
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
    var shares: [PromptLabels.Share] = []
    for part in text.split(separator: ",") {
      let sides = part.split(separator: "=").map(String.init)
      guard sides.count == 2, let percent = Double(sides[1]), percent >= 0, percent <= 100 else {
        throw ValidationError(
          "'\(part)' is not a share; write --traffic v1=80,v2=20, with percentages.")
      }
      try add(sides[0], percent: percent, to: &shares, in: library)
    }
    let total = shares.reduce(0) { $0 + $1.weight }
    if let rest {
      guard total < 100 else {
        throw ValidationError(
          "--traffic leaves nothing for --rest: it adds up to \(TrafficShares.text(total)).")
      }
      try add(rest, percent: 100 - total, to: &shares, in: library)
    } else if abs(total - 100) > 1e-6 {
      let versions = library.versions(of: name).compactMap(\.version)
      let other = versions.last { version in !shares.contains { $0.version == version } }
      throw CommandError(
        "the shares add up to \(TrafficShares.text(total)), not to 100 %",
        hint: total < 100
          ? "say who gets the other \(TrafficShares.text(100 - total)), as in --rest \(other ?? "v1")"
          : "give percentages that add up to 100")
    }
    return shares
  }

  private func add(
    _ version: String, percent: Double, to shares: inout [PromptLabels.Share],
    in library: PromptLibrary
  ) throws {
    let version = try checked(version, in: library)
    guard !shares.contains(where: { $0.version == version }) else {
      throw ValidationError("'\(version)' has two shares.")
    }
    shares.append(PromptLabels.Share(version: version, weight: percent))
  }
}

extension Character {
  /// Whether the character is valid in a label's name.
  fileprivate var isLabelPart: Bool {
    isASCII && (isLetter || isNumber || self == "-" || self == "_")
  }
}
