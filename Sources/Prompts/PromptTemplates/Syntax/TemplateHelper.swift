public import Documents

/// A function that templates can call: `{{name argument key=value}}`.
///
/// Used as a block, `{{#name argument}}…{{else}}…{{/name}}`, its result decides which branch is rendered. The result
/// has the lowest trust of its arguments and is neutralised again if that trust is limited or untrusted, so a helper
/// cannot turn a person's words into trusted text.
public struct TemplateHelper: Sendable {
  /// The reason why a helper cannot return a value.
  public struct Failure: Error, Sendable {
    let message: String

    /// Creates a failure with a message; the renderer adds the location.
    public init(_ message: String) {
      self.message = message
    }
  }

  let body: @Sendable ([JSONValue], JSONObject) throws(Failure) -> JSONValue

  /// Creates a helper from a function of its positional and named arguments.
  public init(
    _ body: @escaping @Sendable ([JSONValue], JSONObject) throws(Failure) -> JSONValue
  ) {
    self.body = body
  }
}

extension TemplateHelper {
  /// `{{json value indent=2}}`: writes a value as JSON text.
  static let json = TemplateHelper { arguments, named throws(Failure) in
    guard arguments.count == 1 else { throw Failure("'json' takes one value") }
    guard let indent = named["indent"] else { return .string(arguments[0].text()) }
    guard let width = indent.integer, (0...10).contains(width) else {
      throw Failure("'indent' is a number of spaces from 0 to 10")
    }
    return .string(arguments[0].text(width == 0 ? .compact : .indented(width)))
  }

  /// `{{lookup value name}}`: returns a member or an element by a name or an index that is itself a value.
  static let lookup = TemplateHelper { arguments, _ throws(Failure) in
    guard arguments.count == 2 else { throw Failure("'lookup' takes a value and a name") }
    if let elements = arguments[0].array, let position = arguments[1].integer {
      return elements.indices.contains(position) ? elements[position] : .null
    }
    return arguments[0][arguments[1].string ?? arguments[1].text()] ?? .null
  }

  /// The helpers that every template has.
  static let standard: [String: TemplateHelper] = ["json": .json, "lookup": .lookup]
}

/// Tags that control the rendering instead of writing a value.
enum Directive {
  static let names = ["role", "section", "history", "media"]
}

enum BlockKind: String, CaseIterable {
  case `if`
  case unless
  case each
  case with
  case ifEquals
  case unlessEquals

  var argumentCount: Int {
    switch self {
    case .if, .unless, .each, .with: 1
    case .ifEquals, .unlessEquals: 2
    }
  }

  /// Whether `this` has another value in the body.
  var changesContext: Bool {
    switch self {
    case .each, .with: true
    case .if, .unless, .ifEquals, .unlessEquals: false
    }
  }
}
