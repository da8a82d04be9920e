import JSON
import RegularExpressions
import SourceFiles
import YAMLDocument

/// A text has a part that fits a regular expression, or has none.
struct PatternCheck: ContractCheck {
  static let names = ["matches", "lacks"]

  private let target: ValuePath
  private let isWanted: Bool
  private let pattern: RegularExpression
  private let reason: String

  init(named name: String, _ target: ValuePath, options: inout YAMLMapping) throws(SourceError) {
    self.target = target
    isWanted = name == "matches"
    let node = try options.required("pattern")
    let text = try node.string("'pattern'")
    do throws(RegularExpressionError) {
      pattern = try RegularExpression(text)
    } catch {
      throw node.error("contract.pattern", error.message, hint: error.hint)
    }
    reason = try options.string("because")
  }

  var replyPaths: [ValuePath] { [target] }

  func findings(in subject: ContractSubject) -> [ContractFinding] {
    subject.texts(at: target).compactMap { finding($0.text, at: $0.location) }
  }

  private func finding(_ text: String, at location: ValueLocation) -> ContractFinding? {
    let found: Substring?
    do throws(RegularExpressionError) {
      found = try pattern.firstMatch(in: text)
    } catch {
      // What cannot be searched is not accepted either.
      return ContractFinding(location: location, problem: "cannot be checked: \(error.message)")
    }
    guard (found != nil) != isWanted else { return nil }
    let words = isWanted ? "does not have its form" : "has what must not be there"
    return ContractFinding(location: location, problem: "\(words): \(reason)")
  }
}
