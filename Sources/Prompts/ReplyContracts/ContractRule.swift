public import Documents
package import SourceFiles

/// A rule that a reply must keep and that a JSON Schema cannot express, as declared in a prompt's front matter.
///
/// A rule names what it demands and where: `{quote: "suggestions[].evidence", from: "conversation[speaker=person].text"}`.
/// In a reply that is text, `text` stands for the text, and the name of a tag for its payload. A list of places stands for
/// as many rules.
public struct ContractRule: Sendable {
  /// The name of the kind of rule, such as `quote`.
  public let kind: String
  /// What the rule applies to, as written.
  public let target: String
  /// What happens if it is broken.
  public private(set) var response: ContractResponse
  /// The rule as written.
  public let source: JSONValue
  /// The rule in its file, for findings about it.
  package let node: DocumentNode
  let check: any ContractCheck
  /// If there is something at this place of the reply, the rule does not apply.
  let exemption: ValuePath?

  /// The rule for documents, of which nothing may be lost: a sum is put right, and what breaks any other rule is a problem.
  var keepingParts: ContractRule {
    guard !(check is SumCheck) else { return self }
    var rule = self
    rule.response = .retry
    return rule
  }
}

extension ContractRule: Hashable {
  /// Returns whether two rules are written in the same way.
  public static func == (left: ContractRule, right: ContractRule) -> Bool {
    left.source == right.source
  }

  /// Hashes the rule as written.
  public func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

extension ContractRule {
  /// All kinds of rules.
  private static let kinds: [any ContractCheck.Type] = [
    QuoteCheck.self, LengthCheck.self, ItemsCheck.self, NumberCheck.self, SumCheck.self,
    EqualityCheck.self, ChoiceCheck.self, DistinctCheck.self, AbsenceCheck.self, PatternCheck.self,
    ScreenCheck.self, EditsCheck.self,
  ]

  /// The names of all kinds of rules, in the order in which the documentation describes them.
  public static let kindNames = kinds.flatMap { $0.names }

  /// Reads the rules of a contract.
  ///
  /// Throws ``SourceError`` with the location of the problem.
  package static func list(_ node: DocumentNode) throws(SourceError) -> [ContractRule] {
    var rules: [ContractRule] = []
    for item in try node.list("'rules'") {
      let map = try MappingReader(item, "a rule")
      let kind = map.entries.first { kindNames.contains($0.key) }
      guard case .sequence(let places)? = kind?.value.content, let kind else {
        rules.append(try ContractRule(item))
        continue
      }
      guard !places.isEmpty else {
        throw kind.value.error("contract.path", "this rule has no place", hint: "name a place")
      }
      // The same for several places is as many rules.
      for index in places {
        let entries = map.entries.map { $0.key == kind.key ? $0.holding(index) : $0 }
        rules.append(try ContractRule(item.holding(.mapping(entries))))
      }
    }
    return rules
  }

  private init(_ node: DocumentNode) throws(SourceError) {
    var map = try MappingReader(node, "a rule")
    let found = Self.kinds.flatMap { type in type.names.map { (name: $0, type: type) } }
      .filter { kind in map.entries.contains { $0.key == kind.name } }
    guard let kind = found.first, found.count == 1 else {
      let names = Self.kindNames.joined(separator: ", ")
      throw node.error(
        "contract.kind", found.isEmpty ? "this rule says nothing" : "this rule is two in one",
        hint: "write one of: \(names)")
    }
    self.kind = kind.name
    let place = try map.required(kind.name)
    target = try place.string("'\(kind.name)'")
    let path = try place.valuePath()
    exemption = try map.optional("unless")?.valuePath()
    let options = map.optional("otherwise")
    response = try options?.choice("'otherwise'", of: ContractResponse.self) ?? kind.type.response
    check = try kind.type.init(named: kind.name, path, options: &map)
    if response == .repair, !check.canRepair {
      throw (options ?? node).error(
        "contract.repair", "a rule '\(kind.name)' has no value of its own",
        hint: "write otherwise: retry or otherwise: drop")
    }
    try map.finish()
    source = node.json
    self.node = node
  }

  /// Returns whether a reply has what the rule demands something of. A rule about what must not be there, or about a maximum,
  /// demands nothing of a part that is missing.
  package func finds(in reply: JSONValue) -> Bool {
    let demands = ["matches", "some", "equals", "quote", "choice", "sum"].contains(kind)
    guard demands || source["minimum"] != nil, let root = check.replyPaths.first?.root else {
      return true
    }
    return reply[root] != nil
  }

  /// Returns why the rule cannot be kept with replies and inputs of the given schemas, in words; empty if it can.
  package func problems(reply: JSONValue?, inputs: JSONValue?) -> [String] {
    let replyPaths = check.replyPaths + (exemption.map { [$0] } ?? [])
    let asked = check.inputPaths.filter { path in
      // A bound may come from the inputs or from the reply itself.
      !check.openPaths.contains(path)
    }
    var problems = replyPaths.compactMap { path in reply.flatMap { path.problem(in: $0) } }
    problems += asked.compactMap { path in inputs.flatMap { path.problem(in: $0) } }
    if problems.isEmpty {
      problems += check.replyPaths.compactMap { path in
        reply.flatMap { path.problem(in: $0, expecting: check.types) }
      }
      problems += asked.compactMap { path in
        // What is compared with texts are texts.
        inputs.flatMap {
          check.types == ["string"] ? path.problem(in: $0, expecting: ["string"]) : nil
        }
      }
      problems += reply.map { check.problems(in: $0) } ?? []
    }
    for path in check.openPaths {
      guard let reply, let inputs, let problem = path.problem(in: inputs),
        path.problem(in: reply) != nil
      else { continue }
      problems.append(problem)
    }
    return problems
  }
}

extension DocumentNode {
  /// The path that a text stands for.
  func valuePath() throws(SourceError) -> ValuePath {
    let text = try string("a path")
    guard let path = ValuePath(text) else {
      throw error(
        "contract.path", "'\(text)' is not a path",
        hint: "write names and lists such as schedule[].exercises[].minutes")
    }
    return path
  }
}
