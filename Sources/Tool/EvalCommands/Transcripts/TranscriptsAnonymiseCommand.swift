import ArgumentParser
import CoachTranscripts
import CommandLineSupport
import Documents
import PromptEvals
import SourceFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct TranscriptsAnonymiseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "anonymise",
    abstract: "Replace listed names, addresses and numbers, and list what was not searched for.",
    discussion: """
      Addresses, links and numbers of seven digits or more are recognised. Names are replaced only if they are \
      in the list of --names: run the command once without it, and choose the names from the words that it \
      prints. A name gets the same stand-in in all chats of a person (those with the same 'cluster'). Ids and \
      titles are generated anew; comments, 'about' and the link to a profile are left out of the new files. The \
      sources are never changed.

      No program finds everything: read the result before you pass it on.

      Examples:
        coachkit transcripts anonymise Evals/transcripts/logs --out clean
        coachkit transcripts anonymise logs --out clean --names names.txt --keep Paris,Rose
        coachkit transcripts anonymise logs --out clean --map secret/map.json
      """)

  @Argument(
    help: ArgumentHelp("Files, or folders, which are searched recursively.", valueName: "path"))
  var paths: [String]

  @Option(help: ArgumentHelp("The folder for the new transcripts.", valueName: "dir"))
  var out: String

  @Option(
    help: ArgumentHelp("Names to replace wherever they occur, one per line.", valueName: "file"))
  var names: String?

  @Option(help: ArgumentHelp("Words that are never replaced.", valueName: "word,…"))
  var keep: [String] = []

  @Option(
    help: ArgumentHelp(
      "The file for the secret map back to the originals; none by default.", valueName: "file"))
  var map: String?

  @Flag(help: "Replace files of an earlier run.")
  var overwrite = false

  func run() throws {
    let disk = DiskFileSystem()
    let sources = try TranscriptFolder.paths(paths, files: disk)
    try refuseSources(sources)
    let read = try TranscriptFolder.readAll(sources, files: disk)
    if let error = SourceError(read.diagnostics) { throw error }
    var options = TranscriptAnonymiser.Options()
    options.names = try names.map { try TranscriptAnonymiser.names(in: disk.read($0)) } ?? []
    options.keep = keep.separated
    let result = TranscriptAnonymiser(options).anonymise(read.transcripts)
    let plan = WritePlan(result.transcripts, folder: out, overwrite: overwrite, disk: disk)
    if let error = SourceError(plan.diagnostics) { throw error }
    if let map {
      try SecretFile.write(result.map.text(.indented(2)), to: map, overwrite: overwrite)
    }
    try plan.write(to: out)
    result.show(in: out, map: map)
  }

  /// Throws if the new files would be in a folder of the old ones, or the map in the folder of the new ones.
  private func refuseSources(_ sources: [String]) throws {
    let folder = Self.canonical(out)
    guard !sources.contains(where: { Self.canonical($0.parentFolder) == folder }) else {
      throw CommandError(
        "--out is the folder of a source, which would be overwritten", hint: "name another folder"
      )
    }
    guard let map else { return }
    let place = Self.canonical(map.parentFolder)
    guard place != folder, !place.hasPrefix(folder + "/") else {
      throw CommandError(
        "the map would be among the files that you pass on", hint: "store it outside of \(out)")
    }
  }

  private static func canonical(_ path: String) -> String {
    let resolved = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
    return resolved.count > 1 && resolved.hasSuffix("/") ? String(resolved.dropLast()) : resolved
  }
}
