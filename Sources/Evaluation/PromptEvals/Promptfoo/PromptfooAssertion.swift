import CoachTranscripts
import Documents
import SourceFiles

/// What an assertion of promptfoo becomes here.
///
/// The types are those of promptfoo.dev/docs/configuration/expected-outputs (deterministic and model-graded).
enum PromptfooAssertion {
  /// Rules that the reply to one case must keep.
  case rules([JSONValue])
  /// What a judge compares the reply with.
  case target(String)
  /// A grader of all replies.
  case grader(JSONObject)
  /// Nothing: why not.
  case missing(String)

  /// What it became, in words for a report.
  var words: String {
    switch self {
    case .rules: "rules of the case ('expect')"
    case .target: "the 'target' of the case, for the judge"
    case .grader(let grader): "the grader '\(grader["use"]?.string ?? "")', for all cases"
    case .missing(let reason): "no counterpart: \(reason)"
    }
  }

  /// Converts an assertion.
  ///
  /// - Parameter vars: The variables of the test, which stand in texts as `{{name}}`.
  init(type: String, value: JSONValue, threshold: Double?, vars: JSONObject) {
    let isNegated = type.hasPrefix("not-")
    let kind = isNegated ? String(type.dropFirst(4)) : type
    if let patterns = Self.patterns(of: kind, value, isNegated: isNegated, vars) {
      self = patterns
      return
    }
    guard !isNegated else {
      self = .missing("'not-' of this type has no rule")
      return
    }
    let text = Self.text(value, vars)
    switch kind {
    case "word-count": self = Self.wordCount(value)
    case "is-json":
      var grader: JSONObject = ["use": "json"]
      if value.object != nil { grader["schema"] = value }
      let isElsewhere = value.string.map { !$0.isEmpty } ?? false
      self = isElsewhere ? .missing("its schema is in a file") : .grader(grader)
    case "latency":
      guard let threshold else {
        self = .missing("it has no threshold")
        return
      }
      self = .grader(["use": "latency", "seconds": .number(threshold / 1000)])
    case "cost":
      guard let threshold else {
        self = .missing("it has no threshold")
        return
      }
      self = .grader(["use": "cost", "dollars": .number(threshold)])
    case "llm-rubric", "g-eval":
      let texts = (value.array ?? [value]).compactMap { Self.text($0, vars) }
      self = texts.isEmpty ? .missing("it has no text") : .target(texts.joined(separator: "\n"))
    case "factuality", "model-graded-factuality", "model-graded-closedqa":
      self = text.map(PromptfooAssertion.target) ?? .missing("it has no text")
    case "similar":
      self = .missing("similarity of meaning; write what counts as a 'target' and add a judge")
    case "javascript", "python", "ruby", "webhook":
      self = .missing("a program; write it as a grader 'command'")
    default: self = .missing("there is no such grader")
    }
  }

  private static func wordCount(_ value: JSONValue) -> PromptfooAssertion {
    var rule: JSONObject = ["words": "text"]
    if let count = value.integer ?? value.string.flatMap({ Int($0) }) {
      rule["minimum"] = .integer(count)
      rule["maximum"] = .integer(count)
    }
    rule["minimum"] = rule["minimum"] ?? value["min"]
    rule["maximum"] = rule["maximum"] ?? value["max"]
    return rule.count > 1 ? .rules([.object(rule)]) : .missing("it has no number")
  }

  // MARK: Patterns

  /// Returns the rules for what a text contains; `nil` for other types.
  private static func patterns(
    of kind: String, _ value: JSONValue, isNegated: Bool, _ vars: JSONObject
  ) -> PromptfooAssertion? {
    let isFolded = kind.hasPrefix("icontains")
    let name = isFolded ? String(kind.dropFirst()) : kind
    let fold = isFolded ? "(?i:" : "(?:"
    switch name {
    case "contains", "starts-with", "equals":
      guard let text = Self.text(value, vars) else { return .missing("its value is no text") }
      let escaped = text.escapedAsPattern
      let pattern =
        switch name {
        case "equals": "^\(escaped)$"
        case "starts-with": "^\(escaped)"
        default: "\(fold)\(escaped))"
        }
      return rules([pattern], because: kind, isNegated: isNegated)
    case "contains-all", "contains-any":
      let written = value.string?.split(separator: ",").map(\.trimmingWhitespace) ?? []
      let texts = (value.array ?? written.map { .string($0) }).compactMap {
        Self.text($0, vars)?.escapedAsPattern
      }
      guard !texts.isEmpty else { return .missing("it has no texts") }
      if name == "contains-any" {
        return rules(
          ["\(fold)\(texts.joined(separator: "|")))"], because: kind, isNegated: isNegated)
      }
      guard !isNegated else { return .missing("a text may have some of these, and not all") }
      return rules(texts.map { "\(fold)\($0))" }, because: kind, isNegated: false)
    case "regex":
      guard let text = Self.text(value, vars) else { return .missing("its value is no text") }
      return rules([text], because: kind, isNegated: isNegated)
    default: return nil
    }
  }

  private static func rules(
    _ patterns: [String], because kind: String, isNegated: Bool
  ) -> PromptfooAssertion {
    for pattern in patterns {
      do throws(RegularExpressionError) {
        _ = try RegularExpression(pattern)
      } catch {
        return .missing("the pattern cannot be used here: \(error.message)")
      }
    }
    return .rules(
      patterns.map { pattern in
        [
          isNegated ? "lacks" : "matches": "text", "pattern": .string(pattern),
          "because": .string("promptfoo's \(isNegated ? "not-" : "")\(kind)"),
        ]
      })
  }

  /// Returns a text with the variables in it; `nil` if it is none, or if a variable is unknown.
  static func text(_ value: JSONValue, _ vars: JSONObject) -> String? {
    guard let text = value.word ?? value.string else { return nil }
    guard !text.hasPrefix("file://") else { return nil }
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "{{"),
      let end = rest[start.upperBound...].firstRange(of: "}}")
    {
      let name = rest[start.upperBound..<end.lowerBound].trimmingWhitespace
      guard let value = vars[name] else { return nil }
      result += rest[..<start.lowerBound] + (value.string ?? value.text())
      rest = rest[end.upperBound...]
    }
    return result + rest
  }
}

extension String {
  /// The text as a pattern that fits nothing else.
  fileprivate var escapedAsPattern: String {
    reduce(into: "") { pattern, character in
      if "\\^$.|?*+()[]{}".contains(character) { pattern.append("\\") }
      pattern.append(character)
    }
  }
}
