import CoachModel
package import JSON
package import PromptTemplates
import SourceFiles

extension RenderedPrompt {
  /// The messages in the format of providers.
  package var messagesJSON: JSONValue {
    .array(
      messages.map { ["role": .string($0.role.rawValue), "content": .string($0.text)] })
  }

  /// Returns all information about the prompt, with the texts of its sections if they are wanted.
  package func json(counter: any TokenCounter, includingTexts: Bool = false) -> JSONValue {
    [
      "prompt": .string(reference),
      "digest": .string(templateDigest.description),
      "inputs": .object(inputs),
      "history": .array(history.map(\.json)),
      "messages": .array(messages.map(\.json)),
      "segments": .array(segments.map(\.json)),
      "sections": .array(sectionsJSON(counter: counter, includingTexts: includingTexts)),
      "trims": .array(trims.map { .string($0.description) }),
    ]
  }
}

extension RenderedPrompt {
  private func sectionsJSON(counter: any TokenCounter, includingTexts: Bool) -> [JSONValue] {
    let explained = PromptExplanation(self, counter: counter).json()["sections"]?.array ?? []
    guard includingTexts else { return explained }
    return zip(explained, sections).map { json, section in
      var object = json.object ?? [:]
      object["text"] = .string(text(of: section))
      return .object(object)
    }
  }
}

extension Message {
  fileprivate var json: JSONValue { ["role": .string(role.rawValue), "text": .string(text)] }
}

extension PromptSegment {
  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "text": .string(text), "role": .string(role.rawValue),
      "origin": .string(origin.description), "trust": .string(trust.name),
    ]
    object["input"] = input.map { .string($0) }
    object["section"] = section.map { .integer($0) }
    object["cache"] = cache.map { .string($0.rawValue) }
    object["media"] = media.map { .string($0.url) }
    return .object(object)
  }
}

extension PromptExplanation {
  /// Returns the explanation, with the forecasts of what providers cache.
  package func json(caching: JSONValue? = nil) -> JSONValue {
    let sections = sections.map { section -> JSONValue in
      var object: JSONObject = [
        "name": .string(section.declaration.name),
        "cache": .string(section.declaration.cache.rawValue),
        "tokens": .integer(section.tokens),
        "sources": .array(section.sources.map { .string($0) }),
        "inputs": .array(section.inputs.map { .string($0) }),
        "holds_untrusted": .bool(section.holdsUntrusted),
      ]
      object["breakpoint"] = section.breakpoint.map { breakpoint in
        [
          "name": .string(breakpoint.name), "prefix_tokens": .integer(breakpoint.prefixTokens),
          "digest": .string(breakpoint.digest.description),
        ]
      }
      return .object(object)
    }
    var object: JSONObject = [
      "prompt": .string(reference), "digest": .string(templateDigest.description),
      "tokens": .integer(tokens), "token_method": .string(tokenMethod),
      "sections": .array(sections),
      "trims": .array(trims.map { .string($0.description) }),
    ]
    object["caching"] = caching
    return .object(object)
  }
}
