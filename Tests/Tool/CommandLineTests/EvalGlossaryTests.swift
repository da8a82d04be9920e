@testable import EvalCommands
import Foundation
import Testing
import TestKit

@Suite("The words of evaluations")
struct EvalGlossaryTests {
  @Test("the documentation explains the same words, and help shows them")
  func documented() throws {
    let text = try String(
      contentsOfFile: "\(ProjectFolder.path)/Documentation/evaluation.md", encoding: .utf8)
    let table = EvalGlossary.terms.map { "| \($0.word) | \($0.meaning) |" }
    expect(text, contains: table.joined(separator: "\n"))
    let help = try Tool.run(["eval", "--help"]).output
    for term in EvalGlossary.terms { expect(help, contains: term.word) }
  }
}
