import Documents
import SourceFiles

/// Resolution of values, and checks of where they may be used.
extension TemplateChecker {
  mutating func resolve(_ expression: TemplateExpression, in contexts: [SchemaCursor])
    -> SchemaCursor
  {
    let cursor: SchemaCursor
    switch expression {
    case .literal: cursor = .unknown
    case .call(let call): cursor = check(call, in: contexts)
    case .path(let path): cursor = resolve(path, in: contexts)
    }
    use.names.formUnion(cursor.inputs)
    if isStrict { checkCache(cursor.inputs, at: expression.offset) }
    return cursor
  }

  /// Reports inputs that change more often than the current section, whose shared prefix they would change.
  mutating func checkCache(_ inputs: Set<String>, at offset: Int) {
    for section in sections.sorted() where section >= 0 {
      checkCache(inputs, in: template.frontMatter.sections[section], at: offset)
    }
  }

  private mutating func checkCache(
    _ inputs: Set<String>, in declaration: SectionDeclaration, at offset: Int
  ) {
    for input in inputs.sorted() {
      let declared = template.frontMatter.inputs[input]
      let isInput = !input.hasPrefix("@")
      // A conversation grows at its end; what was said stays the same.
      let cache = input == "@history" ? .personal : (declared ?? .undeclared).cache
      guard cache > declaration.cache else { continue }
      add(
        "template.cache-class",
        "'\(input)' is \(cache.rawValue), and the section '\(declaration.name)' is "
          + declaration.cache.rawValue,
        at: offset,
        hint: declared == nil && isInput
          ? "declare '\(input)' under 'coachkit.inputs', or move it to a later section"
          : "move it to a later section; a condition counts at its position, so start the section"
            + " before it")
    }
  }

  private mutating func resolve(_ path: TemplatePath, in contexts: [SchemaCursor]) -> SchemaCursor {
    var names = path.names[...]
    var cursor: SchemaCursor
    if path.isVariable {
      guard path.names.first == "root" else { return variable(path) }
      names.removeFirst()
      cursor = root
    } else if let named = parameter(path) {
      names.removeFirst()
      cursor = named
    } else if path.levelsUp < contexts.count {
      cursor = contexts[contexts.count - 1 - path.levelsUp]
    } else if !isStrict {
      return .unknown
    } else {
      add(
        "template.unknown-variable", "'\(path)' goes above the outermost context",
        at: path.offset, hint: "remove a '../'")
      return .unknown
    }
    if cursor.isRoot, names.isEmpty {
      // A path to the root uses every input.
      cursor.inputs = Set(cursor.schema?["properties"]?.object?.keys ?? [])
    }
    while let name = names.popFirst() {
      guard let next = cursor.member(name) else {
        let owner = path.names.dropLast(names.count + 1).joined(separator: ".")
        add(
          "template.unknown-variable",
          owner.isEmpty ? "unknown variable '\(name)'" : "'\(owner)' has no '\(name)'",
          at: path.offset, hint: cursor.knownNames?.hint(for: name))
        return .unknown
      }
      cursor = next
    }
    return cursor
  }

  private func parameter(_ path: TemplatePath) -> SchemaCursor? {
    guard path.levelsUp == 0, !path.isExplicit, let name = path.names.first else { return nil }
    return parameters.lazy.reversed().compactMap { $0[name] }.first
  }

  /// Resolves an `@` path. Any name may come from the caller, but one that is close to a loop variable's is reported.
  private mutating func variable(_ path: TemplatePath) -> SchemaCursor {
    let known = LoopVariable.allCases.map(\.rawValue)
    if isStrict, path.names.count == 1, let name = path.names.first, !known.contains(name),
      let match = known.closestMatch(to: name)
    {
      add(
        "template.unknown-variable", "unknown variable '@\(name)'", at: path.offset,
        hint: "did you mean '@\(match)'?")
    }
    return SchemaCursor(
      inputs: known.contains(path.names.first ?? "") ? [] : ["@\(path.names.first ?? "")"])
  }
}
