public import CoachDomains
public import CoachModel
import Documents
import LanguageModels
public import PromptTemplates

/// The domain that a model chose for a message.
public struct DomainChoice: Sendable, Hashable {
  /// The id of a domain, or the name of an outcome without one.
  public var domain: String
  /// How sure the model is, from 0 to 1.
  public var confidence: Double
}

extension PromptTask where Value == DomainChoice {
  /// The domain to which a message belongs, after the messages before it.
  public static func domainChoice(
    for message: String, after history: [Message], among domains: [DomainConfig],
    prompt: PromptReference = PromptReference(name: "domain-classification")
  ) -> PromptTask {
    PromptTask(
      AssemblyRequest(
        prompt: prompt, person: Person(id: "routing"), domains: domains, history: history
      ).offering(["message": .string(message)])
    ) { reply throws(StructuredMisfit) in
      guard let domain = reply.json["domain"]?.string,
        let confidence = reply.json["confidence"]?.number
      else { throw StructuredMisfit(["'domain' or 'confidence' is missing"]) }
      return DomainChoice(domain: domain, confidence: min(confidence, 1))
    }
  }
}
