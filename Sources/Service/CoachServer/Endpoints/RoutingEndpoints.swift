#if Server
  import CoachKit
  import CoachModel
  import Documents
  import HTTPTypes

  extension Endpoint {
    /// What the local screen and the router make of a message.
    static func messages(_ state: ServerState) -> [Endpoint] {
      [
        Endpoint(
          method: .post, path: "/v1/route", scope: .client,
          summary: "The domain of a message", body: RoutedMessage.document.schema,
          answer: JSONDocumentForm(RoutingDecision.members).versioned
        ) { call in
          let message = try call.read(RoutedMessage.document)
          let set = state.service.domains()
          let decision = await set.routing.decide(
            message.message, history: message.history, current: message.current,
            preferred: message.preferred, among: set.domains)
          return decision
        },
        Endpoint(
          method: .post, path: "/v1/screen", scope: .client,
          summary: "Whether a message signals a crisis, and the help for it",
          details: "The local screen alone; a turn also asks for a second opinion.",
          body: ScreenedMessage.document.schema, answer: ScreeningAnswer.document.versioned
        ) { call in
          let message = try call.read(ScreenedMessage.document)
          let report = state.service.screen.examine(
            message.message, history: message.history, language: message.language, embedding: nil)
          var answer = ScreeningAnswer(verdict: report.verdict)
          if let assessment = report.assessment {
            answer.assessment = assessment
            answer.resources = state.service.resources.resources(
              for: message.region, categories: assessment.categories,
              language: message.language ?? "en")
            answer.emergencyNumber = state.service.resources.emergencyNumber(message.region)
          }
          return answer
        },
      ]
    }
  }

  struct RoutedMessage: Sendable {
    var message: String
    var history: [Message]
    var current: String?
    var preferred: [String]

    static let document = JSONDocumentForm(
      JSONObjectForm<RoutedMessage>(
        "a message to route", .required("message", \.message, .personsWords),
        .list("history", \.history, Message.spoken.form),
        .optional("current", \.current, .filledText), .list("preferred", \.preferred, .filledText)
      ) {
        RoutedMessage(
          message: $0.message, history: $0.history, current: $0.current, preferred: $0.preferred)
      })
  }

  struct ScreenedMessage: Sendable {
    var message: String
    var history: [Message]
    var region: String?
    var language: String?

    static let document = JSONDocumentForm(
      JSONObjectForm<ScreenedMessage>(
        "a message to screen", .required("message", \.message, .personsWords),
        .list("history", \.history, Message.spoken.form),
        .optional("region", \.region, .filledText), .optional("language", \.language, .languageTag)
      ) {
        ScreenedMessage(
          message: $0.message, history: $0.history, region: $0.region, language: $0.language)
      })
  }

  struct ScreeningAnswer: Sendable {
    var verdict: ScreeningVerdict
    var assessment: SafetyAssessment?
    var resources: [CrisisResource] = []
    var emergencyNumber: String?

    static let document = JSONDocumentForm(
      JSONObjectForm<ScreeningAnswer>(
        "what a screen found", .required("verdict", \.verdict, .choice),
        .optional("assessment", \.assessment, SafetyAssessment.members.form),
        .list("resources", \.resources, CrisisResource.members.form),
        .optional("emergency_number", \.emergencyNumber, .text)
      ) {
        ScreeningAnswer(
          verdict: $0.verdict, assessment: $0.assessment, resources: $0.resources,
          emergencyNumber: $0.emergencyNumber)
      })
  }

  extension JSONForm where Value == String {
    /// What a person wrote, as long as it may be in a turn.
    fileprivate static var personsWords: JSONForm {
      let maximum = TurnRequest.maximumMessageLength
      return .converted(
        .filledText, write: \.self, read: { $0.utf8.count <= maximum ? $0 : nil }, "too_long",
        "has more than \(maximum) bytes"
      ).describing(["type": "string", "pattern": #"\S"#, "maxLength": .integer(maximum)])
    }
  }
#endif
