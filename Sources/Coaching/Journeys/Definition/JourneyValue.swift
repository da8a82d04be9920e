import CoachModel
import Documents
import ReplyContracts
import SourceFiles

/// A value that a journey computes: for a fact, or for the input of a task.
///
/// A text that begins with `$` is taken from somewhere: `$first_name` from a fact, `$value.themes` from what a task brought,
/// `$payload` from a tag, `$text` from what the person wrote with an action, `$now` and `$today` from the clock, `$id` is a
/// new id. `$now + 3 days` is later.
enum JourneyValue: Sendable, Hashable {
  case literal(JSONValue)
  case fact(ValuePath)
  case value(ValuePath?)
  case payload(ValuePath?)
  case text
  case id
  case today
  case now(days: Int)

  init(_ node: DocumentNode) throws(SourceError) {
    guard let text = node.json.string, text.hasPrefix("$") else {
      self = .literal(node.json)
      return
    }
    let name = String(text.dropFirst())
    switch name {
    case "text": self = .text
    case "id": self = .id
    case "today": self = .today
    case "now": self = .now(days: 0)
    case _ where name.hasPrefix("now "):
      let words = name.split(separator: " ")
      guard words.count == 4, words[1] == "+", let days = Int(words[2]), days > 0,
        ["day", "days"].contains(words[3])
      else {
        throw node.error(
          "journey.value", "'\(text)' is not a time", hint: "write $now, or $now + 3 days")
      }
      self = .now(days: days)
    default:
      let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
      let rest = parts.count == 2 ? ValuePath(parts[1]) : nil
      guard let path = ValuePath(name), parts.count < 2 || rest != nil else {
        throw node.error(
          "journey.value", "'\(text)' is not the place of a value",
          hint: "write a fact such as $intake, or $value, $payload, $text, $now, $today, $id")
      }
      switch parts[0] {
      case "value": self = .value(rest)
      case "payload": self = .payload(rest)
      default: self = .fact(path)
      }
    }
  }

  /// Reads the values of facts or inputs by name.
  static func read(_ node: DocumentNode, _ what: String) throws(SourceError) -> [(
    name: String, value: JourneyValue
  )] {
    var values: [(name: String, value: JourneyValue)] = []
    for entry in try MappingReader(node, what).entries {
      values.append((entry.key, try JourneyValue(entry.value)))
    }
    return values
  }
}

/// What values of a journey are computed from.
struct JourneyScope {
  var facts: JSONValue
  var moment: JourneyMoment
  var text: String?
  var value: JSONValue?
  var payload: JSONValue?

  /// Returns a value; `nil` if what it is taken from does not exist.
  func value(of value: JourneyValue) -> JSONValue? {
    switch value {
    case .literal(let literal): return literal
    case .fact(let path): return path.values(in: facts).first
    case .value(let path): return part(path, of: self.value)
    case .payload(let path): return part(path, of: payload)
    case .text: return text.map { .string($0) }
    case .id: return .string(moment.id)
    case .today: return .string(moment.today.description)
    case .now(let days): return .number(moment.now + Double(days) * 86_400)
    }
  }

  /// Returns the values of several names, without those that do not exist.
  func object(of values: [(name: String, value: JourneyValue)]) -> JSONObject {
    values.reduce(into: [:]) { $0[$1.name] = value(of: $1.value) }
  }

  private func part(_ path: ValuePath?, of value: JSONValue?) -> JSONValue? {
    guard let path else { return value }
    return value.flatMap { path.values(in: $0).first }
  }
}
