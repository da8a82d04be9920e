import CoachDomains
import CoachEngine
import CoachModel
import Documents
import Foundation
import PromptTemplates
import SourceFiles
import Testing
import TestKit

/// The newest two versions of every shipped prompt rendered for every example person, stored in `Golden/`.
///
/// Older versions are released: the lock file holds the digest of their templates.
///
/// After an intended change, run `COACHKIT_RECORD=1 make test` and review the difference in git: the run still fails,
/// so that recording is never mistaken for passing.
@Suite("Golden renderings")
struct GoldenRenderingTests {
  private static let folder = "\(ProjectFolder.path)/Tests/Coaching/CoachEngineTests/Golden"
  private static let isRecording = ProcessInfo.processInfo.environment["COACHKIT_RECORD"] != nil

  @Test("the newest prompts for every person", arguments: try ExamplePrompts.newest())
  func golden(reference: String) throws {
    let text = try Self.document(reference)
    let path = "\(Self.folder)/\(reference.replacing("@", with: ".")).txt"
    if Self.isRecording {
      try Data(text.utf8).write(to: URL(filePath: path))
      Issue.record("recorded \(path); run again without COACHKIT_RECORD")
      return
    }
    let golden = try String(contentsOfFile: path, encoding: .utf8)
    let difference = TextDifference(from: golden, to: text)
    #expect(
      difference.isEmpty, "\(reference) reads differently: COACHKIT_RECORD=1 records it again")
  }

  @Test("every golden file belongs to an existing prompt")
  func leftovers() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    let known = try ExamplePrompts.newest().map { "\($0.replacing("@", with: ".")).txt" }
    #expect(Set(names) == Set(known))
  }

  /// The messages for each person; a section that equals the first person's is only named.
  private static func document(_ reference: String) throws -> String {
    var text = ""
    var first: [String: String] = [:]
    for (position, person) in Workspace.people.enumerated() {
      text += "════ \(person)\n"
      let rendered = try ExamplePrompts.render(reference, person: person)
      for section in rendered.sections {
        let name = section.declaration.name
        let own = rendered.text(of: section)
        let roles = Set(rendered.segments(of: section).map(\.role.rawValue)).sorted()
        text += "──── \(name) (\(roles.joined(separator: ", ")))\n"
        if position > 0, first[name] == own {
          text += own.isEmpty ? "" : "(as for \(Workspace.people[0]))\n"
        } else {
          text += own.hasSuffix("\n") || own.isEmpty ? own : own + "\n"
        }
        if position == 0 { first[name] = own }
      }
    }
    return text
  }
}

/// The shipped prompts with the data of the examples.
enum ExamplePrompts {
  static func references() throws -> [String] {
    try Workspace.library().templates.map(\.reference)
  }

  /// The newest two versions of each prompt.
  static func newest() throws -> [String] {
    let library = try Workspace.library()
    return Set(library.templates.map(\.name)).sorted().flatMap {
      library.versions(of: $0).suffix(2).map(\.reference)
    }
  }

  /// The inputs that only an example file provides.
  static func values(_ reference: String) throws -> JSONObject {
    let name = reference.prefix { $0 != "@" }
    let path = "\(ProjectFolder.path)/Evals/inputs/\(name).yaml"
    guard DiskFileSystem().kind(of: path) != nil else { return [:] }
    return try DocumentNode.parse(DiskFileSystem().read(path)).json.object ?? [:]
  }

  static func request(_ reference: String, person: Person, history: [Message] = []) throws
    -> AssemblyRequest
  {
    AssemblyRequest(
      prompt: try #require(PromptReference(reference)), person: person,
      domain: try Workspace.domain("career"),
      domains: try Workspace.domains(),
      history: history, today: "2026-06-25", values: try values(reference))
  }

  static func render(_ reference: String, person: String) throws -> RenderedPrompt {
    try PromptAssembler(library: Workspace.library()).assemble(
      request(reference, person: Workspace.person(person)))
  }
}
