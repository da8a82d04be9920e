package import CoachDomains
package import CoachModel
package import Documents
package import PromptTemplates
package import SourceFiles

/// Finds inputs that a version of a prompt requires although not everybody has them, before a turn fails on them.
///
/// Every version is assembled for every person. An input that the engine does not know is the caller's: a task's or a
/// product's own. It is a mistake only where a newer version begins to require it, since the callers of the earlier versions
/// do not give it, unless the example inputs of the prompt do.
package struct RequiredInputs: Sendable {
  /// The people to try, one of whom should have nothing.
  private let people: [Person]
  private let domains: [DomainConfig]
  /// What callers give, by the names of prompts.
  private let examples: [String: JSONObject]

  /// Prepares the search. A person with everything and one with nothing are added to the people.
  package init(
    people: [Person], domains: [DomainConfig], examples: [String: JSONObject] = [:]
  ) {
    let nobody = Person(id: "a new person")
    self.people = people + [nobody, .complete]
    self.domains = domains
    self.examples = examples
  }

  /// Returns an error for each input that a version requires and somebody lacks. Versions that cannot be rendered at all are
  /// left out, since their own errors come first.
  ///
  /// - Parameter references: The versions to try, as `name@version`; `nil` for all.
  package func findings(in library: PromptLibrary, of references: Set<String>? = nil)
    -> [Diagnostic]
  {
    let library = library.ignoringLockedChanges
    return library.templates.filter { references?.contains($0.reference) ?? true }.flatMap {
      findings(on: $0, in: library)
    }
  }

  private func findings(on template: PromptTemplate, in library: PromptLibrary) -> [Diagnostic] {
    let trials = people.compactMap { trial(of: template, for: $0, in: library) }
    let offered = trials.reduce(into: OfferedInputs.known) { $0.formUnion($1.offered) }
    let given = Set((examples[template.name] ?? [:]).keys)
    var lacking: [(path: String, people: [String])] = []
    for trial in trials {
      for path in trial.missing {
        if let at = lacking.firstIndex(where: { $0.path == path }) {
          lacking[at].people.append(trial.person)
        } else {
          lacking.append((path, [trial.person]))
        }
      }
    }
    return lacking.compactMap { path, people in
      let root = String(path.prefix { $0 != "." })
      if given.contains(root) { return nil }
      if domains.isEmpty, ["domain", "domains"].contains(root) { return nil }
      if offered.contains(root) {
        let who = people.count == trials.count ? "everybody" : people.named
        return finding(
          on: template, "requires '\(path)', which is missing for \(who)", path: path,
          isOwn: path == root)
      }
      guard path == root, isNew(root, in: template, library) else { return nil }
      return finding(
        on: template,
        "requires '\(path)', which the engine does not offer and no earlier version takes",
        path: path, isOwn: true)
    }
  }

  /// Whether earlier versions exist and none of them takes an input, so that no caller gives it yet.
  private func isNew(_ name: String, in template: PromptTemplate, _ library: PromptLibrary) -> Bool
  {
    let earlier = library.versions(of: template.name).prefix { $0.reference != template.reference }
    return !earlier.isEmpty && !earlier.contains { $0.inputNames.contains(name) }
  }

  // MARK: Trying

  /// A version assembled for a person.
  private struct Trial {
    var person: String
    /// The inputs that the version got.
    var offered: Set<String>
    /// What it requires beyond them, without list positions.
    var missing: [String]
  }

  /// Assembles a version for a person; `nil` if it has errors of its own.
  private func trial(
    of template: PromptTemplate, for person: Person, in library: PromptLibrary
  ) -> Trial? {
    let reference = PromptReference(name: template.name, version: template.version)
    var request = AssemblyRequest(
      prompt: reference, person: person, domain: domains.first, domains: domains,
      persona: Self.persona,
      history: TypicalConversation.messages(coachMessages: 2, coachBegins: true).dropLast(),
      today: "2026-06-25", values: examples[template.name] ?? [:])
    // Where there are no domains, the search is for everything else.
    if domains.isEmpty, template.inputNames.contains("domain") { request.values["domain"] = .null }
    guard let assembled = try? PromptAssembler(library: library).inputs(of: request) else {
      return nil
    }
    var values = assembled.inputs.values
    for (name, value) in template.frontMatter.inputDefaults where values[name] == nil {
      values[name] = value
    }
    let violations = template.frontMatter.inputSchema?.violations(of: .object(values)) ?? []
    return Trial(
      person: person.id, offered: Set(values.keys).subtracting(request.values.keys),
      missing: violations.filter { $0.keyword == .required }.map(\.path.withoutPositions)
        .reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
  }

  private static let persona = Persona(
    name: "Tom", tone: "calm", methodology: "small steps", personality: "a retired teacher")

  // MARK: Words

  private func finding(
    on template: PromptTemplate, _ words: String, path: String, isOwn: Bool
  ) -> Diagnostic {
    let name = path.split(separator: ".").last ?? ""
    let repair = "write '\(name)?' in input.schema, since a turn without it fails"
    return Diagnostic(
      "prompt.required-input", "\(template.reference) \(words)",
      at: FileLocation(file: template.file.path, line: 1, column: 1),
      hint: isOwn
        ? "\(repair); if its callers give it, show it in the example inputs of '\(template.name)'"
        : repair)
  }
}

extension [String] {
  private static var maximumNames: Int { 3 }

  /// The first names, and how many more there are.
  fileprivate var named: String {
    let more = count - Self.maximumNames
    let first = prefix(Self.maximumNames).joined(separator: ", ")
    return more > 0 ? "\(first) and \(more) more" : first
  }
}

extension String {
  /// The path without positions in lists: `patterns.themes.text` for `patterns.themes[2].text`.
  fileprivate var withoutPositions: String {
    split(separator: "[").enumerated().map { position, part in
      position == 0 ? part : part.drop { $0 != "]" }.dropFirst()
    }.joined()
  }
}
