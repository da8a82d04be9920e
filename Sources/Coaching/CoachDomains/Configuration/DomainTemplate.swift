public import SourceFiles

/// The initial file of a new domain: valid and readable, with a placeholder for every part.
public struct DomainTemplate: Sendable {
  /// The regular expression that a domain id must match.
  static let idPattern = "^[a-z][a-z0-9-]*$"

  /// The domain's id, which is also the file name without its extension.
  public let id: String
  /// The name shown to people.
  public let name: String

  /// Creates a template; without a name, it uses the capitalised id.
  ///
  /// Throws ``SourceError`` if the id contains invalid characters or is reserved for a routing outcome.
  public init(id: String, name: String? = nil) throws(SourceError) {
    let letters = Set("abcdefghijklmnopqrstuvwxyz0123456789-")
    guard let first = id.first, ("a"..."z").contains(first), id.allSatisfy(letters.contains) else {
      throw SourceError(
        Diagnostic(
          "domain.id", "'\(id)' cannot be the id of a domain",
          hint: "use lowercase letters, digits and hyphens, starting with a letter"))
    }
    guard RoutingOutcome.Kind(rawValue: id) == nil else {
      throw SourceError(
        Diagnostic(
          "domain.reserved", "'\(id)' is the ID of a routing outcome, not of a domain",
          hint: "choose another id"))
    }
    self.id = id
    self.name = name ?? id.prefix(1).uppercased() + id.dropFirst()
  }

  /// Returns the placeholder examples of a new domain.
  static func examples(of id: String) -> [String] {
    (1...DomainConfig.minimumExamples).map { number in
      "\(id) example \(number): a message as somebody would really type it"
    }
  }

  /// The contents of the file.
  public var text: String {
    let examples = Self.examples(of: id).map { "    - \"\($0)\"" }
    return """
      # yaml-language-server: $schema=domain.schema.json
      id: \(plain)
      name: \(quoted(name))
      description: >-
        What belongs here, and where it ends: which neighbouring question belongs to another domain.
      tone: >-
        How the coach sounds here.
      methodology: >-
        Which ways of working it uses, in which order, and how a good session ends.
      personality: >-
        Who the coach is here.
      prompt_section: |
        What the coach has to know and do in this domain, in a few short paragraphs: what to find out first,
        questions that open something, traps, and how progress shows.
      routing:
        # Words and phrases that by themselves nearly always mean this domain.
        keywords: [\(plain)]
        # Words that lean this way and have other uses.
        hints: []
        # Whole messages, short and long, as people write them: 15 at least, 60 and more do better.
        examples:
      \(examples.joined(separator: "\n"))
        # Messages with this domain's words that belong elsewhere.
        negatives: []
      guardrails:
        - A rule for the coach that holds in this domain only.
      style: {direct_exploratory: 0.0, brief_detailed: 0.0, action_reflective: 0.0, challenging_supportive: 0.0}
      starters:
        - An opening that a person may tap

      """
  }

  /// The id as a YAML scalar, quoted if it would otherwise not be read as a string.
  private var plain: String {
    ["true", "false", "null"].contains(id) ? quoted(id) : id
  }

  /// Returns the text as a double-quoted YAML scalar; line breaks become spaces.
  private func quoted(_ text: String) -> String {
    let escaped = text.map { character in
      character.isNewline
        ? " "
        : character.unicodeScalars.map { sign in
          switch sign {
          case "\\", "\"": "\\\(sign)"
          case "\t": "\\t"
          default: "\(sign)"
          }
        }.joined()
    }
    return "\"\(escaped.joined())\""
  }
}

extension DomainConfig {
  /// Whether all examples are still the template's, in which case nothing is routed to the domain.
  var isTemplate: Bool {
    let placeholders = Set(DomainTemplate.examples(of: id))
    return !routing.examples.isEmpty && routing.examples.allSatisfy(placeholders.contains)
  }
}
