import Foundation
import PackagePlugin

/// Compiles the rules in `SafetyRules/` that a module needs into its code, as tables.
///
/// Thousands of phrases take a second to read and to index; a table of the same data is copied in milliseconds.
@main
struct CompileRules: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = context.package.directoryURL.appending(path: "SafetyRules")
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let files = (found?.compactMap { $0 as? URL } ?? [])
      .filter { ["yaml", "model", "txt"].contains($0.pathExtension) }.sorted { $0.path < $1.path }
    let output = context.pluginWorkDirectoryURL.appending(path: "CompiledRules.swift")
    return [
      .buildCommand(
        displayName: "Compiling the rules of \(target.name)",
        executable: try context.tool(named: "compile-rules").url,
        arguments: [folder.path, output.path], inputFiles: files,
        outputFiles: [output])
    ]
  }
}
