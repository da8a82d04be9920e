import CoachModel
@testable import CoachTranscripts
@testable import PromptEvals
import SourceFiles
import Testing

@Suite("Checking the metadata of a transcript")
struct HeadChecksTests {
  private func result(
    domains: [String]? = nil, _ change: (inout Transcript) -> Void
  ) -> TranscriptChecker.Result {
    var transcript = Chats.transcript()
    change(&transcript)
    let file = SourceFile(
      path: "f/\(transcript.id).yaml", text: TranscriptYAML.text(of: transcript))
    return TranscriptChecker(graders: [], domains: domains).check([file])
  }

  private func findings(_ result: TranscriptChecker.Result) -> [String] {
    result.diagnostics.map { "\($0.code) \($0.location.map { "\($0.line)" } ?? "")" }
  }

  @Test("an impossible language is an error with an example")
  func language() {
    let found = result { $0.language = "zz-!!" }
    #expect(findings(found) == ["transcript.language 7"] && found.errors == 1)
    #expect(found.diagnostics.first?.hint?.contains("'pt-BR'") == true)
    #expect(result { $0.language = "pt-BR" }.diagnostics.isEmpty)
  }

  @Test("a domain must be one of the known ones, if they are known")
  func domain() {
    let known = ["career", "life"]
    let found = result(domains: known) { $0.domain = "carer" }
    #expect(findings(found) == ["transcript.domain 6"] && found.errors == 1)
    #expect(found.diagnostics.first?.hint == "did you mean 'career'?")
    for domain in ["life", Transcript.unsortedDomain] {
      #expect(result(domains: known) { $0.domain = domain }.diagnostics.isEmpty)
    }
    let unknown = result { $0.domain = "nope" }
    #expect(unknown.diagnostics.isEmpty && unknown.domains == ["nope"])
    #expect(result { $0.domain = Transcript.unsortedDomain }.domains.isEmpty)
  }

  @Test("personal data is found in title, cluster, labels, reason and id")
  func personalData() {
    let found = result {
      $0.id = "447911123456"
      $0.title = "Call 07911 123456"
      $0.cluster = "laura@acme.com"
      $0.tags = ["@laura_b"]
      $0.ending = .stopped(reason: "see www.acme.com")
    }
    #expect(findings(found) == [1, 2, 9, 10, 12].map { "transcript.personal-data \($0)" })
    #expect(found.errors == 0)
  }

  @Test("stand-ins and dates are not reported")
  func clean() {
    let found = result {
      $0.id = "conversation-001"
      $0.title = "Call me on 07700 900001"
      $0.cluster = "person-1"
      $0.ending = .stopped(reason: "in 2019…")
    }
    #expect(found.diagnostics.isEmpty, "\(found.diagnostics)")
  }
}
