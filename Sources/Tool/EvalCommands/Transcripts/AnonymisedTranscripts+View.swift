import CoachTranscripts
import CommandLineSupport
import EvalStatistics
import PromptEvals

extension AnonymisedTranscripts {
  /// Prints what was replaced in the transcripts of a folder, what was left, and what was not looked for.
  ///
  /// - Parameter map: The file with the way back, if one was written.
  func show(in folder: String, map: String?) {
    var table = TextTable([("kind", .left), ("different", .right), ("replaced", .right)])
    for kind in PersonalDataKind.allCases {
      guard let count = count(of: kind) else { continue }
      table.add([kind.rawValue, String(count.different), String(count.replaced)])
    }
    if replacements.isEmpty {
      Terminal.print("nothing was found to replace")
    } else {
      Terminal.print(table.lines.joined(separator: "\n"))
    }
    Terminal.print("\n\(folder): \(Figures.counted(transcripts.count, "transcript"))".printable)
    if let map {
      Terminal.printError(
        "warning: \(map) leads back to the people: keep it secret, or delete it".inked(.yellow))
    }
    let left = capitalisedWords.prefix(60).map { "\($0.word) \($0.count)" }
    if !left.isEmpty {
      Terminal.print(
        "\nNot replaced, but written like names; add actual names to a file for --names:")
      var wrapper = LineWrapper(width: Terminal.width, indentation: 2)
      Terminal.print("  " + wrapper.feed(left.joined(separator: ", ").printable) + wrapper.flush())
    }
    Terminal.print("\nRead the result. What was not searched for:")
    for limit in Self.limits { Terminal.print("  - \(limit)") }
  }
}
