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
      Answer.form.write(Answer(problem: self, requestID: requestID))
    }

    /// The schema of the body.
    static var schema: JSONValue { Answer.form.documentSchema }

    private struct Answer: Sendable {
      var problem: Problem
      var requestID: String
      let type = "about:blank"

      static let form = JSONObjectForm<Answer>(
        writing: "problem", .required("type", \.type, .text),
        .required("title", \.problem.status.reasonPhrase, .text),
        .required("status", \.problem.status.code, .integer()),
        .required("code", \.problem.code, .described("A stable identifier for programs.")),
        .required("detail", \.problem.detail, .text),
        .optional("hint", \.problem.hint, .described("What to do about it.")),
        .optional("text", \.problem.text, .described("Words for the person who waits.")),
        .optional("line", \.problem.place?.line, .integer()),
        .optional("column", \.problem.place?.column, .integer()),
        .optional(
          "pointer", \.problem.pointer,
          .described("The JSON Pointer of the place in the body (RFC 6901).")),
        .required("request_id", \.requestID, .text)
      ).form
    }
  }

  extension JSONForm where Value == String {
    fileprivate static func described(_ description: String) -> JSONForm {
      text.describing(["type": "string", "description": .string(description)])
    }
  }
#endif
