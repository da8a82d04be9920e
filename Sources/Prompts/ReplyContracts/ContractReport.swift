public import Documents

/// The result of checking a reply against the rules of its contract.
public struct ContractReport: Sendable, Hashable {
  /// The reply after what was dropped, repaired and added.
  public var reply: JSONValue
  /// The reasons for which the model has to be asked again, one sentence each; empty if the contract is kept.
  public var violations: [String] = []
  /// What was dropped or repaired, one sentence each.
  public var changes: [String] = []

  /// Checks a reply.
  ///
  /// The rules apply in their order, each to what the ones before it left. A rule that refers to an input that was not
  /// given is kept.
  ///
  /// - Parameter reply: The reply; for one that is text, an object with `text` and the tags by name.
  /// - Parameter inputs: The inputs of the prompt by name.
  public init(
    _ reply: JSONValue, rules: [ContractRule], inputs: JSONObject,
    references: ContractReferences = ContractReferences()
  ) {
    self.reply = reply
    for rule in rules {
      // An empty member is nothing, or a model could switch rules off.
      if let exemption = rule.exemption,
        exemption.values(in: self.reply).contains(where: \.isFilled)
      {
        continue
      }
      let subject = ContractSubject(
        reply: self.reply, inputs: .object(inputs), references: references)
      let findings = rule.check.findings(in: subject)
      if findings.isEmpty {
        self.reply = rule.check.completed(subject)
      } else {
        take(findings, response: rule.response)
      }
    }
  }

  /// Checks a document against the schema and the rules of its form. Rules that refer to inputs do not apply, and nothing is
  /// dropped or cut: totals are put right, everything else is a problem.
  public static func check(
    _ document: JSONValue, against schema: JSONSchema?, rules: [ContractRule],
    screens: [String: ContractReferences.Screen] = [:]
  ) -> (document: JSONValue, problems: [String]) {
    let report = ContractReport(
      document, rules: rules.filter { $0.check.inputPaths.isEmpty }.map(\.keepingParts),
      inputs: [:],
      references: ContractReferences(screens: screens))
    let violations = schema?.violations(of: document).map(\.description) ?? []
    return (report.reply, violations + report.violations)
  }

  private mutating func take(_ findings: [ContractFinding], response: ContractResponse) {
    let problems = findings.map { finding in
      let place = finding.location.description
      return place.isEmpty ? "it \(finding.problem)" : "'\(place)' \(finding.problem)"
    }
    let concernsAll = findings.contains { $0.location.steps.isEmpty }
    switch response {
    case .retry: violations += problems
    // What concerns the whole reply can be neither dropped nor replaced.
    case .drop where concernsAll, .repair where concernsAll: violations += problems
    case .repair:
      for (finding, problem) in zip(findings, problems) {
        guard let repair = finding.repair else {
          violations.append(problem)
          continue
        }
        reply.replace(finding.location, with: repair)
        changes.append("\(problem): repaired")
      }
    case .drop:
      changes += problems.map { "\($0): dropped" }
      var dropped: Set<ValueLocation> = []
      // From the end, so that the places of the others stay where they are.
      for finding in findings.reversed() {
        let element = finding.location.enclosingElement
        guard dropped.insert(element ?? finding.location).inserted else { continue }
        if let element {
          reply.replace(element, with: nil)
        } else if reply[finding.location]?.string != nil {
          reply.replace(finding.location, with: "")
        } else {
          reply.replace(finding.location, with: nil)
        }
      }
    }
  }
}
