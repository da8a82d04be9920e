import CoachModel
import Documents
import LanguageModels
import ModelProviders
import ModelTestKit
import Testing

@Suite("Service tiers, the person's pseudonym and the cache's retention in every protocol")
struct ServiceTierRequestTests {
  private func sent(_ tier: ServiceTier, to profile: EndpointProfile) async throws -> (
    body: JSONValue, headers: [(name: String, value: String)]
  ) {
    let request = ModelRequest(
      messages: greeting.messages, parameters: ModelParameters(serviceTier: tier))
    let (body, call, _) = try await ModelTestKit.sent(request, profile)
    return (body, call.headers)
  }

  @Test(
    "Anthropic has two tiers, and a member of its own for fast generation",
    arguments: [
      (.standard, .string("standard_only"), nil),
      (.automatic, .string("auto"), nil), (.priority, .string("auto"), nil),
    ] as [(ServiceTier, JSONValue, JSONValue?)])
  func anthropic(tier: ServiceTier, word: JSONValue, speed: JSONValue?) async throws {
    let (body, headers) = try await sent(tier, to: .anthropic)
    #expect(body["service_tier"] == word && body["speed"] == speed)
    #expect(!headers.contains { $0.name == "anthropic-beta" })
  }

  @Test("Anthropic's fast mode is announced in a header")
  func fast() async throws {
    let (body, headers) = try await sent(.fast, to: .anthropic)
    #expect(body["speed"] == "fast" && body["service_tier"] == nil)
    #expect(headers.contains { $0 == ("anthropic-beta", "fast-mode-2026-02-01") })
  }

  @Test("a tier that Anthropic does not have is left out, with a warning")
  func unknown() async throws {
    for tier in [ServiceTier.flex, .batch, ServiceTier(rawValue: "scale")] {
      let target = WireTarget(model: "m")
      let request = ModelRequest(
        messages: greeting.messages, parameters: ModelParameters(serviceTier: tier))
      let call = try Wires.anthropic.call(request, to: target)
      #expect(call.body["service_tier"] == nil && call.body["speed"] == nil)
      #expect(call.warnings.contains { $0.contains("no service tier '\(tier.rawValue)'") })
    }
  }

  @Test(
    "OpenAI's tiers have its own names in both protocols",
    arguments: [
      (ServiceTier.standard, "default"), (.automatic, "auto"), (.flex, "flex"),
      (.priority, "priority"), (.fast, "priority"), (.ultrafast, "ultrafast"),
      (ServiceTier(rawValue: "scale"), "scale"),
    ])
  func openAI(tier: ServiceTier, word: String) async throws {
    for profile in [EndpointProfile.openAI, .openAIChat, .groq] {
      #expect(try await sent(tier, to: profile).body["service_tier"] == .string(word))
    }
  }

  @Test(
    "Gemini has no word for the account's setting, which is the standard tier",
    arguments: [
      (ServiceTier.standard, "standard"), (.automatic, "standard"), (.flex, "flex"),
      (.priority, "priority"),
    ])
  func gemini(tier: ServiceTier, word: String) async throws {
    #expect(try await sent(tier, to: .gemini).body["serviceTier"] == .string(word))
    #expect(
      try await sent(tier, to: .geminiInteractions).body["service_tier"] == .string(word))
  }

  @Test("nothing is sent unless it is asked for")
  func plain() async throws {
    for profile in EndpointProfile.known {
      let (body, _, _) = try await ModelTestKit.sent(greeting, profile)
      for name in [
        "service_tier", "serviceTier", "speed", "safety_identifier", "metadata",
        "prompt_cache_retention",
      ] { #expect(body[name] == nil, "\(profile.name) \(name)") }
    }
  }

  @Test("the pseudonym goes to the services that take one, and is not the person's id")
  func pseudonym() async throws {
    let salt = try #require(Secret("a-secret-of-the-app"))
    var request = greeting
    request.safetyIdentifier = SafetyIdentifier(of: "mira@example.org", salt: salt)
    let value = try #require(request.safetyIdentifier?.value)
    #expect(value.count == 64 && !value.contains("mira"))
    #expect(value == SafetyIdentifier(of: "mira@example.org", salt: salt).value)
    let other = try #require(Secret("another"))
    #expect(value != SafetyIdentifier(of: "mira@example.org", salt: other).value)
    for profile in [EndpointProfile.openAI, .openAIChat] {
      let body = try await ModelTestKit.sent(request, profile).body
      #expect(body["safety_identifier"] == .string(value) && body["user"] == nil)
    }
    let anthropic = try await ModelTestKit.sent(request, .anthropic).body
    #expect(anthropic["metadata"] == ["user_id": .string(value)])
    for profile in [EndpointProfile.gemini, .geminiInteractions, .ollama, .mistral, .compatible] {
      let body = try await ModelTestKit.sent(request, profile).body
      #expect(!body.text().contains(value), "\(profile.name)")
    }
    #expect(request.digest == greeting.digest)
  }

  @Test("the retention of a cache goes to OpenAI alone")
  func retention() async throws {
    var request = greeting
    request.cacheRetention = .day
    for profile in [EndpointProfile.openAI, .openAIChat] {
      let body = try await ModelTestKit.sent(request, profile).body
      #expect(body["prompt_cache_retention"] == "24h")
    }
    for profile in [EndpointProfile.anthropic, .gemini, .openRouter, .compatible] {
      let body = try await ModelTestKit.sent(request, profile).body
      #expect(body["prompt_cache_retention"] == nil, "\(profile.name)")
    }
  }

  @Test("a tier is a parameter like others: the closer one wins, reports name it, digests do not")
  func parameters() {
    let prompt = ModelParameters(temperature: 0, serviceTier: .flex)
    let route = ModelParameters(serviceTier: .priority)
    #expect(prompt.overridden(by: route).serviceTier == .priority)
    #expect(prompt.overridden(by: ModelParameters()).serviceTier == .flex)
    #expect(prompt.json["service_tier"] == "flex")
    var request = greeting
    request.parameters.serviceTier = .flex
    #expect(request.digest == greeting.digest)
  }
}

@Suite("Versions of Anthropic's API")
struct AnthropicVersionTests {
  private func profile(_ version: AnthropicVersion) -> EndpointProfile {
    var profile = EndpointProfile.anthropic
    profile.wire = Wires.anthropic(version: version)
    return profile
  }

  private func request(_ parameters: ModelParameters) -> ModelRequest {
    ModelRequest(messages: greeting.messages, parameters: parameters)
  }

  @Test("the header names the version")
  func header() async throws {
    for version in [
      AnthropicVersion.june2023, .october2026, AnthropicVersion(rawValue: "2027-01-01"),
    ] {
      let (_, call, _) = try await sent(greeting, profile(version))
      let named = call.headers.filter { $0.name == "anthropic-version" }.map(\.value)
      #expect(named == [version.rawValue])
    }
    let (_, call, _) = try await sent(greeting, .anthropic)
    #expect(call.headers.contains { $0 == ("anthropic-version", "2026-10-21") })
  }

  @Test("the version of 2023 takes a temperature or top-p")
  func older() async throws {
    let warm = try await sent(request(ModelParameters(temperature: 0.3)), profile(.june2023)).body
    #expect(warm["temperature"] == 0.3)
    let narrow = try await sent(request(ModelParameters(topP: 0.5)), profile(.june2023)).body
    #expect(narrow["top_p"] == 0.5)
  }

  @Test(
    "later versions take neither, and the warning names the one that does",
    arguments: [
      (ModelParameters(temperature: 0), "no temperature;"),
      (ModelParameters(topP: 1), "no top-p;"),
      (ModelParameters(temperature: 1, topP: 0.9), "no temperature or top-p;"),
    ])
  func newer(parameters: ModelParameters, words: String) throws {
    for version in [AnthropicVersion.october2026, AnthropicVersion(rawValue: "2027-01-01")] {
      let call = try Wires.anthropic(version: version)
        .call(request(parameters), to: WireTarget(model: "m"))
      #expect(call.body["temperature"] == nil && call.body["top_p"] == nil)
      #expect(call.warnings.count == 1)
      #expect(call.warnings.allSatisfy { $0.contains(words) && $0.contains("2023-06-01") })
    }
  }
}
