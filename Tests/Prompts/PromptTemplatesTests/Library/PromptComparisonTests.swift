import CoachModel
import Documents
import PromptTemplates
import SourceFiles
import Testing

@Suite("Comparing two texts word by word")
struct TextDifferenceTests {
  @Test("changed, removed and added lines")
  func lines() {
    let difference = TextDifference(
      from: "Keep this.\nAsk one open question.\nGone for good.\nEnd",
      to: "Keep this.\nAsk one short question.\nEnd\nBrand new words")
    #expect(
      difference.lines == [
        .same("Keep this."),
        .changed([.same("Ask one "), .removed("open"), .added("short"), .same(" question.")]),
        .removed("Gone for good."), .same("End"), .added("Brand new words"),
      ])
    #expect(!difference.isEmpty)
    #expect(TextDifference(from: "a\nb", to: "a\nb").isEmpty)
  }

  @Test(
    "the kept and removed parts form the old text, the kept and added parts the new one",
    arguments: 0..<40)
  func sides(seed: Int) {
    var random = RandomTemplates(seed: UInt64(seed + 1))
    let (before, after) = (
      random.text() + "\n" + random.text(), random.text() + "\n" + random.text()
    )
    var (old, new): ([String], [String]) = ([], [])
    for line in TextDifference(from: before, to: after).lines {
      switch line {
      case .same(let text):
        old.append(text)
        new.append(text)
      case .removed(let text): old.append(text)
      case .added(let text): new.append(text)
      case .changed(let words):
        var (left, right) = ("", "")
        for word in words {
          switch word {
          case .same(let text): (left, right) = (left + text, right + text)
          case .removed(let text): left += text
          case .added(let text): right += text
          }
        }
        old.append(left)
        new.append(right)
      }
    }
    #expect(old.joined(separator: "\n") == before)
    #expect(new.joined(separator: "\n") == after)
  }
}

@Suite("Comparing two versions of a prompt, with the cost of the change")
struct PromptComparisonTests {
  private func compare(_ before: String, _ after: String) throws -> PromptComparison {
    let head = """
      ---
      coachkit.sections:
        - {name: rules, cache: stable, breakpoint: rules}
        - {name: now, cache: volatile}
      ---

      """
    let library = try PromptLibrary(
      folder: "P",
      files: InMemoryFileSystem([
        "P/a.v1.prompt": head + before, "P/a.v2.prompt": head + after,
      ]))
    return PromptComparison(
      before: try library.render(PromptReference(name: "a", version: "v1")),
      after: try library.render(PromptReference(name: "a", version: "v2")))
  }

  @Test("the first byte at which the prefix differs has a location")
  func prefix() throws {
    let found = try compare(
      "{{section \"rules\"}}Be kind.\nBe brief.\n{{section \"now\"}}x",
      "{{section \"rules\"}}Be kind.\nBe bright.\n{{section \"now\"}}x")
    #expect(found.prefixChange?.byte == 15)
    #expect(found.prefixChange?.section == "rules")
    #expect(found.prefixChange?.origin.file == "P/a.v2.prompt")
    #expect(found.breakpoints.map(\.isSame) == [false])
    #expect(found.sections.map(\.difference.isEmpty) == [false, true])
  }

  @Test("a change after the last breakpoint does not affect the cache")
  func volatile() throws {
    let found = try compare(
      "{{section \"rules\"}}Be kind.\n{{section \"now\"}}x",
      "{{section \"rules\"}}Be kind.\n{{section \"now\"}}y")
    #expect(found.prefixChange == nil)
    #expect(found.breakpoints.map(\.isSame) == [true])
    #expect(found.tokens.before > 0)
  }

  @Test("different settings are listed")
  func settings() throws {
    let library = try PromptLibrary(
      folder: "P",
      files: InMemoryFileSystem([
        "P/a.v1.prompt":
          "---\nconfig: {temperature: 1}\ninput: {schema: {b?: string}}\n---\nx{{b}}",
        "P/a.v2.prompt":
          "---\nconfig: {temperature: 2}\ninput: {schema: {c?: string}}\n---\nx{{c}}",
      ]))
    let found = PromptComparison(
      before: try library.render(PromptReference(name: "a", version: "v1")),
      after: try library.render(PromptReference(name: "a", version: "v2")))
    #expect(
      found.settings == [
        "input 'b' is gone", "input 'c' is new", "parameter 'temperature' was 1, is 2",
      ])
  }
}

@Suite("The annotated view shows the author of each text")
struct AnnotatedPromptTests {
  @Test("each line has its origin, its inputs and its message")
  func lines() throws {
    let rendered = try render(
      "{{role \"system\"}}One {{a}}\nTwo\n{{#each l}}\n- {{this}}\n{{/each}}\n{{history}}",
      ["a": "x", "l": ["y", "z"]], history: [Message(.user, "Hi\nthere")])
    let lines = AnnotatedPrompt(rendered).lines
    #expect(
      lines.map { $0.spans.map(\.text).joined() } == ["One x", "Two", "- y", "- z", "Hi", "there"])
    #expect(lines.map(\.origin.line) == [1, 2, 4, 4, 6, 6])
    #expect(lines[3].spans.compactMap(\.input) == ["l[1]"])
    #expect(lines.map(\.isHistory) == [false, false, false, false, true, true])
  }
}
