import Documents
import SourceFiles

/// Kinds that stand for a general grader with fixed options, read from a data file; its head describes the format.
enum GraderPresets {
  /// Reads the presets of a file, in its order.
  ///
  /// Throws ``SourceError`` with the location of the first mistake.
  ///
  /// - Parameters:
  ///   - file: A list of presets.
  ///   - kinds: The kinds that presets may use, whose names they may not take.
  ///   - files: The file system from which files that options name are read.
  static func kinds(
    in file: SourceFile, using kinds: [GraderKind], files: any FileSystem
  ) throws(SourceError) -> [GraderKind] {
    var presets: [GraderKind] = []
    for node in try DocumentNode.parse(file).list("a file of presets") {
      var map = try MappingReader(node, "a preset")
      let name = try map.required("name")
      let preset = try kind(named: name, &map, in: file, using: kinds, files: files)
      guard
        !(kinds + presets).contains(where: { $0.documentation.name == preset.documentation.name })
      else {
        throw name.error(
          "preset.name", "there is already a grader '\(preset.documentation.name)'",
          hint: "give the preset another name")
      }
      presets.append(preset)
    }
    return presets
  }

  private static func kind(
    named name: DocumentNode, _ map: inout MappingReader, in file: SourceFile,
    using kinds: [GraderKind],
    files: any FileSystem
  ) throws(SourceError) -> GraderKind {
    let name = try name.string("'name'")
    let summary = try map.string("summary")
    let discussion = try map.string("discussion")
    let use = try map.required("use")
    let options = try map.required("options")
    try map.finish()
    let general = try use.string("'use'")
    let names = kinds.map(\.documentation.name)
    guard let kind = kinds.first(where: { $0.documentation.name == general }) else {
      throw use.error("suite.grader", "no grader '\(general)'", hint: names.hint(for: general))
    }
    let lines = try self.lines(of: options, in: file)
    let base = try kind.make(GraderOptions(options, of: kind.documentation, files: files))
    var preset = GraderKind(
      NamedGrader(id: name, summary: summary, base: base), discussion: discussion,
      scope: kind.documentation.scope)
    preset.documentation.inFull =
      (["- use: \(general)", "  id: \(name)"] + lines.map { $0.isEmpty ? "" : "  \($0)" })
      .joined(separator: "\n")
    return preset
  }

  /// Returns the lines of a preset's options as the file has them, without their indentation.
  private static func lines(
    of options: DocumentNode, in file: SourceFile
  ) throws(SourceError) -> [String] {
    let entries = try MappingReader(options, "'options'").entries
    guard let first = entries.first else {
      throw options.error("preset.options", "the preset has no options", hint: "write some")
    }
    for entry in entries where GraderOptions.common.contains(entry.key) {
      throw SourceError(
        options.diagnostic(
          "preset.options", "a preset cannot set '\(entry.key)'", at: entry.location,
          hint: "suites set it for each use"))
    }
    let indentation = first.location.column - 1
    var lines: [String] = []
    var number = first.location.line
    while let line = file.line(number) {
      let isBlank = line.allSatisfy(\.isWhitespace)
      guard isBlank || line.prefix(indentation).allSatisfy({ $0 == " " }) else { break }
      lines.append(isBlank ? "" : String(line.dropFirst(indentation)))
      number += 1
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    guard !lines.isEmpty else {
      throw options.error(
        "preset.options", "the options are not on lines of their own",
        hint: "write one key per line below 'options:'")
    }
    return lines
  }
}
