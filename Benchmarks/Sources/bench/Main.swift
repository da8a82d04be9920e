import CoachKit
import Foundation
import Mustache

/// Measures the prompt layer and writes one JSON object a line: a name, microseconds, and what else
/// there is to know. `Scripts/bench.sh` turns them into a table beside the peers in other languages.
@main
struct Bench {
  static let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

  static func main() {
    do {
      try PromptBench(root: root, only: CommandLine.arguments.dropFirst().first).run()
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }
}
