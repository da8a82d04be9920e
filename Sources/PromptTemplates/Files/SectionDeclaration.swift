import SourceFiles
import YAMLDocument

/// How long a section's text stays the same, which decides where it may stand.
///
/// Providers cache the longest prefix that two requests share, so what changes rarely comes first.
public enum CacheClass: String, Sendable, Hashable, CaseIterable, Comparable {
  /// The same for everyone until the prompt's next version.
  case stable
  /// The same for everyone in one domain, or with one persona.
  case shared
  /// The same for one person for a while.
  case personal
  /// Different in every request.
  case volatile

  /// Orders from what changes rarely to what changes always.
  public static func < (left: CacheClass, right: CacheClass) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .stable: 0
    case .shared: 1
    case .personal: 2
    case .volatile: 3
    }
  }
}

/// A named part of a prompt, as the front matter announces it.
public struct SectionDeclaration: Sendable, Hashable {
  /// The name that `{{section "name"}}` begins it with.
  public var name: String
  /// How long its text stays the same.
  public var cache: CacheClass
  /// The name of the cache breakpoint at its end, when there is one.
  public var breakpoint: String?
  /// When a budget does not hold everything, sections with a lower number are trimmed first.
  public var priority = 0
  /// Trimming leaves at least so many tokens.
  public var minimum = 0
  /// The section is trimmed to at most so many tokens; nil for no limit.
  public var maximum: Int?
  /// Which end of its lists stays when something must go: the first items where the best come first,
  /// the last where the newest come last, as in a conversation.
  public var keep = End.first

  /// An end of a list.
  public enum End: String, Sendable, Hashable, CaseIterable {
    /// The beginning.
    case first
    /// The end.
    case last
  }

  /// Whether a budget may take something away: what others share must stay what it is.
  public var isTrimmable: Bool { cache >= .personal }
}

extension SectionDeclaration {
  /// Providers accept four breakpoints at most.
  private static let maximumBreakpoints = 4

  static func list(_ node: YAMLNode) throws(SourceError) -> [SectionDeclaration] {
    var sections: [SectionDeclaration] = []
    for item in try node.list("'coachkit.sections'") {
      var map = try YAMLMapping(item, "a section")
      let section = try SectionDeclaration(&map)
      try map.finish()
      if let before = sections.last, section.cache < before.cache {
        throw item.error(
          "prompt.section-order",
          "'\(section.name)' is \(section.cache.rawValue), and stands after '\(before.name)', which"
            + " is \(before.cache.rawValue)",
          hint: "what changes less often comes first, or nothing after it can be cached")
      }
      guard !sections.contains(where: { $0.name == section.name }) else {
        throw item.error("prompt.section-twice", "the section '\(section.name)' is declared twice")
      }
      sections.append(section)
    }
    guard sections.count(where: { $0.breakpoint != nil }) <= maximumBreakpoints else {
      throw node.error(
        "prompt.breakpoints", "there are more than \(maximumBreakpoints) cache breakpoints",
        hint: "providers accept \(maximumBreakpoints) at most")
    }
    return sections
  }

  private init(_ map: inout YAMLMapping) throws(SourceError) {
    name = try map.string("name")
    cache = try map.required("cache").choice("'cache'")
    breakpoint = try map.optional("breakpoint")?.string("'breakpoint'")
    for key in ["priority", "minimum", "maximum", "keep"] {
      guard let node = map.optional(key) else { continue }
      guard isTrimmable else {
        throw node.error(
          "prompt.trimming", "'\(key)' is for personal and volatile sections",
          hint: "what others share is never trimmed")
      }
      guard key != "keep" else {
        keep = try node.choice("'keep'")
        continue
      }
      let number = try node.integer("'\(key)'", in: 0...1_000_000)
      switch key {
      case "priority": priority = number
      case "minimum": minimum = number
      default:
        guard number >= minimum else {
          throw node.error(
            "prompt.trimming", "'maximum' is less than 'minimum'", hint: "swap the two")
        }
        maximum = number
      }
    }
  }
}
