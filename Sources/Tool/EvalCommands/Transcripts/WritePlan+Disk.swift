import CoachTranscripts
import CommandLineSupport
import PromptEvals
import SourceFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension WritePlan {
  /// Writes the new and replaced files, each atomically, and creates the folder if necessary.
  func write(to folder: String) throws {
    guard DiskFileSystem().kind(of: folder) != .file else {
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
  /// The result of the action in a word or two.
  var words: String {
    switch self {
    case .write: "written"
    case .replace: "replaced"
    case .keep: "there already"
    }
  }
}
