import CoachModel
import Documents
package import PromptTemplates
package import SourceFiles

/// Two versions of a prompt, rendered in every situation of a course.
///
/// What differs in the same way is one difference, however often it occurs.
package struct CourseComparison: Sendable {
  /// A version, with the assembler that renders it: the two may come from different folders.
  package struct Version: Sendable {
    package var reference: PromptReference
    package var library: PromptLibrary

    package init(_ reference: PromptReference, in library: PromptLibrary) {
      self.reference = reference
      self.library = library
    }
  }

  /// A change of one section, with the situations in which it is the same.
  package struct Difference: Sendable {
    /// The section in the first of the situations; nil if only the roles of the messages differ.
    package let section: PromptComparison.Section?
    package fileprivate(set) var situations: [ComparedSituation]
  }

  package struct Tokens: Sendable, Hashable {
    package var before: Int
    package var after: Int

    package var growth: Int { after - before }
  }

  /// The differences, in the order of the course and of the sections.
  package private(set) var differences: [Difference] = []
  /// All situations that were rendered.
  package private(set) var situations: [ComparedSituation] = []
  /// The situations in which the renderings are the same.
  package private(set) var same: [ComparedSituation] = []
  /// The tokens of both renderings in every situation in which they differ.
  package private(set) var tokens: [ComparedSituation: Tokens] = [:]
  /// The comparison in the first situation in which the renderings differ; in the first of all if they never do.
  package let example: PromptComparison
  /// The versions that have no place for what is known of the person; empty if there are several people.
  package private(set) var ignoresPeople: [String] = []
  /// Whether a version's course has phases.
  package let hasPhases: Bool

  /// By how many tokens the prompt grows, over all situations.
  package var growth: ClosedRange<Int> {
    let changes = tokens.values.map(\.growth) + (same.isEmpty ? [] : [0])
    return (changes.min() ?? 0)...(changes.max() ?? 0)
  }

  /// Renders both versions in every situation.
  ///
  /// Throws ``SourceError`` if a version cannot be rendered. A value that was only made up to reach a condition may be
  /// refused; its situation is left out.
  package init(from before: Version, to after: Version, data: CourseData) throws(SourceError) {
    let versions = [before, after]
    var prompts: [PreparedPrompt] = []
    for version in versions { prompts.append(try version.library.prompt(version.reference)) }
    hasPhases = prompts.contains { $0.inputNames.contains("phase") }
    let names = prompts.map { Set($0.inputNames) }
    let all = names[0].union(names[1])
    func rendered(_ request: AssemblyRequest) throws(SourceError) -> [RenderedPrompt] {
      var pair: [RenderedPrompt] = []
      for (version, own) in zip(versions, names) {
        var request = request
        request.prompt = version.reference
        // Values for inputs that only the other version has are removed.
        for name in request.values.keys where !own.contains(name) && all.contains(name) {
          request.values[name] = nil
        }
        pair.append(try PromptAssembler(library: version.library).assemble(request))
      }
      return pair
    }
    var first: PromptComparison?
    var known: [SectionChange] = []
    var isPersonal = [false, false]
    for (situation, request) in data.situations(for: prompts) {
      let pair: [RenderedPrompt]
      do throws(SourceError) {
        pair = try rendered(request)
      } catch {
        if situation.addition != nil { continue }
        throw error
      }
      situations.append(situation)
      if data.people.count == 1, !isPersonal.allSatisfy({ $0 }), situation.addition == nil {
        var unknown = request
        unknown.person = Person(id: request.person.id, language: request.person.language)
        let others = (try? rendered(unknown)) ?? []
        for (number, other) in others.enumerated() where other.text != pair[number].text {
          isPersonal[number] = true
        }
      }
      let isSame = pair[0].messages == pair[1].messages
      if isSame { same.append(situation) }
      guard !isSame || first == nil else { continue }
      let comparison = PromptComparison(before: pair[0], after: pair[1])
      // What was first is replaced by what differs first.
      if first == nil || (tokens.isEmpty && !isSame) { first = comparison }
      guard !isSame else { continue }
      tokens[situation] = Tokens(
        before: comparison.tokens.before, after: comparison.tokens.after)
      let changed = comparison.sections.filter { !$0.difference.isEmpty }.map(Optional.some)
      for section in changed.isEmpty ? [nil] : changed {
        let change = SectionChange(section, in: situation)
        if let position = known.firstIndex(where: { $0.isSame(as: change) }) {
          differences[position].situations.append(situation)
        } else {
          known.append(change)
          differences.append(Difference(section: section, situations: [situation]))
        }
      }
    }
    guard let first else {
      throw SourceError(
        Diagnostic(
          "comparison.empty", "there is nothing to render \(after.reference) with",
          hint: "name a person, or a domain"))
    }
    example = first
    for (prompt, isPersonal) in zip(prompts, isPersonal) where !isPersonal {
      ignoresPeople.append(prompt.template.reference)
    }
  }
}
