/// Validates a value against a compiled schema.
struct SchemaEvaluator {
  /// A step from a value to one of its parts.
  private enum Step {
    case member(String)
    case element(Int)
  }

  /// The parts of the current value that some subschema has evaluated.
  private struct Evaluated {
    var members: Set<ExactText> = []
    var elements: Set<Int> = []

    mutating func formUnion(_ other: Evaluated) {
      members.formUnion(other.members)
      elements.formUnion(other.elements)
    }
  }

  private let program: SchemaProgram
  private var violations: [SchemaViolation] = []
  /// How many violations there are; only the first are kept.
  private var count = 0
  private let maximumSteps: Int
  private var remainingSteps: Int
  private var path: [Step] = []
  /// The resources entered so far, outermost first: the dynamic scope for `$dynamicRef`.
  private var scope: [Int] = []
  /// The schemas being checked, each with the depth in the value.
  private var underWay: [Visit] = []

  private struct Visit: Equatable {
    var schema: Int
    var depth: Int
  }

  /// How many schemas may be under way at once, since the evaluator calls itself for each.
  static let maximumDepth = 1_000
  /// How many violations are reported.
  static let maximumViolations = 100
  /// How many steps of a regular expression take the time of one application of a schema.
  private static let patternStepsPerStep = 10
  private static let mergesPerStep = 5

  init(_ program: SchemaProgram, maximumSteps: Int) {
    self.program = program
    self.maximumSteps = maximumSteps
    remainingSteps = maximumSteps
  }

  mutating func violations(of value: JSONValue) -> [SchemaViolation] {
    _ = check(value, against: program.root)
    guard remainingSteps > 0 else {
      // Whatever was found is unreliable, since the rest counts as conforming.
      return [
        SchemaViolation(
          path: "", keyword: .ref,
          message: "cannot be checked: it takes more than \(maximumSteps) steps")
      ]
    }
    return violations
  }

  /// Checks a value against a schema, records violations, and returns what was evaluated.
  private mutating func check(_ value: JSONValue, against number: Int) -> Evaluated {
    remainingSteps -= 1
    guard remainingSteps > 0 else { return Evaluated() }
    let node = program.nodes[number]
    // For a value of the wrong type no other violations are reported.
    guard node.types.isSuperset(of: TypeSet(of: value)) else {
      add(.type, "must be \(node.types.description), not \(value.typeName)")
      return Evaluated()
    }
    guard !node.isNever else {
      add(path.isEmpty ? .not : .additionalProperties, "is not allowed")
      return Evaluated()
    }
    // A schema that refers to itself without descending into the value would recurse forever.
    let visit = Visit(schema: number, depth: path.count)
    guard !underWay.reversed().prefix(while: { $0.depth == visit.depth }).contains(visit) else {
      add(.ref, "cannot be checked: the schema refers to itself")
      return Evaluated()
    }
    guard underWay.count < Self.maximumDepth else {
      add(.ref, "cannot be checked: more than \(Self.maximumDepth) schemas apply to one another")
      return Evaluated()
    }
    underWay.append(visit)
    defer { underWay.removeLast() }
    let isNewScope = scope.last != node.resource
    if isNewScope { scope.append(node.resource) }
    defer { if isNewScope { scope.removeLast() } }
    var evaluated = Evaluated()
    for assertion in node.assertions {
      apply(assertion, to: value, evaluated: &evaluated)
    }
    // The caller merges the names and positions into its own.
    remainingSteps -= (evaluated.members.count + evaluated.elements.count) / Self.mergesPerStep
    return evaluated
  }

  /// Checks a value without recording violations; returns nil if there are any.
  private mutating func probe(_ value: JSONValue, against number: Int) -> Evaluated? {
    let before = (kept: violations.count, all: count)
    let evaluated = check(value, against: number)
    guard count == before.all else {
      violations.removeLast(violations.count - before.kept)
      count = before.all
      return nil
    }
    return evaluated
  }

  private mutating func probe(_ value: JSONValue, against number: Int, at step: Step)
    -> Evaluated?
  {
    path.append(step)
    defer { path.removeLast() }
    return probe(value, against: number)
  }

  private mutating func apply(
    _ assertion: Assertion, to value: JSONValue, evaluated: inout Evaluated
  ) {
    switch assertion {
    case .oneOfValues(let allowed, let keyword):
      if !allowed.contains(value) { add(keyword, "must be one of \(allowed.list)") }
    case .number(let keyword, let bound): checkNumber(value, keyword, bound: bound)
    case .multipleOf(let factor):
      if !value.isMultiple(of: factor) {
        add(.multipleOf, "must be a multiple of \(factor.text())")
      }
    case .count(let keyword, let bound): checkCount(of: value, keyword, bound: bound)
    case .pattern(let pattern):
      if let text = value.string, !matches(text, pattern: pattern) {
        add(.pattern, "must match '\(pattern.source)'")
      }
    case .uniqueItems:
      if let elements = value.array, Set(elements).count < elements.count {
        add(.uniqueItems, "must not hold the same item twice")
      }
    case .required(let names):
      guard let object = value.object else { break }
      for name in names where object[name] == nil { add(.required, "is missing", at: name) }
    case .dependentRequired(let dependents):
      guard let object = value.object else { break }
      for dependent in dependents where object[dependent.name] != nil {
        for name in dependent.required where object[name] == nil {
          add(.dependentRequired, "is missing beside '\(dependent.name)'", at: name)
        }
      }
    case .members(let rules): checkMembers(of: value, rules: rules, evaluated: &evaluated)
    case .elements(let prefix, let rest):
      checkElements(of: value, prefix: prefix, rest: rest, evaluated: &evaluated)
    case .contains(let schema, let minimum, let maximum):
      checkContains(
        of: value, schema: schema, minimum: minimum, maximum: maximum, evaluated: &evaluated)
    case .propertyNames(let schema):
      for name in value.object?.keys ?? [] {
        if probe(.string(name), against: schema, at: .member(name)) == nil {
          add(.propertyNames, "is not allowed as a name", at: name)
        }
      }
    case .dependentSchemas(let schemas):
      guard let object = value.object else { break }
      for (name, schema) in schemas where object[name] != nil {
        evaluated.formUnion(check(value, against: schema))
      }
    case .all(let schemas):
      for schema in schemas { evaluated.formUnion(check(value, against: schema)) }
    case .any(let schemas): checkAny(of: schemas, for: value, evaluated: &evaluated)
    case .exactlyOne(let schemas):
      var fitting: [Evaluated] = []
      for schema in schemas { if let seen = probe(value, against: schema) { fitting.append(seen) } }
      if fitting.count == 1 {
        evaluated.formUnion(fitting[0])
      } else {
        add(.oneOf, "must fit exactly one of \(schemas.count) schemas, and fits \(fitting.count)")
      }
    case .not(let schema):
      if probe(value, against: schema) != nil { add(.not, "must not fit the schema under 'not'") }
    case .conditional(let condition, let then, let otherwise):
      if let seen = probe(value, against: condition) {
        evaluated.formUnion(seen)
        if let then { evaluated.formUnion(check(value, against: then)) }
      } else if let otherwise {
        evaluated.formUnion(check(value, against: otherwise))
      }
    case .reference(let schema): evaluated.formUnion(check(value, against: schema))
    case .dynamicReference(let schema, let anchor):
      let anchors = program.dynamicAnchors
      let outermost = scope.lazy.compactMap { anchors[$0][anchor] }.first
      evaluated.formUnion(check(value, against: outermost ?? schema))
    case .unevaluatedItems(let schema):
      for (position, element) in (value.array ?? []).enumerated()
      where evaluated.elements.insert(position).inserted {
        check(element, against: schema, at: .element(position))
      }
    case .unevaluatedProperties(let schema):
      for (name, member) in value.object ?? [:]
      where evaluated.members.insert(ExactText(name)).inserted {
        check(member, against: schema, at: .member(name))
      }
    }
  }

  // MARK: Parts

  private mutating func check(
    _ value: JSONValue, against schema: Int, at step: @autoclosure () -> Step
  ) {
    // Most parts are only checked for their type, which does not need the path.
    if program.nodes[schema].assertions.isEmpty, !program.nodes[schema].isNever,
      program.nodes[schema].types.isSuperset(of: TypeSet(of: value))
    {
      return
    }
    path.append(step())
    _ = check(value, against: schema)
    path.removeLast()
  }

  private mutating func checkMembers(
    of value: JSONValue, rules: MemberRules, evaluated: inout Evaluated
  ) {
    guard case .object(let object) = value else { return }
    for (name, member) in object {
      var isKnown = false
      if let schema = rules.schema(of: name) {
        isKnown = true
        check(member, against: schema, at: .member(name))
      }
      for (pattern, schema) in rules.patterns where matches(name, pattern: pattern) {
        isKnown = true
        check(member, against: schema, at: .member(name))
      }
      if !isKnown, let additional = rules.additional {
        isKnown = true
        check(member, against: additional, at: .member(name))
      }
      if isKnown, program.tracksEvaluation { evaluated.members.insert(ExactText(name)) }
    }
  }

  private mutating func checkElements(
    of value: JSONValue, prefix: [Int], rest: Int?, evaluated: inout Evaluated
  ) {
    guard case .array(let elements) = value else { return }
    for (position, element) in elements.enumerated() {
      guard let schema = position < prefix.count ? prefix[position] : rest else { return }
      check(element, against: schema, at: .element(position))
      if program.tracksEvaluation { evaluated.elements.insert(position) }
    }
  }

  private mutating func checkContains(
    of value: JSONValue, schema: Int, minimum: Int, maximum: Int?,
    evaluated: inout Evaluated
  ) {
    guard case .array(let elements) = value else { return }
    var count = 0
    for (position, element) in elements.enumerated() {
      guard probe(element, against: schema, at: .element(position)) != nil else { continue }
      count += 1
      evaluated.elements.insert(position)
    }
    if count < minimum {
      add(
        minimum == 1 ? .contains : .minContains,
        "must hold at least \(minimum) fitting items, and holds \(count)")
    }
    if let maximum, count > maximum {
      add(.maxContains, "must hold at most \(maximum) fitting items, and holds \(count)")
    }
  }

  private mutating func checkAny(
    of schemas: [Int], for value: JSONValue, evaluated: inout Evaluated
  ) {
    var isFitting = false
    for schema in schemas {
      guard let seen = probe(value, against: schema) else { continue }
      evaluated.formUnion(seen)
      isFitting = true
      // The other schemas matter only for tracking what was evaluated.
      if !program.tracksEvaluation { return }
    }
    if !isFitting { add(.anyOf, "must fit one of \(schemas.count) schemas, and fits none") }
  }

  // MARK: Numbers and texts

  private mutating func checkNumber(_ value: JSONValue, _ keyword: Keyword, bound: JSONValue) {
    guard value.number != nil else { return }
    let (isBelow, isAbove) = (value.isLess(than: bound), bound.isLess(than: value))
    let shown = bound.text()
    switch keyword {
    case .minimum where isBelow: add(keyword, "must be at least \(shown)")
    case .maximum where isAbove: add(keyword, "must be at most \(shown)")
    case .exclusiveMinimum where !isAbove: add(keyword, "must be more than \(shown)")
    case .exclusiveMaximum where !isBelow: add(keyword, "must be less than \(shown)")
    default: break
    }
  }

  private mutating func checkCount(of value: JSONValue, _ keyword: Keyword, bound: Int) {
    let count: Int?
    let unit: String
    switch keyword {
    case .minLength, .maxLength: (count, unit) = (value.string?.unicodeScalars.count, "characters")
    case .minItems, .maxItems: (count, unit) = (value.array?.count, "items")
    default: (count, unit) = (value.object?.count, "members")
    }
    guard let count else { return }
    switch keyword {
    case .minLength, .minItems, .minProperties:
      if count < bound { add(keyword, "must be at least \(bound) \(unit)") }
    default: if count > bound { add(keyword, "must be at most \(bound) \(unit)") }
    }
  }

  private mutating func matches(_ text: String, pattern: RegularExpression) -> Bool {
    // A step of a pattern is much quicker than one of a schema, but its number grows with the text.
    var steps = RegularExpression.maximumSteps
    defer { remainingSteps -= (RegularExpression.maximumSteps - steps) / Self.patternStepsPerStep }
    do throws(RegularExpressionError) {
      return try pattern.matches(text, steps: &steps)
    } catch {
      remainingSteps = 0
      return true
    }
  }

  // MARK: Results

  private mutating func add(
    _ keyword: Keyword, _ message: @autoclosure () -> String, at name: String? = nil
  ) {
    count += 1
    guard violations.count < Self.maximumViolations else { return }
    var place = ""
    for step in path + (name.map { [.member($0)] } ?? []) {
      switch step {
      case .member(let name): place += place.isEmpty ? name : ".\(name)"
      case .element(let position): place += "[\(position)]"
      }
    }
    violations.append(SchemaViolation(path: place, keyword: keyword, message: message()))
  }
}

extension JSONValue {
  /// Returns whether a number is a multiple of another; true for values that are not numbers.
  ///
  /// Integers are divided exactly. Most decimal fractions have no exact binary form, so others get a tolerance
  /// of at most a millionth.
  fileprivate func isMultiple(of factor: JSONValue) -> Bool {
    // Of the divisor −1 the remainder would overflow, but divisors are above 0.
    if let whole = integer, let divisor = factor.integer { return whole % divisor == 0 }
    guard let number, let factor = factor.number else { return true }
    let quotient = number / factor
    guard quotient.isFinite else { return number.remainder(dividingBy: factor) == 0 }
    return abs(quotient - quotient.rounded()) < min(1e-6, 1e-9 * max(1, abs(quotient)))
  }
}
