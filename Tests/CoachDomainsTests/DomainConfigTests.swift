import CoachDomains
import SourceFiles
import Testing

/// The project's folder.
private let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

@Suite("The seven domains are complete")
struct ShippedDomainTests {
  @Test("all files can be used, each with its own words")
  func shipped() throws {
    let library = try DomainLibrary(folder: "\(root)/DomainConfigs")
    #expect(library.diagnostics.isEmpty)
    #expect(
      library.domains.map(\.id) == [
        "career", "creativity", "fitness", "leadership", "life", "mindset", "relationships",
      ])
    for domain in library.domains {
      #expect(domain.routing.examples.count >= 15)
      #expect(Set(domain.routing.examples).count == domain.routing.examples.count)
      #expect(!domain.guardrails.isEmpty && !domain.starters.isEmpty)
      #expect(domain.promptSection.last?.isNewline == false)
    }
    let keywords = library.domains.flatMap(\.routing.keywords)
    #expect(Set(keywords).count == keywords.count)
  }
}

@Suite("A broken domain is located, and the others stay")
struct DomainConfigTests {
  private static let examples = (1...15).map { "    - example \($0)" }.joined(separator: "\n")

  private static let valid = """
    id: sleep
    name: Sleep
    description: d
    tone: t
    methodology: m
    personality: p
    prompt_section: |
      One.
      Two.
    routing:
      keywords: [sleep]
      examples:
    \(examples)
    guardrails: [g]
    style: {direct_exploratory: 0, brief_detailed: 0, action_reflective: 1, challenging_supportive: -1}
    starters: [s]
    """

  private func read(_ text: String) throws -> DomainConfig {
    try DomainConfig(SourceFile(path: "D/sleep.yaml", text: text))
  }

  @Test("a new file is a new domain")
  func valid() throws {
    let domain = try read(Self.valid)
    #expect(domain.promptSection == "One.\nTwo.")
    #expect(domain.style.actionReflective == 1)
    #expect(domain.routing.negatives.isEmpty)
  }

  @Test(
    "every mistake has a code and a line",
    arguments: [
      ("id: sleep", "id: slep", "domain.id", 1),
      ("name: Sleep", "nmae: Sleep", "yaml.missing", 1),
      ("tone: t", "tone: [t]", "yaml.type", 4),
      ("tone: t", "tone: 3", "yaml.type", 4),
      ("tone: t", "tone: ''", "yaml.empty-text", 4),
      ("brief_detailed: 0,", "brief_detailed: 3,", "yaml.range", 29),
      ("    - example 7\n", "", "domain.examples", 13),
      ("starters: [s]", "starters: [s]\nstater: x", "yaml.unknown-key", 31),
      ("keywords: [sleep]", "keywords: sleep", "yaml.type", 11),
    ])
  func mistakes(good: String, bad: String, code: String, line: Int) {
    let parts = Self.valid.split(separator: good, maxSplits: 1, omittingEmptySubsequences: false)
    #expect(parts.count == 2)
    let error = #expect(throws: SourceError.self) { try read(parts.joined(separator: bad)) }
    #expect(error?.diagnostics.first?.code == code)
    #expect(error?.diagnostics.first?.location?.line == line)
  }

  @Test("one broken file does not take the others with it")
  func others() throws {
    let files = InMemoryFileSystem([
      "D/sleep.yaml": Self.valid, "D/bad.yaml": "id: [", "D/x.md": "",
    ])
    let library = try DomainLibrary(folder: "D", files: files)
    #expect(library.domains.map(\.id) == ["sleep"])
    #expect(library.diagnostics.count == 1)
    #expect(throws: SourceError.self) { try library.domain("bad") }
    let error = #expect(throws: SourceError.self) { try library.domain("slep") }
    #expect(error?.diagnostics.first?.hint == "did you mean 'sleep'?")
  }
}
