import CommandLineSupport
import SourceFiles

/// Formats commands that can be typed, including the options that lead to the same results.
struct EvalHint {
  private let options: [String]

  /// Creates hints for a folder of results, a server's address and further options.
  init(
    out: String = EvalStoreOptions.standardFolder, baseURL: String? = nil, others: [String] = []
  ) {
    // An address that contains a name and a password is not shown.
    let server = baseURL.map { ["--base-url", $0.contains("@") ? "…" : $0] } ?? []
    options = (out == EvalStoreOptions.standardFolder ? [] : ["--out", out]) + server + others
  }

  init(store: EvalStoreOptions, setup: EvalSetup? = nil) {
    self.init(
      out: store.out, baseURL: setup?.modelOptions.baseUrl, others: setup?.folders ?? [])
  }

  /// `coachkit eval export 20260331-102030-a --format html --out elsewhere`
  func command(_ words: String...) -> String { command(words) }

  func command(_ words: [String]) -> String {
    (["coachkit", "eval"] + words + options).map(Self.quoted).joined(separator: " ")
  }

  /// Quotes a word for a shell if necessary.
  static func quoted(_ word: String) -> String { word.shellQuoted }
}

extension EvalStoreOptions {
  static let standardFolder = ".coachkit"
}

extension EvalSetup {
  /// The options for folders that differ from the defaults.
  fileprivate var folders: [String] {
    [
      ("--prompts", workspace.prompts, WorkspaceOptions.usualPrompts),
      ("--domains", workspace.domains, WorkspaceOptions.usualDomains),
      ("--people", workspace.people, "Evals/people"),
    ].flatMap { name, folder, usual in folder == usual ? [] : [name, folder] }
  }
}
