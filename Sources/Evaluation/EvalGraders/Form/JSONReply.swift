import Documents
import LanguageModels
import PromptTemplates
import SourceFiles
import StreamParsing

/// A grader that requires replies in JSON that fit a schema, if one is given.
struct JSONReply: TextGrader {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "json",
      summary: "The reply is valid JSON, and conforms to a schema if one is given.",
      discussion: """
        For prompts that answer in JSON. The whole reply must be JSON, unless `repair` allows for what models \
        get wrong: words around the value, code fences, trailing commas. Then the last object or list counts that the \
        reply does not quote, and the verdict lists the repairs. A member that is there twice fails either way, since \
        readers disagree on which of them counts. The payloads of tags are checked by `tag-contract` instead. The \
        measured value is the number of violations of the schema.
        """,
      options: [
        GraderOption(
          "schema", form: .value,
          text: "A JSON Schema (draft 2020-12), or the short notation that prompts use."
        ),
        GraderOption(
          "schema_file", form: .file,
          text:
            "A file with the schema, in JSON or YAML, relative to the suite, in place of 'schema'."),
        GraderOption(
          "repair", form: .flag, text: "Whether broken JSON is repaired first; no by default."),
      ],
      example: """
        - use: json
          schema:
            domain(enum): [life, career, fitness]
            confidence: number
          repair: true
        """)
  ) { options throws(SourceError) in try JSONReply(options) }

  let id: String
  let summary: String
  private let schema: JSONSchema?
  private let repairs: Bool

  private init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    repairs = try options.flag("repair")
    if let file = options.file("schema_file") {
      guard options.value("schema") == nil else {
        throw options.error(
          for: "schema_file", "'schema' and 'schema_file' are both given",
          hint: "remove one of them")
      }
      schema = try options.schema(try DocumentNode.read(file).json, from: "schema_file")
    } else if let value = options.value("schema") {
      schema = try options.schema(value, from: "schema")
    } else {
      schema = nil
    }
    summary =
      schema == nil ? "Every reply is JSON." : "Every reply is JSON that conforms to the schema."
  }

  func grade(_ conversation: GradedConversation) -> [Grade] {
    conversation.messages.map { message in
      let text = message.visibleText
      let value: JSONValue
      var applied: [JSONRepair] = []
      do throws(StructuredMisfit) {
        let found = try json(in: text)
        (value, applied) = (found.value, found.repairs)
      } catch {
        return Grade(
          grader: id, message: message.number, unless: error.problems.joined(separator: "; "))
      }
      let violations = schema?.violations(of: value) ?? []
      let shown = violations.prefix(3).map(\.description).joined(separator: "; ")
      let more = violations.count > 3 ? "; and \(violations.count - 3) more" : ""
      var grade = grade(
        message, measured: Double(violations.count), unless: violations.isEmpty ? nil : shown + more
      )
      if !applied.isEmpty {
        grade.details["repaired"] = .array(applied.map { .string($0.rawValue) })
      }
      return grade
    }
  }

  /// Returns the JSON of a reply, repaired if the suite allows it; throws why there is none.
  private func json(in text: String) throws(StructuredMisfit) -> RepairedJSON {
    if repairs { return try ReplyReading.last.json(in: text, fitting: schema) }
    do throws(JSONSyntaxError) {
      _ = try JSONValue(parsing: text)
    } catch {
      throw StructuredMisfit(["is not JSON: \(error)"])
    }
    guard let passage = JSONPassage.all(in: text).first, let json = passage.json else {
      throw StructuredMisfit(["is not JSON"])
    }
    guard let name = passage.repeatedNames.first else { return json }
    throw StructuredMisfit(["'\(name)' is there more than once"])
  }
}
