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
      try refuse(preset, at: name, among: kinds + presets)
      presets.append(preset)
    }
    return presets
  }

  private static func refuse(
    _ preset: GraderKind, at name: DocumentNode, among kinds: [GraderKind]
  ) throws(SourceError) {
    guard kinds.contains(where: { $0.documentation.name == preset.documentation.name }) else {
      return
    }
    throw name.error(
      "preset.name", "there is already a grader '\(preset.documentation.name)'",
      hint: "give the preset another name")
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
    let kind = try generalKind(use, among: kinds)
    let lines = try self.lines(of: options, in: file)
    let base = try kind.make(GraderOptions(options, of: kind.documentation, files: files))
    var preset = GraderKind(
      NamedGrader(id: name, summary: summary, base: base), discussion: discussion,
      scope: kind.documentation.scope)
    preset.documentation.inFull = inFull(
      ["use: \(kind.documentation.name)", "id: \(name)"] + lines)
    return preset
  }

  /// Reads a preset of a judge, which has a file of its own and leaves some options to suites, such as the models.
  ///
  /// The option 'models' is among those that it leaves, and its documentation names a model in their place. Throws
  /// ``SourceError`` with the location of the first mistake.
  static func judge(
    in file: SourceFile, using kinds: [GraderKind]
  ) throws(SourceError) -> GraderKind {
    var map = try MappingReader(try DocumentNode.parse(file), "a preset of a judge")
    let nameNode = try map.required("name")
    let name = try nameNode.string("'name'")
    let summary = try map.string("summary")
    let discussion = try map.string("discussion")
    let kind = try generalKind(try map.required("use"), among: kinds)
    let options = try map.required("options")
    let leaves = try map.required("leaves")
    try map.finish()
    let lines = try self.lines(of: options, in: file)
    let fixed = try MappingReader(options, "'options'").entries
    let general = kind.documentation
    let open = try leaves.strings("'leaves'").map { key throws(SourceError) -> GraderOption in
      guard let option = general.options.first(where: { $0.name == key }),
        !fixed.contains(where: { $0.key == key })
      else {
        throw leaves.error(
          "preset.options", "'\(key)' cannot be left to suites",
          hint: "name options of '\(general.name)' that the preset does not fix")
      }
      return option
    }
    let models = "models: anthropic:claude-haiku-4-5"
    var preset = GraderKind(
      GraderDocumentation(
        name: name, summary: summary, discussion: discussion, scope: general.scope, options: open,
        example: inFull(["use: \(name)", models]))
    ) { options throws(SourceError) in
      NamedGrader(
        id: options.id, summary: summary,
        base: try kind.make(options.adding(fixed, of: general)))
    }
    preset.documentation.inFull = inFull(
      ["use: \(general.name)", "id: \(name)", models] + lines)
    try refuse(preset, at: nameNode, among: kinds)
    // The preset is tried once, so that a mistake in its options is found when it is read.
    let example = SourceFile(path: file.path, text: preset.documentation.example)
    for item in try DocumentNode.parse(example).list("an example") {
      _ = try preset.make(
        GraderOptions(item, of: preset.documentation, files: InMemoryFileSystem([:])))
    }
    return preset
  }

  private static func generalKind(
    _ use: DocumentNode, among kinds: [GraderKind]
  ) throws(SourceError) -> GraderKind {
    let name = try use.string("'use'")
    if let kind = kinds.first(where: { $0.documentation.name == name }) { return kind }
    throw use.error(
      "suite.grader", "no grader '\(name)'", hint: kinds.map(\.documentation.name).hint(for: name))
  }

  /// A use of a grader as an item of a list, from lines of its mapping.
  private static func inFull(_ lines: [String]) -> String {
    lines.enumerated().map { number, line in
      line.isEmpty ? "" : (number == 0 ? "- " : "  ") + line
    }.joined(separator: "\n")
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
