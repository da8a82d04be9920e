import SourceFiles
import YAMLDocument

/// What the front matter says about an input beside its schema.
///
/// The defaults are the careful ones: an input that the file says nothing about may hold anybody's
/// words and may change in every request.
public struct InputDeclaration: Sendable, Hashable {
  /// How long its value stays the same; it may not be written into a section that lives longer.
  public var cache: CacheClass = .volatile
  /// How far its text may be believed.
  public var trust: Trust = .untrusted

  /// What holds for an input that is not declared.
  public static let undeclared = InputDeclaration()
}

extension InputDeclaration {
  static func read(_ node: YAMLNode) throws(SourceError) -> [String: InputDeclaration] {
    var inputs: [String: InputDeclaration] = [:]
    for entry in try YAMLMapping(node, "'coachkit.inputs'").entries {
      var map = try YAMLMapping(entry.value, "the input '\(entry.key)'")
      let cache: CacheClass = try map.required("cache").choice("'cache'")
      let trust: DeclarableTrust = try map.required("trust").choice("'trust'")
      try map.finish()
      inputs[entry.key] = InputDeclaration(cache: cache, trust: trust.trust)
    }
    return inputs
  }
}

/// The levels that a file can give to an input: the template's own is not among them.
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
