import Documents
import SafetyRules
import SourceFiles
import Testing

@testable import CoachSafety

@Suite("A product's own checks of replies")
struct OwnReplyCheckTests {
  private static let prices = OwnReplyCheck("states_price") { sentence in
    sentence.contains("$") ? "$" : nil
  } replacement: { language in
    language == "de" ? "Das steht in der App." : "The app says so."
  }

  private func shown(
    _ text: String, _ action: GuardrailAction?, in language: String = "en"
  ) -> (text: String, findings: [ReplyFinding]) {
    var policy = GuardrailPolicy.standard
    if let action { policy[Self.prices.check] = action }
    var replyGuard = ReplyGuard(
      policy: policy, isDiscovery: false, language: language,
      checks: ReplyChecks.builtIn.adding(Self.prices))
    var shown = ""
    var findings: [ReplyFinding] = []
    for piece in text.map({ replyGuard.feed(String($0)) }).flatMap(\.self) + replyGuard.finish() {
      switch piece {
      case .text(let text): shown += text
      case .finding(let finding): findings.append(finding)
      case .blocked: break
      }
    }
    return (shown, findings)
  }

  private let reply = "It costs $9 a month. What would you do with it?"

  @Test("replaces, ends or marks, as the policy says, and does nothing without an action")
  func actions() {
    let replaced = shown(reply, .replace)
    #expect(replaced.text == "The app says so. What would you do with it?")
    #expect(replaced.findings.map(\.check.rawValue) == ["states_price"])
    #expect(replaced.findings.map(\.sentence) == ["It costs $9 a month."])
    #expect(shown(reply, .replace, in: "de").text.hasPrefix("Das steht in der App."))
    #expect(shown(reply, .block).text == "The app says so.")
    #expect(shown(reply, .mark).text == reply && shown(reply, .mark).findings.count == 1)
    #expect(shown(reply, nil).text == reply && shown(reply, nil).findings.isEmpty)
  }

  @Test("a built-in check is found beside it, and replaces first")
  func order() {
    let both = shown("You have a depression, and the cure costs $9.", .replace)
    #expect(both.findings.map(\.check.rawValue).contains("states_price"))
    #expect(!both.text.contains("$9"))
  }

  @Test("findings of a check that this program does not know can be read")
  func form() throws {
    let finding = try #require(shown(reply, .replace).findings.first)
    let node = try DocumentNode.parseJSON(
      SourceFile(path: "finding.json", text: finding.json.text()))
    #expect(try ReplyFinding.members.form.read(node, "a finding") == finding)
    #expect(ReplyCheck(rawValue: "States a price") == nil && ReplyCheck(rawValue: "") == nil)
  }
}
