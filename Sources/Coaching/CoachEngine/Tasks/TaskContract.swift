package import Documents
package import LanguageModels
package import PromptTemplates
package import ReplyContracts
package import SourceFiles

/// What the reply to a task must keep to: form, tags and rules, with the inputs to which the rules refer.
package struct TaskContract: Sendable {
  /// The form of a reply that is JSON.
  package struct Form: Sendable {
    /// What the reply is validated against.
    package var schema: JSONSchema
    /// The schema that the provider gets, which also says what it can of the rules.
    package var sent: JSONValue
    /// The name that some providers require.
    package var name: String
  }

  /// The inputs by name.
  package let inputs: JSONObject
  private let template: PromptTemplate
  private let library: PromptLibrary
  private let references: ContractReferences

  /// Returns the contract of the prompt of a request, with the inputs that the request leads to.
  package init(
    of request: AssemblyRequest, in library: PromptLibrary,
    screens: [String: ContractReferences.Screen] = TextScreens.standard
  ) throws(SourceError) {
    self.init(
      of: try library.template(request.prompt),
      inputs: try PromptAssembler(library: library).inputs(of: request).inputs.values, in: library,
      screens: screens)
  }

  private init(
    of template: PromptTemplate, inputs: JSONObject, in library: PromptLibrary,
    screens: [String: ContractReferences.Screen]
  ) {
    self.template = template
    self.inputs = inputs
    self.library = library
    references = ContractReferences(screens: screens) { document, prompt in
      let reference = library.taskVersion(of: PromptReference(name: prompt), for: "").reference
      let matter = (try? library.template(reference))?.frontMatter
      return matter.map {
        ContractReport.check(
          document, against: $0.outputSchema, rules: $0.contract.rules, screens: screens)
      }
    }
  }

  /// Returns the contract of another prompt with the same inputs.
  package func of(_ prompt: PromptReference) throws(SourceError) -> TaskContract {
    TaskContract(
      of: try library.template(prompt), inputs: inputs, in: library, screens: references.screens)
  }

  /// The form of the reply; `nil` if it is a text.
  package var form: Form? {
    template.frontMatter.outputSchema.map { schema in
      Form(
        schema: schema,
        sent: template.frontMatter.contract.rules.strengthening(
          schema.source, with: inputs, listing: trustedInputs),
        name: template.name.replacing("-", with: "_"))
    }
  }

  private var trustedInputs: Set<String> {
    Set(template.frontMatter.inputs.filter { $0.value.trust == .trusted }.keys)
  }

  /// Nobody looks at a reply before it is used: one with different values, such as two severities of a crisis, says
  /// nothing, and the model is asked again.
  static let reading = ReplyReading.unanimous

  /// Reads a reply as the contract says, without its rules.
  ///
  /// Throws what is wrong with its form.
  package func read(_ words: String) throws(StructuredMisfit) -> TaskReply {
    guard let form else {
      return try TaskReply(words: words, contract: template.frontMatter.contract)
    }
    return TaskReply(json: try form.schema.value(inReply: words, Self.reading).value)
  }

  /// Returns the reply after the rules of the contract; a text also passes the checks of a coach's replies, since a person
  /// reads it.
  ///
  /// Throws what the model has to correct.
  package func applied(to reply: TaskReply) throws(StructuredMisfit) -> TaskReply {
    let reply = try reply.applying(report(on: reply.json))
    if let text = reply.text, let screen = references.screens[TextScreens.coach],
      let problem = screen(text)
    {
      throw StructuredMisfit(["the text \(problem)"])
    }
    return reply
  }

  /// Checks a reply against the rules of the contract, or against others.
  package func report(on reply: JSONValue, rules: [ContractRule]? = nil) -> ContractReport {
    ContractReport(
      reply, rules: rules ?? template.frontMatter.contract.rules, inputs: inputs,
      references: references)
  }
}

extension PromptLibrary {
  /// Returns the version of a prompt for a person, and the experiment that assigned it: by the labels, and without labels
  /// the newest.
  func taskVersion(
    of prompt: PromptReference, for person: String
  ) -> (reference: PromptReference, experiment: String?) {
    guard prompt.version == nil, let assignment = labels.assign(person, to: prompt.name) else {
      return (prompt, nil)
    }
    return (assignment.reference, assignment.runningExperiment)
  }
}

extension PromptAssignment {
  /// The experiment that made the assignment; `nil` if everyone got the production version.
  var runningExperiment: String? { traffic.isEmpty ? nil : experiment }
}
