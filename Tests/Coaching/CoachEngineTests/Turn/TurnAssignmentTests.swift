import CoachEngine
import CoachModel
import CoachSafety
import Documents
import PromptTemplates
import SafetyRules
import SourceFiles
import Testing
import TestKit

@Suite("The version of a prompt in a conversation")
struct TurnAssignmentTests {
  private struct MarkScreen: CrisisScreening {
    func assess(_ message: String, history: [Message]) -> SafetyAssessment? {
      guard message == "MARK" else { return nil }
      return SafetyAssessment(
        categories: [.suicidalThoughts], severity: .high,
        evidence: SafetyAssessment.Evidence(text: message, range: 0..<4),
        stage: ScreeningStage(rawValue: "test"))
    }
  }

  /// The project's prompts with other labels for discovery.
  private func library(_ labels: String) throws -> PromptLibrary {
    let folder = "\(ProjectFolder.path)/Prompts"
    let disk = DiskFileSystem()
    var files: [String: String] = [:]
    for name in try disk.names(in: folder) where name.hasSuffix(".prompt") {
      files["P/\(name)"] = String(decoding: try disk.read("\(folder)/\(name)").bytes, as: UTF8.self)
    }
    files["P/labels.yaml"] =
      "coaching:\n  production: v6\nsafety-reply:\n  production: v3\ndiscovery:\n\(labels)"
    return try PromptLibrary(folder: "P", files: InMemoryFileSystem(files))
  }

  /// A person who gets v3 with a share of 80 % and v4 with one of 20 %.
  private func person(_ before: PromptLibrary, _ after: PromptLibrary) throws -> Person {
    let people = (0..<1_000).map { "p-\($0)" }
    let id = try #require(
      people.first { person in
        (try? before.assign(person, to: "discovery"))?.reference.version == "v3"
          && (try? after.assign(person, to: "discovery"))?.reference.version == "v4"
      })
    return Person(id: id)
  }

  @Test("stays the same while the shares change, and so does the experiment, if the caller says so")
  func kept() async throws {
    let split = try library("  production: v3\n  traffic: {v3: 80, v4: 20}\n")
    let ramp = try library("  production: v3\n  traffic: {v3: 20, v4: 80}\n")
    let scene = try TurnScene(small: (1...3).map { "What is it about \($0)?" }, strong: [])
    scene.person = try person(split, ramp)
    scene.service.prompts = { split }
    let first = try #require(try await scene.say("I do not sleep.").outcome)
    let prompt = try #require(first.trace.prompt)
    #expect(prompt.reference == "discovery@v3")
    #expect(prompt.traffic.map(\.weight) == [80, 20])
    #expect(first.updates.assignments.map(\.reference.description) == ["discovery@v3"])

    scene.service.prompts = { ramp }
    let forgetful = try #require(try await scene.say("It is the baby.").outcome?.trace.prompt)
    #expect(forgetful.reference == "discovery@v4" && forgetful.experiment != prompt.experiment)

    scene.conversation.assignments = first.updates.assignments
    let second = try #require(try await scene.say("And the noise.").outcome)
    #expect(second.trace.prompt?.reference == "discovery@v3")
    #expect(second.trace.prompt?.experiment == prompt.experiment)
    #expect(second.trace.prompt?.traffic == prompt.traffic)
    #expect(second.updates.assignments == first.updates.assignments)
  }

  @Test("a crisis reply follows the labels, and the turn returns the request's assignments")
  func crisis() async throws {
    let split = try library("  production: v3\n")
    let scene = try TurnScene(small: [String](), strong: ["I am glad that you told me."])
    scene.service.prompts = { split }
    scene.service.screen = MarkScreen()
    scene.person = Person(id: "ines")
    scene.conversation.assignments = [
      PromptAssignment(
        reference: PromptReference(name: "safety-reply", version: "v2"), person: "ines",
        experiment: "")
    ]
    let outcome = try #require(try await scene.say("MARK").outcome)
    #expect(outcome.isCrisis && outcome.trace.prompt?.reference == "safety-reply@v3")
    #expect(outcome.updates.assignments == scene.conversation.assignments)
  }

  @Test("a request brings back what the outcome said, as JSON")
  func form() throws {
    let split = try library("  production: v3\n  traffic: {v3: 80, v4: 20}\n")
    let assignment = try split.assign("ines", to: "discovery")
    let scene = try TurnScene(small: [String](), strong: [])
    scene.conversation.assignments = [assignment]
    let request = scene.request("Hello")
    try expect(TurnRequest(json: request.json), equals: request)
    #expect(request.json["conversation"]?["assignments"] == [assignment.json])
  }
}
