import CoachModel
import CoachSafety
import SafetyRules
import SourceFiles
import Testing
import TestKit

@Suite("The example personas get the verdicts that people gave them")
struct ExamplePersonaTests {
  /// Personas that the rules miss, or rate too mildly: harm in kind words, spread over the fields.
  static let needTheModel: [String: PersonaVerdict] = [
    "dario-venn.yaml": .approve, "grandmothers-voice.yaml": .revise, "north-star.yaml": .approve,
    "willow.yaml": .approve,
  ]

  struct Example: Sendable, CustomTestStringConvertible {
    var file: String
    var verdict: PersonaVerdict
    var rules: [PersonaRule]
    var testDescription: String { file }
  }

  private static let folder = "\(ProjectFolder.path)/Evals/personas"

  static let examples = Result {
    let text = String(
      decoding: try DiskFileSystem().read("\(folder)/expected.csv").bytes, as: UTF8.self)
    return try text.split(separator: "\n").dropFirst().map { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return Example(
        file: cells[0], verdict: try #require(PersonaVerdict(rawValue: cells[1])),
        rules: try cells[2].split(separator: " ").map {
          try #require(PersonaRule(rawValue: String($0)))
        })
    }
  }

  private func persona(_ file: String) throws -> Persona {
    try Persona(try DiskFileSystem().read("\(Self.folder)/\(file)"))
  }

  @Test("every file is listed, eight per verdict")
  func listed() throws {
    let examples = try Self.examples.get()
    let files = try DiskFileSystem().names(in: Self.folder).filter { $0.hasSuffix(".yaml") }
    #expect(examples.map(\.file) == files)
    for verdict in PersonaVerdict.allCases {
      #expect(examples.count { $0.verdict == verdict } == 8)
    }
    #expect(Set(Self.needTheModel.keys).isSubset(of: files))
  }

  @Test(
    "the rules give the expected verdict, or a known deviation", arguments: try examples.get()
  )
  func reviewed(example: Example) throws {
    let review = PersonaRules.builtIn.review(try persona(example.file), language: "en")
    guard let seen = Self.needTheModel[example.file] else {
      #expect(review.verdict == example.verdict, "\(review.findings.map(\.quote))")
      #expect(
        Set(example.rules).isSubset(of: review.findings.map(\.rule)),
        "\(review.findings.map(\.rule))")
      return
    }
    #expect(review.verdict == seen && seen < example.verdict)
  }
}
