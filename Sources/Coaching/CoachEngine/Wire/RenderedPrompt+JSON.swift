import CoachModel
package import Documents
package import PromptTemplates
import SourceFiles

extension RenderedPrompt {
  /// The messages in the format of providers.
  package var messagesJSON: JSONValue {
    .array(
      messages.map { ["role": .string($0.role.rawValue), "content": .string($0.text)] })
  }
}

/// All information about a rendered prompt.
package struct PromptRendering: Sendable {
  struct Section: Sendable {
    var explanation: PromptExplanation.Section
    var text: String?
  }

  let prompt: RenderedPrompt
  let sections: [Section]

  /// Counts the tokens of a prompt's sections; their texts are included if they are wanted.
  package init(_ prompt: RenderedPrompt, counter: any TokenCounter, includesTexts: Bool = false) {
    self.prompt = prompt
    sections = zip(PromptExplanation(prompt, counter: counter).sections, prompt.sections).map {
      Section(explanation: $0, text: includesTexts ? prompt.text(of: $1) : nil)
    }
  }

  package static let form = JSONObjectForm<PromptRendering>(
    writing: "a rendered prompt", .required("prompt", \.prompt.reference, .text),
    .required("digest", \.prompt.templateDigest.description, .text),
    .required("inputs", \.prompt.inputs, .anyObject),
    .required("history", \.prompt.history, .list(Message.written)),
    .required("messages", \.prompt.messages, .list(Message.written)),
    .required("segments", \.prompt.segments, .list(PromptSegment.form)),
    .required("sections", \.sections, .list(Section.form)),
    .required("trims", \.prompt.trimTexts, .list(.text)),
    .required("left_out_inputs", \.prompt.leftOutInputs, .list(LeftOutInput.form))
  ).form
}

extension RenderedPrompt {
  fileprivate var trimTexts: [String] { trims.map(\.description) }
}

extension Message {
  fileprivate static let written = JSONObjectForm<Message>(
    writing: "a message of a prompt", .required("role", \.role.rawValue, .text),
    .required("text", \.text, .text)
  ).form
}

extension PromptSegment {
  fileprivate static let form = JSONObjectForm<PromptSegment>(
    writing: "a segment", .required("text", \.text, .text),
    .required("role", \.role.rawValue, .text), .required("origin", \.origin.description, .text),
    .required("trust", \.trust.name, .text), .optional("input", \.input, .text),
    .optional("section", \.section, .integer()), .optional("cache", \.cache?.rawValue, .text),
    .optional("media", \.media?.url, .text)
  ).form
}

extension PromptRendering.Section {
  fileprivate static let form = PromptExplanation.Section.members.adding(
    .optional("text", \PromptRendering.Section.text, .text), title: "a rendered section",
    base: \.explanation
  ) { PromptRendering.Section(explanation: $0, text: $1) }.form
}

extension PromptExplanation.Section {
  fileprivate static let members = JSONObjectForm<PromptExplanation.Section>(
    writing: "a section", .required("name", \.declaration.name, .text),
    .required("cache", \.declaration.cache.rawValue, .text),
    .required("tokens", \.tokens, .integer()),
    .required("sources", \.sources, .list(.text)), .required("inputs", \.inputs, .list(.text)),
    .required("holds_untrusted", \.holdsUntrusted, .bool),
    .optional("breakpoint", \.breakpoint, PromptExplanation.Breakpoint.form))
}

extension LeftOutInput {
  fileprivate static let form = JSONObjectForm<LeftOutInput>(
    writing: "an input that was left out", .required("path", \.path, .text),
    .required("given_by", \.giver, .choice), .required("reason", \.reason, .choice)
  ).form
}

extension PromptExplanation.Breakpoint {
  fileprivate static let form = JSONObjectForm<PromptExplanation.Breakpoint>(
    writing: "a breakpoint", .required("name", \.name, .text),
    .required("prefix_tokens", \.prefixTokens, .integer()),
    .required("digest", \.digest.description, .text)
  ).form
}

extension PromptExplanation {
  /// Returns the explanation, with the forecasts of what providers cache.
  package func json(caching: JSONValue? = nil) -> JSONValue {
    var object: JSONObject = [
      "prompt": .string(reference), "digest": .string(templateDigest.description),
      "tokens": .integer(tokens), "token_method": .string(tokenMethod),
      "sections": .array(sections.map(Section.members.form.write)),
      "trims": .array(trims.map { .string($0.description) }),
      "left_out_inputs": .array(leftOutInputs.map(LeftOutInput.form.write)),
    ]
    object["caching"] = caching
    return .object(object)
  }
}
