import CoachModel
package import Documents

/// The JSON Schema of files of duties, for completion, descriptions and validation in editors.
///
/// It does not cover what requires more than the file's contents, such as whether the id matches the file name.
package enum DutySchema {
  /// Returns the schema.
  package static func schema() -> JSONValue {
    var schema = object(
      [
        "id": [
          "type": "string", "pattern": "^[a-z][a-z0-9]*(-[a-z0-9]+)*$",
          "description": "The file name without its extension.",
        ],
        "name": text("The name of the jurisdiction, in English."),
        "places": [
          "type": "array", "items": ["type": "string", "pattern": "^[A-Z]{2}(-[A-Z0-9]{1,3})?$"],
          "minItems": 1, "uniqueItems": true,
          "description":
            "The places in which the law holds (ISO 3166), such as DE or US-CA; a country includes its parts.",
        ],
        "looked_up": lookUp, "law": text("The name of the law and its citation."),
        "from": day("The first day on which the law is in force."),
        "time_zone": text(
          "The zone whose days count for people whose own is not known, such as America/New_York."),
        "notices": list("The notices that people are given.", of: notice),
        "protocol": crisisProtocol,
        "minors": list("What the law forbids towards minors.", of: minor), "report": report,
        "app_must": list("What the product has to do, because the toolkit cannot.", of: appDuty),
      ], required: ["id", "name", "places", "looked_up", "law", "from"],
      "What a law asks of a companion chatbot.")
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "The duties of a jurisdiction"
    return .object(schema)
  }

  private static var lookUp: JSONValue {
    .object(
      object(
        [
          "date": day("The day on which the pages were read."),
          "seen": choice(
            "What was read: the text of the law or a copy of it, or only pages about it.",
            JurisdictionDuties.LookUp.Reading.self),
          "pages": [
            "type": "array", "items": ["type": "string", "pattern": "^https://."], "minItems": 1,
            "description": "The addresses of the pages.",
          ],
          "unverified": [
            "type": "array", "items": ["type": "string", "minLength": 1],
            "description": "What no page with the text of the law confirms.",
          ],
        ], required: ["date", "seen", "pages"], "When and where the law was looked up."))
  }

  private static var notice: JSONValue {
    var schema = object(
      [
        "kind": [
          "enum": .array(NoticeKind.known.map { .string($0.rawValue) }),
          "description": "What it tells: that the coach is an AI, or that a break would be good.",
        ],
        "at": choice(
          "When it is due: as a person begins to write, or after some time of writing.",
          NoticeMoment.self),
        "at_most_every": [
          "type": "string", "pattern": "^[0-9]+[dh]$",
          "description":
            "With 'at: start', the time between two notices: 1d is once on a day by the calendar.",
        ],
        "every": [
          "type": "string", "pattern": "^[0-9]+[hm]$",
          "description": "With 'at: interval', the time of writing after which it is due: 3h.",
        ],
        "for": audience, "from": itemDay, "section": section,
      ], required: ["kind", "at", "for", "section"], nil)
    schema["if"] = ["properties": ["at": ["const": "interval"]]]
    schema["then"] = ["required": ["every"], "properties": ["at_most_every": false]]
    schema["else"] = ["properties": ["every": false, "kind": ["const": "ai"]]]
    return .object(schema)
  }

  private static var crisisProtocol: JSONValue {
    .object(
      object(
        [
          "categories": [
            "type": "array", "items": words(of: ProtocolDuty.Category.self), "minItems": 1,
            "uniqueItems": true, "description": "The dangers that the protocol has to find.",
          ],
          "referral": flag("Whether people have to be referred to crisis services."),
          "published": flag("Whether the protocol has to be published."),
          "from": itemDay, "section": section,
        ], required: ["categories", "section"], "What the operator's protocol for crises covers."))
  }

  private static var minor: JSONValue {
    .object(
      object(
        [
          "forbids": choice("What is forbidden.", MinorDuty.Prohibition.self),
          "for": audience, "from": itemDay, "section": section,
        ], required: ["forbids", "section"], nil))
  }

  private static var report: JSONValue {
    let item = object(
      [
        "figure": choice("What the item states.", ReportDuty.Figure.self),
        "asks": text("What the law asks, in our words."), "section": section,
      ], required: ["figure", "asks", "section"], nil)
    return .object(
      object(
        [
          "to": text("Who gets the report."), "due": text("When it is due, in words."),
          "from": itemDay, "section": section,
          "figures": [
            "type": "array", "items": .object(item), "minItems": 1,
            "description": "The items, in the order of the law.",
          ],
        ], required: ["to", "due", "figures", "section"], "The report that is due regularly."))
  }

  private static var appDuty: JSONValue {
    .object(
      object(
        [
          "text": text("What is to be done, in a sentence for developers."), "from": itemDay,
          "section": section,
        ], required: ["text", "section"], nil))
  }

  private static var audience: JSONValue {
    choice("Whom the duty is about.", NoticeDuty.Audience.self)
  }

  private static var itemDay: JSONValue { day("The first day of this duty, if it is a later one.") }

  private static var section: JSONValue { text("The section of the law.") }

  private static func object(
    _ properties: JSONObject, required: [String], _ description: String?
  ) -> JSONObject {
    var schema: JSONObject = ["type": "object"]
    schema["description"] = description.map { .string($0) }
    schema["properties"] = .object(properties)
    schema["required"] = .array(required.map { .string($0) })
    schema["additionalProperties"] = false
    return schema
  }

  private static func list(_ description: String, of items: JSONValue) -> JSONValue {
    ["type": "array", "items": items, "description": .string(description)]
  }

  private static func text(_ description: String) -> JSONValue {
    ["type": "string", "minLength": 1, "description": .string(description)]
  }

  private static func flag(_ description: String) -> JSONValue {
    ["type": "boolean", "description": .string(description)]
  }

  private static func day(_ description: String) -> JSONValue {
    [
      "type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
      "description": .string(description),
    ]
  }

  private static func choice<Word: RawRepresentable<String> & CaseIterable>(
    _ description: String, _ type: Word.Type
  ) -> JSONValue {
    ["enum": words(of: type)["enum"] ?? [], "description": .string(description)]
  }

  private static func words<Word: RawRepresentable<String> & CaseIterable>(
    of type: Word.Type
  ) -> JSONValue {
    ["enum": .array(type.allCases.map { .string($0.rawValue) })]
  }
}
