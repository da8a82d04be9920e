import Foundation
import PackagePlugin

/// Embeds the data files of a target in its code, each under its path in the target.
///
/// SwiftPM's own embedding writes a file as a list of numbers, for which the compiler takes a minute per megabyte;
/// for a string literal it takes no noticeable time. New files are found without being listed anywhere.
@main
struct EmbedData: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target as? any SourceModuleTarget else { return [] }
    let folder = module.directoryURL
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let files = (found?.compactMap { $0 as? URL } ?? [])
      .filter { !["swift", ""].contains($0.pathExtension) }.sorted { $0.path < $1.path }
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedData.swift")
    return [
      .buildCommand(
        displayName: "Embedding the data of \(target.name)",
        executable: try context.tool(named: "embed-data").url,
        arguments: [folder.path, output.path] + files.map(\.path), inputFiles: files,
        outputFiles: [output])
    ]
  }
}
