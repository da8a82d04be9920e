#if Server
  import CoachKit
  import Documents
  import HTTPTypes
  import Logging

  extension Endpoint {
    /// The file of a domain, to be edited.
    static func domainFile(_ state: ServerState) -> Endpoint {
      Endpoint(
        method: .get, path: "/v1/domains/{id}", scope: .operator,
        summary: "The file of a domain, with its ETag",
        pathParameters: [.init(name: "id", summary: "The id of the domain.")],
        response: .text(contentType: yaml)
      ) { call in
        guard let file = state.content.domains.file(of: call.path["id"] ?? "") else {
          throw Problem(
            .notFound, "domain.unknown", "there is no such domain",
            hint: "GET /v1/domains lists them")
        }
        return .text(file.bytes, contentType: yaml, headers: [.eTag: "\"\(file.tag)\""])
      }
    }

    /// An edit of a domain by an operator.
    static func savedDomain(_ state: ServerState) -> Endpoint {
      Endpoint(
        method: .put, path: "/v1/domains/{id}", scope: .operator,
        summary: "Save the file of a domain, new or edited",
        details: """
          The body is checked as the file is; a problem has its line and column, and leaves everything as it was. The next turn \
          uses the edit. An edit of a domain that exists needs `If-Match` with the ETag of what was edited, so that nobody's \
          change is lost: without it the answer is 428, and 412 if the file has changed since.
          """,
        pathParameters: [.init(name: "id", summary: "The id of the domain, as in the body.")],
        headers: [
          .init(
            name: "if-match",
            summary: "The ETag of the file that was edited, or `*` for any that is there."),
          .init(name: "if-none-match", summary: "`*` if there must be no such domain."),
        ],
        body: domainBody, bodyTypes: ["application/json", yaml, "text/yaml"],
        response: .json(SavedDomainAnswer.form.documentSchema),
        failures: [.conflict, .preconditionFailed, .preconditionRequired]
      ) { call in
        let id = call.path["id"] ?? ""
        let library = state.content.domains
        let condition = try DomainEditCondition(call, isKnown: library.file(of: id) != nil)
        let saved: SavedDomain
        do throws(DomainEditError) {
          saved = try library.save(try call.domainText(of: id), as: id, replacing: condition)
        } catch {
          throw Problem(error, id: id)
        }
        state.logger.info(
          "a domain was saved", metadata: ["domain": "\(id)", "caller": "\(call.caller.name)"])
        return .json(
          SavedDomainAnswer.form.write(SavedDomainAnswer(id: id, saved: saved)),
          headers: [.eTag: "\"\(saved.tag)\""])
      }
    }

    private static let yaml = "application/yaml"

    /// The schema of domain files, as that of one body among others.
    private static var domainBody: JSONValue {
      guard case .object(var schema) = DomainSchema.schema() else { return [:] }
      schema["$schema"] = nil
      schema["title"] = "DomainFile"
      return .object(schema)
    }
  }

  private struct SavedDomainAnswer: Sendable {
    var id: String
    var saved: SavedDomain

    static let form = JSONObjectForm<SavedDomainAnswer>(
      writing: "a saved domain", .required("id", \.id, .text),
      .required("etag", \.saved.tag, .text), .required("is_new", \.saved.isNew, .bool),
      .required("warnings", \.saved.findings, .list(Diagnostic.answer))
    ).form
  }

  extension DomainEditCondition {
    /// Reads the condition of a request. Throws ``Problem`` with 428 for an edit of a known domain without one.
    fileprivate init(_ call: RequestCall, isKnown: Bool) throws(Problem) {
      if let none = call.headers["if-none-match"] {
        guard none == "*", call.headers["if-match"] == nil else {
          throw Problem(
            .badRequest, "header.value", "'if-none-match' of an edit is '*', without 'if-match'",
            hint: "send 'if-match' with the ETag of what was edited")
        }
        self = .new
        return
      }
      switch call.headers["if-match"] {
      case nil where isKnown:
        throw Problem(
          .preconditionRequired, "domain.condition", "the domain exists, and 'if-match' is missing",
          hint: "GET the domain, edit that, and send its ETag in 'if-match'")
      case nil: self = .new
      case "*": self = .existing
      case let tag?:
        // A proxy that compresses may have made the tag a weak one.
        let strong = tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
        self = .unchanged(strong.filter { $0 != "\"" })
      }
    }
  }

  extension RequestCall {
    /// Returns the body as the text of a domain's file. JSON is checked where its places are those of the body, and laid out
    /// for people who will edit the file.
    fileprivate func domainText(of id: String) throws(DomainEditError) -> [UInt8] {
      guard bodyType == "application/json" else { return body }
      do throws(SourceError) {
        let node = try DocumentNode.parseJSON(SourceFile(path: Self.bodyName, bytes: body))
        _ = try DomainConfig(node, path: "\(id).yaml")
        return Array((node.json.text(.indented(2)) + "\n").utf8)
      } catch {
        throw .invalid(error)
      }
    }
  }

  extension Problem {
    fileprivate init(_ error: DomainEditError, id: String) {
      switch error {
      case .invalidID:
        self.init(
          .badRequest, "domain.id", "the id cannot be that of a domain",
          hint: "use 1 to 64 lower-case letters, digits, '_' and '-', a letter first")
      case .invalid(let problems):
        self.init(problems)
        guard let first = problems.diagnostics.first, let location = first.location else { return }
        let others = problems.diagnostics.dropFirst().map { problem in
          let line = problem.location.map { "line \($0.line): " } ?? ""
          return line + problem.message
        }
        detail = ([first.message] + others).joined(separator: "; ")
        place = (location.line, location.column)
      case .changed(let tag):
        self.init(
          .preconditionFailed, "domain.changed",
          tag == nil
            ? "there is no such file, or none that can be read" : "the domain has changed since",
          hint: "GET it again, and make your edit in what it is now")
        if let tag { headers[.eTag] = "\"\(tag)\"" }
      case .unwritable(let reason):
        self.init(
          .conflict, "domain.unwritable", "the folder of domains cannot be written: \(reason)",
          hint:
            "give the server write access to 'content.domains', or deploy the file with the content"
        )
      }
    }
  }
#endif
