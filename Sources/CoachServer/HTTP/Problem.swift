#if Server
  import CoachKit
  import HTTPTypes

  /// Why a request was not carried out, as `application/problem+json` (RFC 9457).
  ///
  /// It quotes nothing that people wrote.
  struct Problem: Error, Sendable {
    /// The status of the response.
    var status: HTTPResponse.Status
    /// A stable identifier for programs, such as `json.syntax`.
    var code: String
    /// What is wrong, in one sentence.
    var detail: String
    /// What to do about it; `nil` if there is nothing to say.
    var hint: String?
    /// Where in the body, counted from 1; `nil` if it is no place in it.
    var place: (line: Int, column: Int)?
    /// The JSON Pointer of that place; `nil` if it is unknown.
    var pointer: String?
    /// Words for the person who waits; `nil` if the mistake is the calling program's.
    var text: String?
    /// More header fields.
    var headers: HTTPFields = [:]

    init(
      _ status: HTTPResponse.Status, _ code: String, _ detail: String, hint: String? = nil,
      text: String? = nil
    ) {
      self.status = status
      self.code = code
      self.detail = detail
      self.hint = hint
      self.text = text
    }

    /// The problem of a body or of what it names. A place in another file is part of the text.
    init(_ error: SourceError, status: HTTPResponse.Status = .badRequest) {
      let first = error.diagnostics[0]
      self.init(status, first.code, first.message, hint: first.hint)
      if let location = first.location {
        if location.file == RequestCall.bodyName {
          place = (location.line, location.column)
        } else {
          detail = "\(location): \(detail)"
        }
      }
      let others = error.diagnostics.dropFirst().map(\.message)
      if !others.isEmpty { detail += "; " + others.joined(separator: "; ") }
    }

    /// The body of the response.
    func json(requestID: String) -> JSONValue {
      var object: JSONObject = [
        "type": "about:blank", "title": .string(status.reasonPhrase),
        "status": .integer(status.code), "code": .string(code), "detail": .string(detail),
      ]
      object["hint"] = hint.map { .string($0) }
      object["text"] = text.map { .string($0) }
      if let place {
        object["line"] = .integer(place.line)
        object["column"] = .integer(place.column)
      }
      object["pointer"] = pointer.map { .string($0) }
      object["request_id"] = .string(requestID)
      return .object(object)
    }

    /// The schema of the body.
    static let schema: JSONValue = [
      "title": "Problem", "type": "object",
      "properties": [
        "type": ["type": "string"], "title": ["type": "string"], "status": ["type": "integer"],
        "code": ["type": "string", "description": "A stable identifier for programs."],
        "detail": ["type": "string"],
        "hint": ["type": "string", "description": "What to do about it."],
        "text": ["type": "string", "description": "Words for the person who waits."],
        "line": ["type": "integer"], "column": ["type": "integer"],
        "pointer": [
          "type": "string", "description": "The JSON Pointer of the place in the body (RFC 6901).",
        ],
        "request_id": ["type": "string"],
      ],
      "required": ["type", "title", "status", "code", "detail", "request_id"],
      "additionalProperties": false,
    ]
  }
#endif
