import CoachKit
import Foundation

@main
struct CoachServer {
  static func main() {
    do {
      let folder = ProcessInfo.processInfo.environment["COACH_CONTENT"] ?? "."
      let content = try Content(folder: folder)
      for problem in content.problems { print(problem) }
      if content.problems.contains(where: { $0.severity == .error }) { exit(1) }

      var person = Person(id: "p-4711", language: "en")
      person.name = "Noor"
      person.profile.goals.append(
        ContextProfile.Item(text: "speak Portuguese at home", source: .told, date: "2026-11-14"))

      let prompt = try content.tutorPrompt(for: person)
      print(prompt.text)
      for section in PromptExplanation(prompt).sections {
        print("\(section.declaration.name): \(section.tokens) tokens")
      }
    } catch {
      print(error)
      exit(1)
    }
  }
}
