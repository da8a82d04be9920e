import Documents
import SourceFiles

/// The cache class and trust of an input, from the front matter.
///
/// The defaults are the cautious ones: an input that the file does not declare may hold anyone's words and may change
/// in every request.
public struct InputDeclaration: Sendable, Hashable {
  /// How long the input's value stays the same; it may not be used in a section that is to stay the same for longer.
  /// `volatile` by default.
  public var cache: CacheClass = .volatile
  /// How far the input's text is trusted; `untrusted` by default.
  public var trust: Trust = .untrusted

  /// The declaration that applies to an input without one: volatile and untrusted.
  public static let undeclared = InputDeclaration()
}

extension InputDeclaration {
  static func read(_ node: DocumentNode) throws(SourceError) -> [String: InputDeclaration] {
    var inputs: [String: InputDeclaration] = [:]
    for entry in try MappingReader(node, "'coachkit.inputs'").entries {
      var map = try MappingReader(entry.value, "the input '\(entry.key)'")
      let cache: CacheClass = try map.required("cache").choice("'cache'")
      let trust: DeclarableTrust = try map.required("trust").choice("'trust'")
      try map.finish()
      inputs[entry.key] = InputDeclaration(cache: cache, trust: trust.trust)
    }
    return inputs
  }
}

/// The trust levels that a file can give to an input: all but the template's own.
private enum DeclarableTrust: String, CaseIterable {
  case trusted
  case limited
  case untrusted

  var trust: Trust {
    switch self {
    case .trusted: .trusted
    case .limited: .limited
    case .untrusted: .untrusted
    }
  }
}
