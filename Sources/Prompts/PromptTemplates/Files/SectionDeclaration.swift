import Documents
import SourceFiles

/// How long a text stays the same, which decides where it may appear in a prompt.
///
/// Providers cache the longest prefix that two requests share, so text that changes rarely comes first.
public enum CacheClass: String, Sendable, Hashable, CaseIterable, Comparable {
  /// The same for everyone until the prompt's next version.
  case stable
  /// The same for everyone in one domain, or with one persona.
  case shared
  /// The same for one person for some time.
  case personal
  /// Different in every request.
  case volatile

  /// Returns whether the first class changes less often than the second.
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

/// A section of a prompt as declared in the front matter.
public struct SectionDeclaration: Sendable, Hashable {
  /// The name with which `{{section "name"}}` starts the section.
  public var name: String
  /// How long the section's text stays the same.
  public var cache: CacheClass
  /// The name of the cache breakpoint at the section's end; nil if there is none.
  public var breakpoint: String?
  /// The section's rank when a budget is exceeded: sections with a lower number are trimmed first. 0 by default.
  public var priority = 0
  /// The number of tokens that trimming leaves in the section at least. 0 by default.
  public var minimum = 0
  /// The number of tokens to which the section is trimmed; nil for no limit.
  public var maximum: Int?
  /// The end of the section's lists that is kept when items are removed: the first items if the best come first, the
  /// last if the newest come last, as in a conversation.
  public var keep = End.first

  /// An end of a list.
  public enum End: String, Sendable, Hashable, CaseIterable {
    /// The items at the start of the list.
    case first
    /// The items at the end of the list.
    case last
  }

  /// Whether a budget may remove data from the section. Stable and shared sections are never trimmed, since other
  /// requests share their text.
  public var isTrimmable: Bool { cache >= .personal }
}

extension SectionDeclaration {
  /// The maximum number of breakpoints that providers accept.
  private static let maximumBreakpoints = 4

  /// The maximum number of sections of a prompt.
  static let maximumSections = 100

  static func list(_ node: DocumentNode) throws(SourceError) -> [SectionDeclaration] {
    var sections: [SectionDeclaration] = []
    let items = try node.list("'coachkit.sections'")
    guard items.count <= maximumSections else {
      throw node.error(
        "prompt.sections", "there are \(items.count) sections, and \(maximumSections) are allowed",
        hint: "a section is what is cached or trimmed as one: join those that are alike")
    }
    for item in items {
      var map = try MappingReader(item, "a section")
      let section = try SectionDeclaration(&map)
      try map.finish()
      if let before = sections.last, section.cache < before.cache {
        throw item.error(
          "prompt.section-order",
          "'\(section.name)' is \(section.cache.rawValue), but comes after '\(before.name)', which"
            + " is \(before.cache.rawValue)",
          hint: "put what changes less often first, or nothing after it can be cached")
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

  private init(_ map: inout MappingReader) throws(SourceError) {
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
