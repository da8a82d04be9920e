import Conversations
public import SourceFiles
import WordFolding

extension DomainLibrary {
  /// What can be used and still is worth a look: words that two domains claim, examples that they share, thresholds
  /// that were fitted to other words, placeholders that were never replaced.
  public var findings: [Diagnostic] {
    claimedTwice + sharedExamples + placeholders + staleThresholds
  }

  private var signals: [(id: String, signals: RoutingSignals)] {
    domains.map { ($0.id, $0.routing) } + outcomes.map { ($0.kind.rawValue, $0.routing) }
  }

  private var claimedTwice: [Diagnostic] {
    var owners: [String: String] = [:]
    var findings: [Diagnostic] = []
    for (id, signals) in signals {
      for keyword in signals.keywords {
        let key = RoutingWords.words(of: keyword).joined(separator: " ")
        guard let other = owners[key] else {
          owners[key] = id
          continue
        }
        guard other != id else { continue }
        findings.append(
          Diagnostic(
            "domain.keyword-twice", "'\(keyword)' is a keyword of \(other) and of \(id)",
            severity: .warning, hint: "make it a hint in both, or leave it to one"))
      }
    }
    return findings
  }

  private var sharedExamples: [Diagnostic] {
    var owners: [String: String] = [:]
    return signals.flatMap { id, signals in
      signals.examples.compactMap { example in
        let other = owners.updateValue(id, forKey: example)
        return other.map {
          Diagnostic(
            "domain.example-twice", "\($0) and \(id) have the example '\(example.prefix(60))'",
            severity: .warning, hint: "leave it to one")
        }
      }
    }
  }

  private var placeholders: [Diagnostic] {
    domains.compactMap { domain in
      guard let template = try? DomainTemplate(id: domain.id),
        domain.routing.examples.contains(where: { template.text.contains("\"\($0)\"") })
      else { return nil }
      return Diagnostic(
        "domain.placeholder", "\(domain.id) still has examples of the template",
        severity: .warning, hint: "replace them by what people really write")
    }
  }

  private var staleThresholds: [Diagnostic] {
    guard let digest = thresholds.digest, digest != DomainRouter(self).digest.short else {
      return []
    }
    return [
      Diagnostic(
        "domain.thresholds", "the thresholds were fitted to other words than the domains have now",
        severity: .warning, hint: "run 'coachkit domains fit'")
    ]
  }
}
