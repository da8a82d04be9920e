import CoachEngine
package import Documents
import PromptTemplates
import SourceFiles

extension ComparisonView {
  package var json: JSONValue {
    let example = comparison.example
    var object: JSONObject = [
      "before": .string(before), "after": .string(after),
      "situations": .integer(comparison.situations.count),
      "differing": .integer(comparison.situations.count - comparison.same.count),
      "tokens": [
        "before": .integer(example.tokens.before), "after": .integer(example.tokens.after),
        "minimum_growth": .integer(comparison.growth.lowerBound),
        "maximum_growth": .integer(comparison.growth.upperBound),
      ],
      "files_differ": .bool(!sources.isSame),
      "settings": .array(example.settings.map { .string($0) }),
      "breakpoints": .array(
        example.breakpoints.map { ["name": .string($0.name), "same": .bool($0.isSame)] }),
      "differences": .array(comparison.differences.map(json)),
      "same": .array(comparison.same.map(Self.json)),
      "by_situation": .array(
        comparison.situations.compactMap { situation in
          guard let tokens = comparison.tokens[situation] else { return nil }
          var object = Self.json(situation).object ?? [:]
          object["tokens"] = [
            "before": .integer(tokens.before), "after": .integer(tokens.after),
          ]
          return .object(object)
        }),
    ]
    object["prefix_change"] = example.prefixChange.map { change in
      [
        "byte": .integer(change.byte), "length": .integer(change.length),
        "section": .string(change.section), "origin": .string(change.origin.description),
      ]
    }
    object["note"] = sourceNote.map { .string($0) }
    return .object(object)
  }

  private func json(_ difference: CourseComparison.Difference) -> JSONValue {
    var object: JSONObject = ["situations": .array(difference.situations.map(Self.json))]
    guard let section = difference.section else { return .object(object) }
    object["section"] = .string(section.name)
    object["before"] = section.before.map { .integer($0) }
    object["after"] = section.after.map { .integer($0) }
    object["lines"] = .array(
      section.difference.shown(context: context).map { .string($0) })
    return .object(object)
  }

  private static func json(_ situation: ComparedSituation) -> JSONValue {
    var object: JSONObject = ["person": .string(situation.person)]
    object["domain"] = situation.domain.map { .string($0) }
    switch situation.moment {
    case .alone: break
    case .opening: object["moment"] = "opening"
    case .message(let number): object["moment"] = .integer(number)
    }
    object["with"] = situation.addition.map { .string($0) }
    return .object(object)
  }
}
