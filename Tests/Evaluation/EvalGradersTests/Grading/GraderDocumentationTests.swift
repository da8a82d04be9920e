import Documents
@testable import EvalGraders
import EvalTestKit
import Foundation
@testable import PromptEvals
import SourceFiles
import Testing
import TestKit

/// What users read about graders is what graders do.
@Suite("Documentation of graders")
struct GraderDocumentationTests {
  private static let names = GraderRegistry.standard.names

  @Test("every example is valid and of the kind that it documents", arguments: names)
  func examples(name: String) throws {
    let kind = try #require(GraderRegistry.standard.kind(name))
    let folder = try Self.folder()
    let uses = try GraderSamples.uses(kind.documentation.example, folder: folder.path)
    #expect(uses.map { $0.settings["use"] ?? .string($0.id) } == [.string(name)])
    #expect(!kind.documentation.discussion.isEmpty)
    #expect(kind.documentation.summary.hasSuffix("."))
    for option in kind.documentation.options {
      #expect(option.text.hasSuffix("."), "\(option.name)")
    }
  }

  @Test(
    "every declared option is read: an invalid value is rejected at its location", arguments: names
  )
  func options(name: String) throws {
    let kind = try #require(GraderRegistry.standard.kind(name))
    let folder = try Self.folder()
    let use = try #require(
      try GraderSamples.uses(kind.documentation.example, folder: folder.path).first)
    for option in kind.documentation.options {
      var settings = use.settings
      settings["use"] = .string(name)
      settings[option.name] = nil
      let before = JSONValue.object(settings).text().unicodeScalars.count
      settings[option.name] = Self.wrongValue(option.form)
      let problem = GraderSamples.problem(
        "- \(JSONValue.object(settings).text())", folder: folder.path)
      let column = try #require(problem?.location?.column, "'\(option.name)' is not looked at")
      // The option is last, so the error is located behind everything else.
      #expect(column > before, "'\(option.name)': \(problem?.message ?? "")")
    }
  }

  /// A folder with the program of the example.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/graders", withIntermediateDirectories: true)
    try folder.write("", to: "graders/house_style.py")
    return folder
  }

  private static func wrongValue(_ form: GraderOption.Form) -> JSONValue {
    switch form {
    case .text, .file: ["one", "two"]
    case .texts, .models: ["a": 1]
    case .number, .choice, .value: "zzz"
    case .integer: 0.5
    case .flag: "perhaps"
    }
  }

  @Test("names are unique")
  func uniqueNames() {
    #expect(Set(Self.names).count == Self.names.count)
  }

  @Test("an unknown option is rejected with the closest match")
  func unknownOption() {
    let problem = GraderSamples.problem("- {use: length, at_mots: 3}")
    #expect(problem?.code == "yaml.unknown-key")
    #expect(problem?.hint?.contains("at_most") == true)
  }

  @Test("the terminal explains a kind with its options and example")
  func terminal() throws {
    let kind = try #require(GraderRegistry.standard.kind("length"))
    let text = GraderRegistry.standard.text(of: kind)
    for part in ["length", "at_most", "words, sentences", "- use: length", "threshold"] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test("Documentation/graders.md is the generated text")
  func markdown() throws {
    let text = GraderRegistry.standard.markdown
    let path = "\(ProjectFolder.path)/Documentation/graders.md"
    if ProcessInfo.processInfo.environment["COACHKIT_RECORD"] != nil {
      try Data(text.utf8).write(to: URL(filePath: path))
      Issue.record("recorded \(path); run again without COACHKIT_RECORD")
      return
    }
    let golden = try String(contentsOfFile: path, encoding: .utf8)
    #expect(golden == text, "the documentation differs: COACHKIT_RECORD=1 records it again")
  }
}
