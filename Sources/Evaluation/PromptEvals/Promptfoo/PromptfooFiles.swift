import CoachTranscripts
import Documents
import SourceFiles

/// Reads what a configuration of promptfoo names: prompts, tests and templates, in it and in other files.
struct PromptfooFiles {
  let folder: String
  let files: any FileSystem
  let root: JSONValue
  private(set) var problems: [Diagnostic] = []
  private(set) var notes: [String] = []

  init(folder: String, files: any FileSystem, root: JSONValue) {
    self.folder = folder
    self.files = files
    self.root = root
  }

  // MARK: Prompts

  /// Returns the prompts that a value stands for: a text, a file, or an object with one of them.
  mutating func prompts(_ value: JSONValue) -> [PromptfooPrompt] {
    let members = [value, value["raw"], value["path"], value["id"]]
    guard let written = members.lazy.compactMap({ $0?.string }).first else { return [] }
    let label = value["label"]?.string ?? String(written.prefix(40))
    let endings = [".txt", ".md", ".json", ".yaml", ".yml", ".j2", ".prompt"]
    let isPath =
      written.hasPrefix("file://")
      || (!written.contains("\n") && endings.contains(where: written.hasSuffix))
    guard isPath, value["raw"] == nil else {
      guard !written.hasPrefix("exec:") else {
        notes.append("left out: the prompt '\(label)', which a program makes")
        return []
      }
      return [PromptfooPrompt(written, label: label)]
    }
    return paths(written).flatMap { path -> [PromptfooPrompt] in
      guard endings.contains(where: path.hasSuffix) else {
        notes.append("left out: the prompt '\(path.fileName)', which a program makes")
        return []
      }
      guard let file = read(path) else { return [] }
      let text = String(decoding: file.bytes, as: UTF8.self)
      if path.hasSuffix(".yaml") || path.hasSuffix(".yml") {
        guard let node = try? DocumentNode.parse(file) else { return [] }
        return [PromptfooPrompt(node.json.text(), label: path.fileName)]
      }
      // In a text file, lines of three dashes separate prompts.
      let parts =
        path.hasSuffix(".txt") ? text.split(separator: "\n---\n").map(String.init) : [text]
      return parts.map { PromptfooPrompt($0.trimmingWhitespace, label: path.fileName) }
    }
  }

  // MARK: Tests

  /// Returns the tests in a list, in a file, or in several.
  mutating func tests(_ value: JSONValue) -> [PromptfooTest] {
    if let list = value.array { return list.flatMap { tests($0) } }
    if let path = value.string { return paths(path).flatMap { tests(inFile: $0) } }
    guard value.object != nil else { return [] }
    if let path = value["path"]?.string { return paths(path).flatMap { tests(inFile: $0) } }
    return [PromptfooTest(resolved(value))]
  }

  private mutating func tests(inFile path: String) -> [PromptfooTest] {
    let name = path.lowercased()
    let endings = [".csv", ".tsv", ".jsonl", ".json", ".yaml", ".yml"]
    guard endings.contains(where: name.hasSuffix) else {
      notes.append("left out: the tests of '\(path)', which is no table and no list")
      return []
    }
    guard let file = read(path) else { return [] }
    if name.hasSuffix(".csv") || name.hasSuffix(".tsv") { return rows(of: file) }
    do throws(SourceError) {
      guard name.hasSuffix(".jsonl") else { return tests(try DocumentNode.read(file).json) }
      var tests: [PromptfooTest] = []
      var start = 0
      while start < file.bytes.count {
        let end = file.bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? file.bytes.count
        if !file.bytes[start..<end].allSatisfy(\.isJSONSpace) {
          let value = try DocumentNode.parseJSON(file, in: start..<end).json
          tests.append(PromptfooTest(resolved(value)))
        }
        start = end + 1
      }
      return tests
    } catch {
      problems += error.diagnostics
      return []
    }
  }

  private mutating func rows(of file: SourceFile) -> [PromptfooTest] {
    var parser = CSVParser(file: file)
    guard let header = parser.next() else { return [] }
    var tests: [PromptfooTest] = []
    while let row = parser.next() {
      guard row.count == header.count else {
        problems.append(.wrongFields(row, header: header, in: file))
        continue
      }
      tests.append(PromptfooTest(row: row, header: header.map(\.text.trimmingWhitespace)))
    }
    if let problem = parser.problem { problems.append(problem) }
    return tests
  }

  /// Returns a value, or that of the file which it names.
  mutating func value(_ value: JSONValue) -> JSONValue {
    guard let path = value.string, let file = paths(path).first.flatMap({ read($0) }),
      let node = try? DocumentNode.read(file)
    else { return resolved(value) }
    return resolved(node.json)
  }

  /// Returns a test with the assertions that it refers to, and with the texts of the files that its variables name.
  private mutating func resolved(_ test: JSONValue) -> JSONValue {
    guard var object = test.object else { return test }
    if let path = object["vars"]?.string { object["vars"] = value(.string(path)) }
    if let vars = object["vars"]?.object {
      object["vars"] = .object(
        vars.reduce(into: JSONObject()) { result, member in
          result[member.key] = variable(member.value)
        })
    }
    if let assertions = object["assert"]?.array {
      object["assert"] = .array(
        assertions.map { assertion in
          guard let reference = assertion["$ref"]?.string,
            let name = reference.split(separator: "/").last
          else { return assertion }
          return root["assertionTemplates"]?[String(name)] ?? assertion
        })
    }
    return .object(object)
  }

  private mutating func variable(_ value: JSONValue) -> JSONValue {
    guard let text = value.string, text.hasPrefix("file://") else { return value }
    guard [".txt", ".md", ".json", ".yaml", ".yml"].contains(where: text.hasSuffix),
      let file = paths(text).first.flatMap({ read($0) })
    else {
      notes.append("not read: the variable in '\(text)'; it stays as it is")
      return value
    }
    guard !text.hasSuffix(".txt"), !text.hasSuffix(".md"), let node = try? DocumentNode.read(file)
    else { return .string(String(decoding: file.bytes, as: UTF8.self)) }
    return node.json
  }

  // MARK: Files

  private mutating func paths(_ written: String) -> [String] {
    var path = written.hasPrefix("file://") ? String(written.dropFirst(7)) : written
    guard !path.contains("://") else {
      notes.append("left out: '\(written)', which is not on this machine")
      return []
    }
    path = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    path = path.resolved(in: folder)
    if PathPattern.isPattern(path) { return PathPattern(path).paths(in: files) }
    guard files.kind(of: path) == .folder else { return [path] }
    return ((try? files.names(in: path)) ?? []).map { "\(path)/\($0)" }
  }

  private mutating func read(_ path: String) -> SourceFile? {
    do throws(SourceError) {
      return try files.read(path)
    } catch {
      problems += error.diagnostics
      return nil
    }
  }
}
