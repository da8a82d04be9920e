public import JSON

/// A function that a template can call: `{{name argument key=value}}`.
///
/// As a block, `{{#name argument}}…{{else}}…{{/name}}`, its result decides which branch is taken.
/// What a helper returns is believed as little as the least believable of its arguments, and made
/// inert again: a helper cannot launder a person's words.
public struct TemplateHelper: Sendable {
  /// Why a helper cannot do what a template asks.
  public struct Failure: Error, Sendable {
    let message: String

    /// Creates a failure; the renderer adds the place.
    public init(_ message: String) {
      self.message = message
    }
  }

  let body: @Sendable ([JSONValue], JSONObject) throws(Failure) -> JSONValue

  /// Creates a helper from a function of its unnamed and named arguments.
  public init(
    _ body: @escaping @Sendable ([JSONValue], JSONObject) throws(Failure) -> JSONValue
  ) {
    self.body = body
  }
}

extension TemplateHelper {
  /// `{{json value indent=2}}`: a value as JSON text.
  static let json = TemplateHelper { arguments, named throws(Failure) in
    guard arguments.count == 1 else { throw Failure("'json' takes one value") }
    guard let indent = named["indent"] else { return .string(arguments[0].text()) }
    guard let width = indent.integer, (0...10).contains(width) else {
      throw Failure("'indent' is a number of blanks from 0 to 10")
    }
    return .string(arguments[0].text(width == 0 ? .compact : .indented(width)))
  }

  /// `{{lookup value name}}`: the member or element whose name or position is a value itself.
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

/// Tags that steer the rendering instead of producing text of their own.
enum Directive {
  static let names = ["role", "section", "history", "media"]
}

/// The blocks of the language.
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

  /// Whether its body sees another `this`.
  var changesContext: Bool {
    switch self {
    case .each, .with: true
    case .if, .unless, .ifEquals, .unlessEquals: false
    }
  }
}
