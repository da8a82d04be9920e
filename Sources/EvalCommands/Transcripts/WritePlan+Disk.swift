import CommandLineSupport
import PromptEvals
import SourceFiles
import Transcripts

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension WritePlan {
  /// Writes what is new or replaced, each file at once, into a folder that is made if need be.
  func write(to folder: String) throws {
    guard LocalFileSystem().kind(of: folder) != .file else {
      throw CommandError("\(folder) is a file", hint: "name a folder with --out")
    }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      for item in items where item.action != .keep {
        try Data(item.text.utf8).write(to: URL(filePath: item.path), options: .atomic)
      }
    } catch {
      throw CommandError(
        "nothing can be written in \(folder)", hint: "check its permissions and the free space")
    }
  }
}

extension WritePlan.Action {
  /// What was done, in a word.
  var words: String {
    switch self {
    case .write: "written"
    case .replace: "replaced"
    case .keep: "there already"
    }
  }
}
