import ArgumentParser
import PromptTemplates
import SourceFiles

/// The option for how tokens are counted.
struct TokenizerOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Count tokens exactly, with the rank file of a vocabulary: cl100k:file or o200k:file.",
      valueName: "pattern:file"))
  var tokenizer: String?

  func counter() throws -> any TokenCounter {
    guard let tokenizer else { return TokenEstimator() }
    let parts = tokenizer.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, let pattern = BytePairTokenizer.Pattern(rawValue: parts[0]) else {
      let known = BytePairTokenizer.Pattern.allCases.map(\.rawValue).joined(separator: " or ")
      throw ValidationError("--tokenizer is \(known), a colon and a rank file.")
    }
    return try BytePairTokenizer(rankFile: DiskFileSystem().read(parts[1]), pattern: pattern)
  }
}
