import Documents
import SourceFiles

extension TemplateChecker {
  /// How a template and its partials use the inputs.
  struct InputUse {
    /// The names of all inputs that are used.
    var names: Set<String> = []
    /// The places where limited or untrusted text is written outside of any container.
    private(set) var unwrapped: [(input: String, location: FileLocation, excerpt: SourceExcerpt?)] =
      []
    /// The comparisons of a value with a literal, such as `{{#ifEquals phase "insight"}}`.
    fileprivate(set) var comparisons: [Comparison] = []
    private var known: Set<[String]> = []

    /// Adds a place, once per input and file: adding a container in the file fixes all of them.
    mutating func note(unwrapped input: String, at offset: Int, in file: SourceFile) {
      guard known.insert([input, file.path]).inserted else { return }
      let location = file.location(at: offset)
      unwrapped.append((input, location, file.excerpt(at: location)))
    }
  }

  /// A comparison of a value, of which the schema is known, with a literal.
  struct Comparison {
    /// The value as the template names it.
    let name: String
    let schema: JSONValue
    let literal: JSONValue
    let file: SourceFile
    /// The place of the literal.
    let offset: Int
  }

  mutating func noteComparison(of arguments: [TemplateExpression], _ values: [SchemaCursor]) {
    guard arguments.count == 2, values.count == 2 else { return }
    for (one, other) in [(0, 1), (1, 0)] {
      guard case .path(let path) = arguments[one], let schema = values[one].schema,
        case .literal(let literal, let offset) = arguments[other]
      else { continue }
      use.comparisons.append(
        Comparison(
          name: path.description, schema: schema, literal: literal, file: file, offset: offset))
    }
  }
}
