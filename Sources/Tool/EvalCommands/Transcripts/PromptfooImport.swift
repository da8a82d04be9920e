import CommandLineSupport
import EvalStatistics
import PromptEvals
import SourceFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Converts a configuration of promptfoo to files of this package, and says what became of each kind of assertion.
struct PromptfooImport {
  let path: String
  let out: String
  let overwrite: Bool

  func run(_ disk: DiskFileSystem) throws {
    let configuration = try PromptfooConfiguration(disk.read(path), files: disk)
    let (files, notes) = configuration.converted()
    let taken = files.map { "\(out)/\($0.path)" }.filter { disk.kind(of: $0) != nil }
    guard taken.isEmpty || overwrite else {
      throw CommandError(
        "nothing was written: \(taken[0]) is there already",
        hint: "give --overwrite, or another --out")
    }
    guard disk.kind(of: out) != .file else {
      throw CommandError("\(out) is a file", hint: "name a folder with --out")
    }
    do {
      try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
      for file in files {
        try Data(file.text.utf8).write(to: URL(filePath: "\(out)/\(file.path)"), options: .atomic)
      }
    } catch {
      throw CommandError(
        "nothing can be written in \(out)", hint: "check its permissions and the free space")
    }
    Terminal.print("\(path.inked(.bold)): a configuration of promptfoo".printableInColour)
    for note in notes { Terminal.print("  \(note)".printable) }
    Terminal.print(
      "\(out): \(Figures.counted(files.count, "file")) written: "
        .printable + files.map { $0.path }.joined(separator: ", ").printable)
    guard let suite = files.first(where: { $0.path == "\(configuration.name).yaml" }) else {
      return
    }
    let names = ["\(out)/\(suite.path)", "--prompts", out].map(\.shellQuoted)
    Terminal.print("next: coachkit eval check \(names.joined(separator: " "))".inked(.dim))
  }
}
