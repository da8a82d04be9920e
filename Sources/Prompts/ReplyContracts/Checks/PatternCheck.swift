import Documents
import SourceFiles

/// Texts have a part that fits a regular expression: each of them, at least one, or none.
struct PatternCheck: ContractCheck {
  private enum Demand: String, CaseIterable {
    /// Each text has one.
    case matches
    /// At least one text has one.
    case some
    /// No text has one.
    case lacks
  }

  static let names = Demand.allCases.map(\.rawValue)

  private let target: ValuePath
  private let demand: Demand
  private let pattern: RegularExpression
  private let reason: String

  init(named name: String, _ target: ValuePath, options: inout MappingReader) throws(SourceError) {
    self.target = target
    demand = Demand(rawValue: name) ?? .matches
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
  var types: [String] { ["string"] }

  func findings(in subject: ContractSubject) -> [ContractFinding] {
    var findings: [ContractFinding] = []
    var isFound = false
    for index in subject.texts(at: target) {
      do throws(RegularExpressionError) {
        let fits = try pattern.firstMatch(in: index.text) != nil
        isFound = isFound || fits
        switch demand {
        case .matches where !fits:
          findings.append(finding("does not have its form", at: index.location))
        case .lacks where fits:
          findings.append(finding("has what must not be there", at: index.location))
        case .matches, .lacks, .some: break
        }
      } catch {
        // What cannot be searched is not accepted either.
        findings.append(
          ContractFinding(
            location: index.location, problem: "cannot be checked: \(error.message)"))
      }
    }
    if demand == .some, !isFound, findings.isEmpty {
      findings.append(finding("has nothing at '\(target)' that fits", at: ValueLocation()))
    }
    return findings
  }

  private func finding(_ words: String, at location: ValueLocation) -> ContractFinding {
    ContractFinding(location: location, problem: "\(words): \(reason)")
  }
}
