import CoachModel
import PromptTemplates
import SourceFiles
import Testing
import TestKit

@Suite("Rendering a prompt without some of its sections")
struct LeavingOutTests {
  private static let prompt = """
    ---
    coachkit.sections:
      - {name: core, cache: stable}
      - {name: task, cache: stable}
      - {name: now, cache: volatile}
    ---
    {{role "system"}}{{section "core"}}Be kind.
    {{section "task"}}Ask once. {{media url="http://x/y.png"}}Then wait.
    {{section "now"}}It rains.
    {{history}}
    """

  private func fullPrompt() throws -> RenderedPrompt {
    try render(Self.prompt, history: [Message(.user, "Hi"), Message(.assistant, "Hello")])
  }

  @Test("their text and media are removed, and other text stays")
  func text() throws {
    let whole = try fullPrompt()
    let rest = try whole.leavingOut(["task"])
    #expect(whole.text.contains("Ask once.") && whole.text.contains("Then wait."))
    #expect(!rest.text.contains("Ask once.") && !rest.text.contains("Then wait."))
    for section in [0, 2] {
      #expect(
        rest.text(of: rest.sections[section]) == whole.text(of: whole.sections[section]))
    }
    #expect(whole.segments.compactMap(\.media).map(\.url) == ["http://x/y.png"])
    #expect(rest.segments.allSatisfy { $0.media == nil })
  }

  @Test("media of other sections keep their position")
  func media() throws {
    let rest = try fullPrompt().leavingOut(["core", "now"])
    #expect(rest.segments.compactMap(\.media).map(\.url) == ["http://x/y.png"])
    #expect(rest.text(of: rest.sections[1]).hasPrefix("Ask once. Then wait."))
  }

  @Test("a removed section stays declared, and is empty")
  func declared() throws {
    let whole = try fullPrompt()
    let rest = try whole.leavingOut(["task", "core"])
    #expect(rest.sections.map(\.declaration) == whole.sections.map(\.declaration))
    #expect(rest.text(of: rest.sections[0]).isEmpty && rest.text(of: rest.sections[1]).isEmpty)
    #expect(rest.templateDigest == whole.templateDigest)
    #expect(
      rest.prefixDigest(through: rest.sections[1]) != whole.prefixDigest(through: whole.sections[1])
    )
  }

  @Test("the conversation stays, even inside a removed section")
  func history() throws {
    let rest = try fullPrompt().leavingOut(["now"])
    #expect(!rest.text.contains("It rains."))
    #expect(
      rest.messages.filter { $0.role != .system } == [
        Message(.user, "Hi"), Message(.assistant, "Hello"),
      ])
    #expect(rest.history.count == 2 && rest.placesHistory)
  }

  @Test("no message is empty")
  func messages() throws {
    let rest = try fullPrompt().leavingOut(["core", "task", "now"])
    for message in rest.messages where message.role == .system {
      #expect(!message.text.isEmpty)
    }
    let texts = rest.messages.map(\.text)
    #expect(texts.contains("Hi") && texts.contains("Hello"))
  }

  @Test("without names, the prompt is unchanged")
  func none() throws {
    let whole = try fullPrompt()
    try expect(whole.leavingOut([]).messages, equals: whole.messages)
  }

  @Test("an unknown section is reported with the closest match")
  func unknown() throws {
    let whole = try fullPrompt()
    let error = #expect(throws: SourceError.self) { try whole.leavingOut(["core", "taks"]) }
    #expect(error?.diagnostics.first?.code == "prompt.section")
    #expect(error?.diagnostics.first?.message.contains("p@v1 has no section 'taks'") ?? false)
    #expect(error?.diagnostics.first?.hint?.contains("task") ?? false)
  }
}
