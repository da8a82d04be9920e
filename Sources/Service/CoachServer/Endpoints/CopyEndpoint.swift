#if Server
  import CoachKit
  import Documents
  import HTTPTypes

  extension Endpoint {
    /// The texts that no model writes.
    static func copy(_ state: ServerState) -> Endpoint {
      Endpoint(
        method: .get, path: "/v1/copy", scope: .client,
        summary: "The texts that no model writes, with their keys",
        details: """
          Most texts come with what they belong to. An app keeps those that it shows without asking, such as that it is \
          offline. A placeholder stands in braces; a sentence whose value is unknown is left out, and if none is left, the \
          text named by `stands_in` is shown. `one` is the text for the number 1.
          """,
        query: [
          .init(
            name: "language",
            summary: """
              The person's language as a tag (BCP 47), `en` by default. A language that has no texts is answered in English.
              """)
        ],
        answer: CopyAnswer.form
      ) { call in
        CopyAnswer(state.service.copy, in: try call.language())
      }
    }
  }

  extension RequestCall {
    /// Returns the language that the query names, English without one.
    func language() throws(Problem) -> String {
      let language = query["language"] ?? "en"
      guard language.isLanguageTag else {
        throw Problem(
          .badRequest, "query.value", "the parameter 'language' must be a language tag",
          hint: "write one such as de, or es-MX")
      }
      return language
    }
  }

  private struct CopyAnswer: Sendable {
    var language: String
    var languages: [String]
    var format: CopyFormat?
    var texts: [CopyEntry]

    init(_ catalog: MessageCatalog, in language: String) {
      self.language = catalog.resolvedLanguage(for: language)
      languages = catalog.languages
      format = catalog.format(in: self.language)
      texts = catalog.entries(in: language)
    }

    static let form = JSONObjectForm<CopyAnswer>(
      writing: "texts", .required("language", \.language, .text),
      .required("languages", \.languages, .list(.text)),
      .optional("format", \.format, CopyFormat.answer),
      .required("texts", \.texts, .list(CopyEntry.form))
    ).form
  }

  extension CopyFormat {
    fileprivate static let answer = JSONObjectForm<CopyFormat>(
      writing: "formats of a language", .required("day", \.day, .text),
      .required("months", \.months, .list(.text)), .required("thousands", \.thousands, .text)
    ).form
  }
#endif
