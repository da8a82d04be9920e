public import Conversations

/// A function that a template can call: `{{name argument key=value}}`.
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
    let style = named["indent"]?.integer.map { JSONValue.Style.indented($0) } ?? .compact
    return .string(arguments[0].text(style))
  }

  /// The helpers that every template has.
  static let standard: [String: TemplateHelper] = ["json": .json]
}

/// Tags that steer the rendering instead of producing text.
enum Directive {
  static let names = ["role", "section", "history"]
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
}
