public import SourceFiles

extension DomainLibrary {
  /// Warnings about files that are usable but probably wrong.
  ///
  /// They cover keywords and examples that two domains share, placeholders that were never replaced, missing
  /// outcomes, files that are ignored, and thresholds for unknown or changed domains.
  public var findings: [Diagnostic] {
    claimedTwice + sharedExamples + placeholders + missingOutcomes + overlooked
      + unknownThresholds + staleThresholds
  }

  private var signals: [(id: String, signals: RoutingSignals)] {
    domains.map { ($0.id, $0.routing) } + outcomes.map { ($0.kind.rawValue, $0.routing) }
  }

  private var claimedTwice: [Diagnostic] {
    var owners: [String: (id: String, keyword: String)] = [:]
    var findings: [Diagnostic] = []
    for (id, signals) in signals {
      for keyword in signals.keywords {
        let key = RoutingWords.words(of: keyword).joined(separator: " ")
        guard let other = owners[key] else {
          owners[key] = (id, keyword)
          continue
        }
        guard other.id != id else { continue }
        let what =
          other.keyword == keyword
          ? "'\(keyword)' is a keyword of \(other.id) and of \(id)"
          : "'\(other.keyword)' of \(other.id) and '\(keyword)' of \(id) are the same keyword"
        findings.append(
          Diagnostic(
            "domain.keyword-twice", what, severity: .warning,
            hint: "make it a hint in both, or remove it from one"))
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
            severity: .warning, hint: "remove it from one of them")
        }
      }
    }
  }

  private var placeholders: [Diagnostic] {
    domains.compactMap { domain in
      let template = DomainTemplate.examples(of: domain.id)
      guard domain.routing.examples.contains(where: template.contains) else { return nil }
      let what =
        domain.isTemplate
        ? "nothing is routed to \(domain.id): all its examples are the template's"
        : "\(domain.id) still has examples of the template"
      return Diagnostic(
        "domain.placeholder", what, severity: .warning,
        hint: "replace them with messages as people write them")
    }
  }

  private var missingOutcomes: [Diagnostic] {
    RoutingOutcome.Kind.allCases.compactMap { kind in
      let isBroken = diagnostics.contains {
        $0.location?.file == "\(folder)/\(kind.fileName)"
      }
      guard !isBroken, !outcomes.contains(where: { $0.kind == kind }) else { return nil }
      let what =
        switch kind {
        case .none: "messages that are not about coaching are routed to a domain"
        case .clinical: "messages that need a professional are routed to a domain"
        }
      return Diagnostic(
        "domain.outcome-missing", "there is no '\(kind.fileName)': \(what)",
        severity: .warning, hint: "copy the shipped file, or write one")
    }
  }

  private var overlooked: [Diagnostic] {
    unread.map { name in
      Diagnostic(
        "domain.file-name", "'\(folder)/\(name)' is ignored", severity: .warning,
        hint: "name the file '\(name.dropLast(4))\(Self.ending)'")
    }
  }

  private var unknownThresholds: [Diagnostic] {
    let known = signals.map(\.id)
    // A broken file may define the domain that a threshold belongs to.
    guard diagnostics.isEmpty else { return [] }
    return thresholds.byClass.keys.sorted().filter { !known.contains($0) }.map { id in
      Diagnostic(
        "domain.thresholds",
        "'\(folder)/\(RoutingThresholds.fileName)' has a threshold for '\(id)', which is not a domain of this folder",
        severity: .warning, hint: known.hint(for: id))
    }
  }

  private var staleThresholds: [Diagnostic] {
    guard let digest = thresholds.digest, digest != router.digest.short else {
      return []
    }
    return [
      Diagnostic(
        "domain.thresholds", "the thresholds were fitted before the words of the domains changed",
        severity: .warning, hint: "run 'coachkit domains fit'")
    ]
  }
}
