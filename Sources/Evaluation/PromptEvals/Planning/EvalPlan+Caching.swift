import CoachEngine
import CoachModel
import LanguageModels
import ModelLayers
import PromptTemplates

extension EvalPlan {
  /// The number of transcripts from which the figures are computed: enough for a mean, and quick for large suites.
  private static let maximumConversations = 12

  /// Returns what each variant's conversations would read from the caches of ``EvalContent/caches``; empty if the suite
  /// generates nothing or has no transcripts, as one of tasks has not.
  ///
  /// Throws ``SourceError`` if a prompt cannot be assembled.
  func cacheExpectations() throws -> [CacheExpectation] {
    guard suite.replay != .recorded, suite.replay != .task, !content.caches.isEmpty else {
      return []
    }
    let subjects = subjects.filter { $0.persona == nil }.prefix(Self.maximumConversations)
    guard !subjects.isEmpty else { return [] }
    return try suite.comparison.variants.flatMap { variant in
      var forecasts = content.caches.map { _ in [PromptCacheForecast]() }
      for subject in subjects {
        let assembly = try CaseAssembly(
          plan: self, evalCase: EvalCase(subject: subject, variant: variant, attempt: 1))
        let conversation = try PromptCacheForecast.forecasts(
          of: subject.transcript.messages, by: content.caches.map(\.rules)
        ) { try assembly.plannedPrompt(after: $0, closing: nil) }
        for index in forecasts.indices { forecasts[index].append(conversation[index]) }
      }
      return zip(content.caches, forecasts).map { profile, forecasts in
        let costs = forecasts.compactMap { profile.cost(of: $0) }
        return CacheExpectation(
          side: variant.id, model: profile.name,
          readShare: PromptCacheForecast(forecasts.flatMap(\.requests)).readShare,
          dollars: costs.count == forecasts.count
            ? costs.reduce(0, +) / Double(costs.count) : nil,
          conversations: forecasts.count)
      }
    }
  }
}
