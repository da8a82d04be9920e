import Foundation

/// Writes data files as string literals in a Swift source file: `embed-data <folder> <output> <file>…`.
@main
enum EmbedData {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count >= 2 else {
      print("usage: embed-data <folder> <output> <file>...")
      exit(2)
    }
    let (folder, output) = (arguments[1] + "/", arguments[2])
    var source = """
      import SourceFiles

      /// The data files of this module.
      let embeddedFiles = EmbeddedFiles([

      """
    if arguments.count == 2 { source += "  :\n" }
    for path in arguments.dropFirst(2) {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let name = path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
      source += "  \"\(name)\": \(literal(text)),\n"
    }
    source += "])\n"
    try source.write(toFile: output, atomically: true, encoding: .utf8)
  }

  /// Returns a text as a multi-line string literal, with more number signs than anything in the text could end.
  private static func literal(_ text: String) -> String {
    var marks = "#"
    while text.contains("\"\"\"\(marks)") || text.contains("\\\(marks)") { marks += "#" }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return "\(marks)\"\"\"\n\(lines.joined(separator: "\n"))\n\"\"\"\(marks)"
  }
}
