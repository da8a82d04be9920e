#if Server
  import CoachKit
  @testable import CoachServer
  import TestKit
  import Testing

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  @Suite("Texts over HTTP")
  struct CopyEndpointTests {
    /// Does something with the path of a copy file that has this content, and removes it.
    private func withFile(
      _ text: String, _ work: (String) async throws -> Void
    ) async throws {
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "copy-\(UInt64.random(in: 0 ... .max))", directoryHint: .isDirectory)
        .path(percentEncoded: false)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let path = "\(folder)/copy.yaml"
      try write(text, to: path)
      try await work(path)
    }

    private func write(_ text: String, to path: String) throws {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    private func text(_ key: String, in answer: ServerBench.Answer) -> JSONValue? {
      answer.json["texts"]?.array?.first { $0["key"] == .string(key) }
    }

    @Test("all texts come in the language that there is, with their forms and placeholders")
    func copy() async throws {
      try await ServerBench.run { server in
        let german = try await server.send("GET", "/v1/copy?language=de-AT")
        #expect(german.status == 200 && german.json["language"] == "de")
        #expect(german.json["languages"] == ["de", "en", "es"])
        #expect(german.json["format"]?["day"] == "{day}. {month}")
        #expect(german.json["texts"]?.array?.count == CopyKey.builtIn.count)
        let trial = text("usage.trial", in: german)
        #expect(trial?["text"] == "Tag {day} von {days}, noch {count} Nachrichten frei")
        #expect(trial?["one"] == "Tag {day} von {days}, noch eine Nachricht frei")
        #expect(trial?["placeholders"] == ["day", "days", "count"])
        #expect(trial?["stands_in"] == "usage.trial_detail")
        let english = try await server.send("GET", "/v1/copy")
        #expect(
          text("app.offline", in: english)?["text"]
            == "You're offline right now. Your past conversations are here — new coaching needs a connection."
        )
        let other = try await server.send("GET", "/v1/copy?language=fr")
        #expect(
          other.json["language"] == "en" && text("offer.not_now", in: other)?["language"] == "en")
        let wrong = try await server.send("GET", "/v1/copy?language=english")
        #expect(wrong.status == 400 && wrong.code == "query.value")
      }
    }

    @Test("the style is a setting")
    func style() async throws {
      try await ServerBench.run {
        $0.content.copyStyle = .plain
      } _: { server in
        let answer = try await server.send("GET", "/v1/copy")
        #expect(
          text("refusal.period_limit", in: answer)?["text"]?.string?.hasPrefix("You're out of")
            == true)
      }
    }

    @Test("a file's texts are shown in turns, and an edit takes effect without a restart")
    func ownFile() async throws {
      try await withFile("refusal.paywall: {en: 'Shall we go on?', fr: 'On continue ?'}\n") {
        path in
        let access = try AccessRecord(updatedAt: 0).after(.discoveryCompleted, at: 1)
        try await ServerBench.run {
          $0.content.copy = path
        } _: { server in
          func refused(_ id: String, _ language: String) async throws -> JSONValue? {
            let answer = try await server.send(
              "POST", "/v1/turns",
              [
                "id": .string(id),
                "person": ["id": "p-1", "language": .string(language), "sessions": 1],
                "access": access.json, "conversation": ["id": "c-1"], "message": "Hello again.",
              ])
            return answer.events.first { $0.data["event"] == "refused" }?.data["text"]
          }
          func begins(_ text: JSONValue?, _ words: String) -> Bool {
            text?.string?.hasPrefix(words) ?? false
          }
          #expect(begins(try await refused("r-1", "en"), "Shall we go on?"))
          #expect(begins(try await refused("r-2", "fr"), "On continue ?"))
          try write("refusal.paywall: {en: Another day?}\n", to: path)
          // The server looks for itself, too: whoever is first, the new text is in use after this.
          _ = try await server.send("POST", "/v1/reload")
          #expect(begins(try await refused("r-3", "en"), "Another day?"))
          try write("refusal.paywal: {en: x}\n", to: path)
          let broken = try await server.send("POST", "/v1/reload")
          let problem = broken.json["copy"]?["problems"]?.array?.first?.string ?? ""
          #expect(problem.contains("copy.yaml:1:1") && problem.contains("refusal.paywall"))
          #expect(begins(try await refused("r-4", "en"), "Another day?"))
        }
      }
    }

    @Test("a reload names the texts that changed, and keeps the last good ones")
    func reload() async throws {
      try await withFile("offer.not_now: {en: Later}\n") { path in
        var settings = ServerSettings()
        settings.content.prompts = "\(ProjectFolder.path)/Prompts"
        settings.content.domains = "\(ProjectFolder.path)/DomainConfigs"
        settings.content.copy = path
        let content = try LiveContent(settings.content)
        #expect(content.reload().isEmpty)
        try write("offer.not_now: {en: Another time}\n", to: path)
        let changes = content.reload()
        #expect(changes.map(\.folder) == ["copy"])
        #expect(changes.first?.change.changed == ["offer.not_now"])
        try write("offer.not_now: {en: '{count}'}\n", to: path)
        #expect(content.reload().first?.change.kept == ["copy"])
        #expect(content.problems.map(\.folder) == ["copy"])
        #expect(content.copy.text(.offerNotNow, in: "en") == "Another time")
      }
    }

    @Test("a file with mistakes keeps a server from starting")
    func start() async throws {
      try await withFile("usage.trial: {en: 'Day {cuont}'}\n") { path in
        var content = ServerSettings.Content()
        content.prompts = "\(ProjectFolder.path)/Prompts"
        content.domains = "\(ProjectFolder.path)/DomainConfigs"
        content.copy = path
        let error = #expect(throws: SourceError.self) { try LiveContent(content) }
        #expect(error?.diagnostics.first?.code == "copy.placeholder")
        #expect(error?.diagnostics.first?.hint == "did you mean 'count'?")
      }
    }

    @Test("starters for somebody without a topic stand beside the domains")
    func starters() async throws {
      try await ServerBench.run { server in
        let answer = try await server.send("GET", "/v1/domains?language=es")
        let starters = answer.json["starters"]?.array ?? []
        #expect(starters.count == 6 && starters.contains("Tengo que tomar una decisión"))
      }
    }

    // MARK: Journeys

    private func step(
      _ facts: JSONObject, _ event: JSONValue? = nil, on server: ServerBench
    ) async throws -> JSONValue? {
      var body: JSONObject = [
        "person": ["id": "p-1", "language": "de", "sessions": 0],
        "state": ["v": 1, "journey": "trainer", "facts": .object(facts), "updated_at": 5],
      ]
      body["event"] = event
      return try await server.send("POST", "/v1/journeys/trainer/step", .object(body)).json
    }

    @Test("a journey's texts and buttons come in the person's language")
    func journey() async throws {
      try await ServerBench.run { server in
        let auth = try await step(["has_started_onboarding": true], on: server)
        #expect(auth?["position"]?["phase"] == "auth")
        #expect(
          auth?["position"]?["texts"] == [
            [
              "copy": "trainer.sign_in",
              "text": "Lass uns deinen Fortschritt speichern. Wie lautet deine E-Mail-Adresse?",
            ]
          ])
        let button = auth?["position"]?["actions"]?.array?.first
        #expect(button?["copy"] == "trainer.sign_in_button")
        #expect(button?["text"] == "Fortschritt speichern")
        let intake = try await step(
          ["has_started_onboarding": true], ["do": "action", "name": "sign_in"], on: server)
        #expect(
          intake?["outputs"]?.array?.first?["text"]
            == "Danke, dein Fortschritt ist gespeichert. Du kannst jederzeit weitermachen.")
        #expect(intake?["position"]?["texts"]?.array?.first?["copy"] == "trainer.intake")
        let offer = try await step(
          ["has_started_onboarding": true, "signed_in": true, "intake": ["goals": ["x"]]],
          on: server)
        #expect(
          offer?["position"]?["texts"]?.array?.map { $0["copy"]?.string } == [
            "trainer.assessment", "trainer.assessment_time",
          ])
      }
    }

    @Test("a reminder and its three buttons have their words")
    func reminder() async throws {
      try await ServerBench.run { server in
        let answer = try await step(
          [
            "has_started_onboarding": true, "signed_in": true, "intake": ["goals": ["x"]],
            "assessment_skipped": true, "assessment_skipped_at": 1_700_000_000,
            "goal_contract": ["goal": "x"],
          ], on: server)
        let position = answer?["position"]
        #expect(position?["phase"] == "goal_review")
        #expect(position?["texts"]?.array?.first?["copy"] == "trainer.draft")
        #expect(position?["reminder_texts"]?.array?.first?["copy"] == "trainer.reminder")
        let texts = position?["actions"]?.array?.map { $0["text"]?.string }
        #expect(
          texts == [
            "Passt so", "Etwas ändern", "Jetzt machen", "Später erinnern", "Das lasse ich aus",
          ])
      }
    }

    @Test("the coach's journey begins with the welcome screen")
    func welcome() async throws {
      try await ServerBench.run { server in
        let answer = try await server.send(
          "POST", "/v1/journeys/coach/step",
          [
            "person": ["id": "p-1", "language": "en", "sessions": 0], "access": ["updated_at": 0],
          ])
        let texts = answer.json["position"]?["texts"]?.array?.map { $0["text"]?.string }
        #expect(
          texts == [
            "This is your space. No judgment, no forms. Just a conversation.", "Let's begin",
            "AI coaching, not therapy or mental health treatment",
          ])
      }
    }
  }
#endif
