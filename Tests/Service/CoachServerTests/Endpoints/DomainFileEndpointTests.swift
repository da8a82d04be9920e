#if Server
  import CoachKit
  @testable import CoachServer
  import Foundation
  import ModelProviders
  import TestKit
  import Testing

  @Suite("Domains that an operator saves over HTTP")
  struct DomainFileEndpointTests {
    /// A copy of the shipped domains, removed at the end.
    private final class Folder: Sendable {
      let path: String

      init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "domains-\(UUID())")
        path = folder.path(percentEncoded: false)
        try FileManager.default.copyItem(
          atPath: "\(ProjectFolder.path)/DomainConfigs", toPath: path)
      }

      deinit { try? FileManager.default.removeItem(atPath: path) }

      var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
      }
    }

    private static let operators = (name: "authorization", value: "Bearer fedcba9876543210")

    private func run(
      _ work: @escaping @Sendable (ServerBench, Folder) async throws -> Void
    ) async throws {
      let folder = try Folder()
      try await ServerBench.run {
        $0.content.domains = folder.path
        $0.authentication.keys =
          (try? CallerKey.list(
            SourceFile(path: "keys", text: "client:0123456789abcdef,operator:fedcba9876543210")))
          ?? []
      } _: {
        try await work($0, folder)
      }
    }

    private static func read(_ server: ServerBench, _ id: String) async throws -> (
      text: String, tag: String
    ) {
      let answer = try await server.send("GET", "/v1/domains/\(id)", headers: [operators])
      #expect(answer.status == 200)
      return (answer.text, try #require(answer.headers["etag"]))
    }

    /// Sends a text; ``ServerBench`` sends JSON alone.
    private static func put(
      _ server: ServerBench, _ id: String, _ text: String, type: String = "application/yaml",
      match: String? = nil, none: String? = nil, key: String = "fedcba9876543210"
    ) async throws -> ServerBench.Answer {
      var headers = [
        (name: "content-type", value: type), (name: "authorization", value: "Bearer \(key)"),
      ]
      if let match { headers.append((name: "if-match", value: match)) }
      if let none { headers.append((name: "if-none-match", value: none)) }
      let response = try await CurlTransport().send(
        TransportRequest(
          method: "PUT", url: "http://127.0.0.1:\(server.port)/v1/domains/\(id)", headers: headers,
          body: Array(text.utf8)))
      var bytes: [UInt8] = []
      while let part = try await response.body.next(before: .now + .seconds(600)) { bytes += part }
      let answer = ServerBench.Answer(
        status: response.status, headers: response.headers,
        text: String(decoding: bytes, as: UTF8.self))
      try await AnswerSchemas.check(
        answer, to: "PUT", "/v1/domains/\(id)", sourceLocation: #_sourceLocation)
      return answer
    }

    private static func name(_ server: ServerBench, of id: String) async throws -> String? {
      let list = try await server.send("GET", "/v1/domains", headers: [operators])
      return list.json["domains"]?.array?.first { $0["id"]?.string == id }?["name"]?.string
    }

    @Test("an edit with the ETag of what was read is used at once")
    func saved() async throws {
      try await run { server, folder in
        let (text, tag) = try await Self.read(server, "career")
        let edited = text.replacing("name: Career", with: "name: Work and career")
        #expect(edited != text)
        let answer = try await Self.put(server, "career", edited, match: tag)
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer.json["is_new"] == false)
        try await expect(Self.name(server, of: "career"), equals: "Work and career")
        let after = try await Self.read(server, "career")
        #expect(after.text == edited && after.tag == answer.headers["etag"] && after.tag != tag)
        // Nothing but the domain's file is left behind.
        let shipped = try FileManager.default.contentsOfDirectory(
          atPath: "\(ProjectFolder.path)/DomainConfigs")
        #expect(folder.names == shipped.sorted())
      }
    }

    @Test("of two operators who edit the same text, the second is told")
    func overtaken() async throws {
      try await run { server, _ in
        let (text, tag) = try await Self.read(server, "career")
        let first = text.replacing("name: Career", with: "name: First")
        try await expect(
          Self.put(server, "career", first, match: tag).status, equals: 200)
        let second = text.replacing("name: Career", with: "name: Second")
        let refused = try await Self.put(server, "career", second, match: tag)
        #expect(refused.status == 412 && refused.code == "domain.changed")
        try await expect(refused.headers["etag"], equals: Self.read(server, "career").tag)
        let blind = try await Self.put(server, "career", second)
        #expect(blind.status == 428 && blind.code == "domain.condition")
        try await expect(Self.name(server, of: "career"), equals: "First")
        try await expect(
          Self.put(server, "career", second, match: "W/\(refused.headers["etag"] ?? "")").status,
          equals: 200)
      }
    }

    @Test("a broken edit is answered with its place, and everything stays as it was")
    func broken() async throws {
      try await run { server, _ in
        let (text, tag) = try await Self.read(server, "career")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let number = try #require(lines.firstIndex { $0.hasPrefix("name:") }) + 1
        let bad = text.replacing("name: Career", with: "name: [Career]")
        let answer = try await Self.put(server, "career", bad, match: tag)
        #expect(answer.status == 400 && answer.json["line"] == .integer(number), "\(answer.text)")
        let garbage = try await Self.put(server, "career", "id: [", match: tag)
        #expect(garbage.status == 400 && garbage.json["line"] != nil)
        try await expect(Self.read(server, "career").text, equals: text)
        try await expect(Self.name(server, of: "career"), equals: "Career")
      }
    }

    @Test("a new domain is made from JSON, and not made twice")
    func json() async throws {
      try await run { server, folder in
        let body: JSONValue = [
          "id": "thrift", "name": "Thrift", "description": "Budgets, and what money stands for.",
          "tone": "Plain.", "methodology": "Looks at one month at a time.",
          "personality": "Unhurried.", "prompt_section": "Stay with what the money is for.",
          "routing": [
            "keywords": ["budget", "savings"],
            "examples": .array(
              (1...15).map { .string("My budget for week \($0) does not add up 😕.") }),
          ],
          "guardrails": ["Never recommend a product."],
          "style": [
            "direct_exploratory": 0, "brief_detailed": 0, "action_reflective": 0,
            "challenging_supportive": 0,
          ],
          "starters": ["Where did last month's money go?"],
        ]
        // The condition is that there is one.
        let none = try await Self.put(
          server, "thrift", body.text(), type: "application/json", match: "*")
        #expect(none.status == 412 && !folder.names.contains("thrift.yaml"), "\(none.text)")
        let made = try await Self.put(
          server, "thrift", body.text(), type: "application/json", none: "*")
        #expect(made.status == 200 && made.json["is_new"] == true, "\(made.text)")
        try await expect(Self.name(server, of: "thrift"), equals: "Thrift")
        #expect(folder.names.contains("thrift.yaml"))
        let again = try await Self.put(
          server, "thrift", body.text(), type: "application/json", none: "*")
        #expect(again.status == 412)
        let wrong = body.text(.indented(2)).replacing(#""tone""#, with: #""tune""#)
        let refused = try await Self.put(
          server, "thrift", wrong, type: "application/json", match: "*")
        #expect(refused.status == 400 && refused.json["line"] != nil)
      }
    }

    @Test("nobody but an operator reads or saves a file, and no id leads out of the folder")
    func forbidden() async throws {
      try await run { server, _ in
        let (text, tag) = try await Self.read(server, "career")
        let client = try await Self.put(
          server, "career", text, match: tag, key: "0123456789abcdef")
        #expect(client.status == 403)
        let read = try await server.send(
          "GET", "/v1/domains/career",
          headers: [(name: "authorization", value: "Bearer 0123456789abcdef")])
        #expect(read.status == 403)
        for id in ["..%2Fcareer", "_none", "%2Fetc%2Fpasswd", "career.yaml", "nothing"] {
          let answer = try await server.send(
            "GET", "/v1/domains/\(id)", headers: [Self.operators])
          #expect(answer.status == 404, "\(id)")
          let put = try await Self.put(server, id, text, match: "*")
          #expect([400, 404].contains(put.status), "\(id)")
        }
        let type = try await Self.put(server, "career", text, type: "text/html", match: tag)
        #expect(type.status == 415)
      }
    }

    @Test("a folder that cannot be written is a problem that says so")
    func unwritable() async throws {
      try await run { server, folder in
        let (text, _) = try await Self.read(server, "career")
        try FileManager.default.removeItem(atPath: folder.path)
        let answer = try await Self.put(server, "career", text, match: "*")
        #expect(answer.status == 409 && answer.code == "domain.unwritable")
      }
    }
  }
#endif
